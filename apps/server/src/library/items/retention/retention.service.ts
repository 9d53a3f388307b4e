import { OLD_ITEMS_COUNTED_MAX } from "@stillreel/contract";
import type { Executor } from "../../../platform/db/client.ts";
import type { SweptPage } from "../../../platform/module.ts";
import type { Notified } from "../../../platform/notifier/index.ts";
import type { JobOutcome } from "../../../platform/ports/jobs.port.ts";
import type { Ports } from "../../../platform/ports/index.ts";
import type { ItemsDeps } from "../items.deps.ts";
import { trash } from "../queries/bulk.repo.ts";
import * as repo from "../queries/retention.repo.ts";
import { expiryOf, retentionTimes, verdictOf } from "./retention.plan.ts";

/** Items of one statement or transaction. */
const PAGE = 500;
/** Items that a mail names. */
const NAMED_MAX = 20;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface Context extends Pick<ItemsDeps, "audit" | "events" | "notifier" | "outbox"> {
  ports: Pick<Ports, "db" | "clock" | "settings" | "publicUrl">;
}

/** Notifies a user about all of their new warnings, in the bell and by mail as the user chose. */
async function sendTo({ ports, notifier, outbox }: Context, userId: string): Promise<void> {
  const { db, clock, settings, publicUrl } = ports;
  const at = clock.now();
  const notified = await db.transaction(async (tx): Promise<Notified[]> => {
    const count = await repo.markSent(tx, userId, at);
    const items = await repo.listSent(tx, userId, at, NAMED_MAX);
    const [first] = items;
    const to = await repo.recipient(tx, userId);
    if (first === undefined || to === undefined) return [];
    const added = await notifier.add(tx, {
      kind: "retention",
      subjectId: userId,
      itemId: first.id,
      actorId: null,
      userIds: [userId],
      isMailedByCaller: true,
    });
    if (added.some(({ wantsMail }) => wantsMail))
      await outbox.post(tx, {
        template: "items-expiring",
        to: to.email,
        language: to.language,
        data: {
          displayName: to.displayName,
          expiresAt: expiryOf(at).toISOString(),
          count: String(count),
          trashDays: String(settings.current().trashDays),
        },
        links: items.map(({ id, type, title }) => ({ title, url: `${publicUrl()}/${type}s/${id}` })),
      });
    return added;
  });
  notifier.publish(notified);
}

/** Warns the owners of items that will be due. Both steps continue where an interrupted run stopped. */
async function warn(context: Context, signal: AbortSignal): Promise<JobOutcome> {
  const { db, clock, settings } = context.ports;
  const days = settings.current().oldItemDays;
  if (days === null) return { skipped: "old items are not moved" };
  const at = clock.now();
  const { warnBefore: since } = retentionTimes(days, at);
  let after: repo.UnusedPosition | null = null;
  do {
    signal.throwIfAborted();
    after = await repo.warnPage(db, { since, at, after, limit: PAGE });
  } while (after !== null);
  for (let userId = await repo.nextUnsent(db, FIRST_ID); userId !== undefined; userId = await repo.nextUnsent(db, userId)) {
    signal.throwIfAborted();
    await sendTo(context, userId);
  }
  return "done";
}

/** Records the items that were moved to the trash, by workspace. */
async function recordTrashed({ audit }: Context, tx: Executor, byWorkspace: ReadonlyMap<string, string[]>): Promise<void> {
  for (const [workspaceId, itemIds] of byWorkspace)
    await audit.record(tx, { action: "item.retired", userId: null, workspaceId, ip: "", details: { count: itemIds.length, itemIds } });
}

/** Moves a page of items to the trash whose owners were warned, and which are still unused. */
async function sweep(context: Context, _signal: AbortSignal, cursor: string | null): Promise<SweptPage> {
  const { db, clock, settings } = context.ports;
  const days = settings.current().oldItemDays;
  if (days === null) return { count: await repo.forgetAll(db), next: null };
  const now = clock.now();
  const times = retentionTimes(days, now);
  const after = cursor === null ? null : (JSON.parse(cursor) as { sentAt: string; id: string });
  const { byWorkspace, last } = await db.transaction(async (tx) => {
    const page = await repo.lockExpired(tx, { sentBefore: times.sentBefore, after, limit: PAGE });
    const decided = page.rows.map((row) => ({ ...row, verdict: verdictOf(row, times) }));
    const due = decided.filter(({ verdict }) => verdict === "trash");
    const found = Map.groupBy(due, ({ workspaceId }) => workspaceId);
    const trashed = new Map([...found].map(([workspaceId, rows]) => [workspaceId, rows.map(({ itemId }) => itemId)]));
    await trash(
      tx,
      due.map(({ itemId }) => itemId),
      now,
    );
    await repo.forget(
      tx,
      decided.filter(({ verdict }) => verdict !== "wait").map(({ itemId }) => itemId),
    );
    await recordTrashed(context, tx, trashed);
    return { byWorkspace: trashed, last: page.last };
  });
  for (const [workspaceId, itemIds] of byWorkspace) context.events.publish({ type: "items", workspaceId, itemIds });
  const count = [...byWorkspace.values()].reduce((sum, { length }) => sum + length, 0);
  return { count, next: last === null ? null : JSON.stringify(last) };
}

/** Creates the service that moves items to the trash that were not opened or changed for long, and warns their owners before. */
export function createRetention(ports: Context["ports"], deps: Omit<Context, "ports">) {
  const context: Context = { ...deps, ports };
  return {
    warn: (signal: AbortSignal) => warn(context, signal),
    sweep: sweep.bind(null, context),
    /** Returns number and bytes of the items that would be moved to the trash. */
    preview: (days: number) => repo.countUnused(ports.db, retentionTimes(days, ports.clock.now()).dueBefore, OLD_ITEMS_COUNTED_MAX),
  };
}
