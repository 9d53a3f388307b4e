import type { EditDocument } from "@stillreel/contract";
import { and, desc, eq, isNull, ne, notExists, or, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { items, videoRenders, workspaces } from "../../platform/db/schema/index.ts";

/** A render that is waiting, running or failed. */
export type RenderRow = typeof videoRenders.$inferSelect;
/** A requested render. */
export interface NewRender {
  id: string;
  itemId: string;
  as: "same" | "copy";
  targetId: string;
  document: EditDocument;
  joined: Record<string, string>;
  createdBy: string;
  createdAt: Date;
}

/** Returns the newest render of a video that is not finished. */
export async function findLatest(db: Executor, itemId: string): Promise<RenderRow | undefined> {
  const [row] = await db.select().from(videoRenders).where(eq(videoRenders.itemId, itemId)).orderBy(desc(videoRenders.createdAt)).limit(1);
  return row;
}

export async function find(db: Executor, id: string): Promise<RenderRow | undefined> {
  const [row] = await db.select().from(videoRenders).where(eq(videoRenders.id, id));
  return row;
}

/** Locks a render until the transaction ends. Undefined when a newer one replaced it, or when its video was deleted. */
export async function lock(tx: Executor, id: string): Promise<RenderRow | undefined> {
  const [row] = await tx.select().from(videoRenders).where(eq(videoRenders.id, id)).for("update");
  return row;
}

/** Stores a render. It replaces an earlier one into the same link, and failed ones of the video. */
export async function insert(tx: Executor, row: NewRender): Promise<void> {
  const replaced = row.as === "same" ? eq(videoRenders.as, "same") : eq(videoRenders.state, "failed");
  await tx.delete(videoRenders).where(and(eq(videoRenders.itemId, row.itemId), or(replaced, eq(videoRenders.state, "failed"))));
  await tx.insert(videoRenders).values(row);
}

export async function remove(tx: Executor, id: string): Promise<void> {
  await tx.delete(videoRenders).where(eq(videoRenders.id, id));
}

/** Removes the unfinished render into the link of a video. Returns whether there was one. */
export async function removeSame(tx: Executor, itemId: string): Promise<boolean> {
  const gone = await tx.delete(videoRenders).where(and(eq(videoRenders.itemId, itemId), eq(videoRenders.as, "same")));
  return (gone.rowCount ?? 0) > 0;
}

/** Removes an unfinished render of a video: the given one, or the one into its link. Returns it; undefined when there is none. */
export async function removeUnfinished(tx: Executor, itemId: string, renderId: string | undefined): Promise<RenderRow | undefined> {
  const which = renderId === undefined ? eq(videoRenders.as, "same") : eq(videoRenders.id, renderId);
  const [row] = await tx
    .delete(videoRenders)
    .where(and(eq(videoRenders.itemId, itemId), which, ne(videoRenders.state, "failed")))
    .returning();
  return row;
}

/** Returns whether a render was neither replaced nor removed. */
export const isWanted = async (db: Executor, id: string): Promise<boolean> => (await db.$count(videoRenders, eq(videoRenders.id, id))) > 0;

/**
 * Sets the progress in percent of a running render and its item, which the caller has locked: otherwise a render that is removed between
 * both statements would leave its progress at the item. Returns false when the render was replaced or removed.
 */
export async function setProgress(
  tx: Executor,
  { id, as, targetId }: Pick<RenderRow, "id" | "as" | "targetId">,
  progress: number,
): Promise<boolean> {
  const changed = await tx
    .update(videoRenders)
    .set({ progress, state: "running" })
    .where(and(eq(videoRenders.id, id), ne(videoRenders.state, "failed")));
  if (!changed.rowCount) return false;
  await tx
    .update(items)
    .set(as === "same" ? { updating: progress } : { progress })
    .where(eq(items.id, targetId));
  return true;
}

/** Marks a render as failed. Returns it, or undefined when it was replaced or removed. */
export async function fail(tx: Executor, id: string, reason: string): Promise<RenderRow | undefined> {
  const [row] = await tx
    .update(videoRenders)
    .set({ state: "failed", reason })
    .where(and(eq(videoRenders.id, id), ne(videoRenders.state, "failed")))
    .returning();
  return row;
}

/** Sets the displayed progress of a video that is rendered again, in percent; null ends it. */
export async function setUpdating(db: Executor, itemId: string, updating: number | null): Promise<void> {
  await db
    .update(items)
    .set({ updating })
    .where(sql`${items.id} = ${itemId} and ${items.updating} is distinct from ${updating}`);
}

/** Returns the personal space of a user. */
export async function findPersonalSpace(db: Executor, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.personalOwnerId, userId));
  return row?.id;
}

export async function findTitle(db: Executor, itemId: string): Promise<string> {
  const [row] = await db.select({ title: items.title }).from(items).where(eq(items.id, itemId));
  return row?.title ?? "";
}

/** Ends the progress of a failed render: the video stays, and the item of a copy fails. Returns the workspace; undefined without an item. */
export async function failTarget(tx: Executor, { as, targetId }: RenderRow, reason: string): Promise<string | undefined> {
  const change = as === "same" ? { updating: null } : { stage: "failed" as const, failure: reason, progress: null };
  const [row] = await tx.update(items).set(change).where(eq(items.id, targetId)).returning({ workspaceId: items.workspaceId });
  return row?.workspaceId;
}

/** Fails the item of a copy that no render will complete, because its source was deleted. */
export async function failOrphan(db: Executor, targetId: string, reason: string): Promise<void> {
  await db
    .update(items)
    .set({ stage: "failed", failure: reason, progress: null })
    .where(
      and(
        eq(items.id, targetId),
        eq(items.stage, "processing"),
        isNull(items.blobId),
        notExists(db.select({ id: videoRenders.id }).from(videoRenders).where(eq(videoRenders.targetId, targetId))),
      ),
    );
}
