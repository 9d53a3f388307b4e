import type { Executor } from "../../platform/db/client.ts";
import type { Notified, Notifier } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./media.repo.ts";

/** Sets items to failed and notifies their owners, in one transaction. */
export interface Failures {
  /** Fails an item if it still shows these bytes. Returns false otherwise. */
  fail(item: { id: string; blobId: string | null }, failure: string): Promise<boolean>;
  /** Fails those of these items that are not finished. Returns them. */
  failUnfinished(itemIds: string[], failure: string): Promise<repo.FailedItem[]>;
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
  };
}
