import { IntegrationProvider } from "@stillreel/contract";
import type { Audit } from "../../platform/audit/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { appOf } from "./apps.ts";
import type { ConnectionRow } from "./connections.repo.ts";
import * as repo from "./connections.repo.ts";
import type { TokenSeal } from "./token-seal.ts";
import type { Vendor } from "./vendor.ts";
import { VENDOR_NAMES, VendorError } from "./vendor-error.ts";

export interface ConnectionsDeps {
  ports: Ports;
  vendors: Record<IntegrationProvider, Vendor>;
  seal: TokenSeal;
  audit: Audit;
}

export type ConnectionsService = ReturnType<typeof createConnectionsService>;

/** Creates the service that lists and disconnects the accounts of users at other services. */
export function createConnectionsService({ ports, vendors, seal, audit }: ConnectionsDeps) {
  const { db, settings, log } = ports;

  /** Ends the permission at the service as far as possible. A failure never keeps a user connected here. */
  async function revoke(row: ConnectionRow): Promise<boolean> {
    const tokens = seal.open(row);
    if (!tokens) return false;
    try {
      return await vendors[row.provider].revoke(tokens);
    } catch (error) {
      if (error instanceof VendorError && error.code === "reconnect-needed") return true;
      log.warn({ err: error, provider: row.provider }, "a permission could not be revoked at the service");
      return false;
    }
  }

  return {
    /** Returns all services in the order of the contract, with the user's connections. */
    async list(userId: string) {
      const rows = new Map((await repo.listOf(db, userId)).map((row) => [row.provider, row]));
      return IntegrationProvider.options.map((provider) => ({
        provider,
        configured: appOf(settings, provider) !== null,
        row: rows.get(provider),
      }));
    },

    find: (userId: string, provider: IntegrationProvider) => repo.find(db, userId, provider),

    /** Returns the connections of a user. */
    listOf: (userId: string) => repo.listOf(db, userId),

    /**
     * Deletes a connection, and then ends the permission at the service. Returns whether the service confirmed it.
     * @throws AppError `not-found` without a connection
     */
    async disconnect(actor: UserActor, provider: IntegrationProvider, ip: string): Promise<boolean> {
      const removed = await db.transaction(async (tx) => {
        const row = await repo.remove(tx, actor.id, provider);
        if (!row) throw new AppError("not-found");
        await audit.record(tx, { action: "connection.removed", userId: actor.id, ip, details: { subject: VENDOR_NAMES[provider] } });
        return row;
      });
      return revoke(removed);
    },
  };
}
