import type { Executor } from "../../platform/db/client.ts";
import type { Notified, Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./media.repo.ts";
import { FAILURES } from "./media.video.plan.ts";

/** Failure of an item whose jobs used up all attempts. */
export const GIVEN_UP = "It was tried several times, and the server failed each time. The original can still be downloaded.";

/** Failures of the server, not of the file: the same work can succeed later. */
export const RETRYABLE: readonly string[] = [GIVEN_UP, FAILURES["no-program"]];

/** Returns whether work that failed for this reason can succeed when it is repeated. */
export const isRetryable = (failure: string | null): boolean => failure !== null && RETRYABLE.includes(failure);

/** Time of work from which its end is reported, in milliseconds. The user still waits for shorter work. */
const LONG_MS = 60_000;

/** Sets items to failed and notifies their owners, in one transaction. Also notifies owners of the end of long work. */
export interface Failures {
  /** Fails an item if it still shows these bytes. Returns false otherwise. */
  fail(item: { id: string; blobId: string | null }, failure: string): Promise<boolean>;
  /** Fails those of these items that are not finished. Returns them. */
  failUnfinished(itemIds: string[], failure: string): Promise<repo.FailedItem[]>;
  /** Notifies the owner of a video that it can be played everywhere, if the work took long. */
  reportEncoded(item: { id: string }, startedAt: Date): Promise<void>;
}

/** Creates the part of media that records failures. */
export function createFailures({ db, clock }: Pick<Ports, "db" | "clock">, notifier: Notifier): Failures {
  async function run(change: (tx: Executor) => Promise<repo.FailedItem[]>): Promise<repo.FailedItem[]> {
    const { items, notified } = await db.transaction(async (tx) => {
      const failed = await change(tx);
      const added: Notified[] = [];
      for (const { id, workspaceId, ownerId } of failed) {
        const subject = { subjectId: id, itemId: id, workspaceId, actorId: null };
        if (ownerId !== null) added.push(...(await notifier.add(tx, { kind: "job-failed", ...subject, userIds: [ownerId] })));
      }
      return { items: failed, notified: added };
    });
    notifier.publish(notified);
    return items;
  }

  return {
    fail: async (item, failure) => (await run((tx) => repo.failItem(tx, item, failure, clock.now()))).length > 0,
    failUnfinished: (itemIds, failure) => run((tx) => repo.failUnfinished(tx, itemIds, failure, clock.now())),
    async reportEncoded({ id }, startedAt) {
      if (clock.now().getTime() - startedAt.getTime() < LONG_MS) return;
      const notified = await db.transaction(async (tx) => {
        const { ownerId, workspaceId } = (await repo.findOwner(tx, id)) ?? {};
        if (!ownerId || !workspaceId) return [];
        const event = { kind: "job-done", subjectId: id, itemId: id, workspaceId, actorId: null, details: { job: "encoding" } } as const;
        return notifier.add(tx, { ...event, userIds: [ownerId] });
      });
      notifier.publish(notified);
    },
  };
}
