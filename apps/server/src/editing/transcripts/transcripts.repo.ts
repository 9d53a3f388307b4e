import type { ItemType } from "@stillreel/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { items, type SourceSegment, type StoredSegment, transcripts } from "../../platform/db/schema/index.ts";

export type TranscriptRow = typeof transcripts.$inferSelect;

export async function find(db: Executor, itemId: string): Promise<TranscriptRow | undefined> {
  const [row] = await db.select().from(transcripts).where(eq(transcripts.itemId, itemId));
  return row;
}

/** Returns the transcript, locked against other changes. */
export async function lock(tx: Executor, itemId: string): Promise<TranscriptRow | undefined> {
  const [row] = await tx.select().from(transcripts).where(eq(transcripts.itemId, itemId)).for("update");
  return row;
}

/** Values of a new run. */
export interface NewRun {
  itemId: string;
  runId: string;
  wanted: string | null;
  userId: string | null;
  at: Date;
}

/** Begins a run. An earlier one, and its text, are replaced. */
export async function begin(tx: Executor, { itemId, runId, wanted, userId, at }: NewRun): Promise<void> {
  const fresh = {
    state: "queued" as const,
    runId,
    wanted,
    language: wanted,
    progress: 0,
    doneMs: 0,
    reason: null,
    segments: [],
    origin: null,
    source: "auto" as const,
    model: null,
    createdBy: userId,
    updatedAt: at,
  };
  await tx
    .insert(transcripts)
    .values({ itemId, ...fresh })
    .onConflictDoUpdate({ target: transcripts.itemId, set: { ...fresh, version: sql`${transcripts.version} + 1` } });
}

/** Begins a run if the item has no transcript. Returns whether it did. */
export async function beginFirst(tx: Executor, { itemId, runId, at }: Pick<NewRun, "itemId" | "runId" | "at">): Promise<boolean> {
  const rows = await tx
    .insert(transcripts)
    .values({ itemId, state: "queued", runId, updatedAt: at })
    .onConflictDoNothing({ target: transcripts.itemId })
    .returning({ itemId: transcripts.itemId });
  return rows.length > 0;
}

/** Changes a run that is not over. Returns false when it is over or was replaced. */
export async function updateRun(
  db: Executor,
  { itemId, runId }: { itemId: string; runId: string },
  change: Partial<typeof transcripts.$inferInsert>,
): Promise<boolean> {
  const changed = await db
    .update(transcripts)
    .set(change)
    .where(and(eq(transcripts.itemId, itemId), eq(transcripts.runId, runId), inArray(transcripts.state, ["queued", "running"])));
  return (changed.rowCount ?? 0) > 0;
}

/** Adds the segments of a piece to a run. Returns false when it is over or was replaced. */
export async function addPiece(
  db: Executor,
  run: { itemId: string; runId: string },
  piece: { fromMs: number; doneMs: number; progress: number; language: string | null; segments: readonly StoredSegment[] },
): Promise<boolean> {
  const changed = await db
    .update(transcripts)
    .set({
      doneMs: piece.doneMs,
      progress: piece.progress,
      language: piece.language,
      segments: sql`${transcripts.segments} || ${JSON.stringify(piece.segments)}::jsonb`,
    })
    // A piece is added once, also when two workers ran the job at the same time.
    .where(
      and(
        eq(transcripts.itemId, run.itemId),
        eq(transcripts.runId, run.runId),
        eq(transcripts.state, "running"),
        eq(transcripts.doneMs, piece.fromMs),
      ),
    );
  return (changed.rowCount ?? 0) > 0;
}

/** Writes changed segments. Returns the new version, or null when the transcript has another version or is being written. */
export async function edit(
  tx: Executor,
  itemId: string,
  change: { version: number; segments: StoredSegment[]; origin: SourceSegment[] | null; at: Date },
): Promise<TranscriptRow | undefined> {
  const [row] = await tx
    .update(transcripts)
    .set({
      segments: change.segments,
      origin: change.origin,
      source: "edited",
      version: sql`${transcripts.version} + 1`,
      updatedAt: change.at,
    })
    .where(and(eq(transcripts.itemId, itemId), eq(transcripts.version, change.version), eq(transcripts.state, "ready")))
    .returning();
  return row;
}

/** Writes moved segments, with their places in the sources. */
export async function moveSegments(
  tx: Executor,
  itemId: string,
  { segments, origin }: { segments: StoredSegment[]; origin: SourceSegment[] },
): Promise<void> {
  await tx
    .update(transcripts)
    .set({ segments, origin, version: sql`${transcripts.version} + 1` })
    .where(eq(transcripts.itemId, itemId));
}

/** Deletes what is known of removed parts. */
export async function forgetOrigin(tx: Executor, itemId: string): Promise<void> {
  await tx.update(transcripts).set({ origin: null }).where(eq(transcripts.itemId, itemId));
}

export async function insert(tx: Executor, row: typeof transcripts.$inferInsert): Promise<void> {
  await tx.insert(transcripts).values(row);
}

/** Place, length and type of an item that may have a transcript. */
export async function findItem(
  db: Executor,
  itemId: string,
): Promise<{ id: string; workspaceId: string; type: ItemType; durationMs: number | null } | undefined> {
  const [row] = await db
    .select({ id: items.id, workspaceId: items.workspaceId, type: items.type, durationMs: items.durationMs })
    .from(items)
    .where(eq(items.id, itemId));
  return row;
}
