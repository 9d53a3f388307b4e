import { IntegrationProvider } from "@stillreel/contract";
import { z } from "zod";
import type { Executor } from "../../platform/db/client.ts";
import type { Sweeper } from "../../platform/module.ts";
import { defineJob, handles, type JobOutcome, type RegisteredJob } from "../../platform/ports/jobs.port.ts";
import type { ConnectionsDeps } from "./connections.service.ts";
import * as repo from "./connections.repo.ts";
import { VendorError } from "./vendor-error.ts";

/** The tokens are encrypted, as in the row of the connection, which is deleted when the job runs. */
const SealedGrant = z.object({
  userId: z.uuid(),
  provider: IntegrationProvider,
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
});

/** Ends a permission at a service after its account was deleted here. The attempts cover an outage of several hours. */
const revokeGrant = defineJob({ name: "connections.revoke-grant", payload: SealedGrant, attempts: 12, timeoutMs: 60_000 });

/** Ends a permission. A failure of the service is thrown, so that the queue repeats the job. */
async function revoke({ ports: { log }, vendors, seal }: ConnectionsDeps, grant: z.output<typeof SealedGrant>): Promise<JobOutcome> {
  const tokens = seal.open(grant);
  if (!tokens) return { skipped: "No key of the installation opens the tokens." };
  try {
    if (await vendors[grant.provider].revoke(tokens)) return "done";
    return { skipped: "The service has no call for this." };
  } catch (error) {
    if (error instanceof VendorError && error.code === "reconnect-needed") return { skipped: "The permission has already ended." };
    log.warn({ err: error, provider: grant.provider }, "a permission of a deleted account could not be revoked at the service");
    throw error;
  }
}

export type Revocations = ReturnType<typeof createRevocations>;

/** Creates the job that ends the permissions of deleted accounts at the services. */
export function createRevocations(deps: ConnectionsDeps) {
  const { db, jobs } = deps.ports;
  return {
    /** Enqueues a job for each connection of a user, in the transaction that deletes the account. */
    async enqueueAll(tx: Executor, userId: string): Promise<void> {
      for (const { provider, accessToken, refreshToken } of await repo.lockAllOf(tx, userId))
        await jobs.enqueue(tx, revokeGrant, { userId, provider, accessToken, refreshToken });
    },
    job: handles(revokeGrant, (grant) => revoke(deps, grant)) satisfies RegisteredJob,
    /** Deletes the tokens in jobs that were given up. */
    sweeper: {
      name: "forget-ended-grants",
      run: async () => (await jobs.takeGivenUp(db, revokeGrant)).length,
    } satisfies Sweeper,
  };
}
