import type { EditDocument } from "@stillreel/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { videoEdits } from "../../platform/db/schema/index.ts";

/** The stored draft of a video's edits. `document` null: the one that is shown. */
export interface DraftRow {
  version: number;
  document: EditDocument | null;
}

export async function findDraft(db: Executor, itemId: string): Promise<DraftRow | undefined> {
  const [row] = await db
    .select({ version: videoEdits.version, document: videoEdits.document })
    .from(videoEdits)
    .where(eq(videoEdits.itemId, itemId));
  return row;
}

/** Returns the draft, locked until the transaction ends. */
export async function lockDraft(tx: Executor, itemId: string): Promise<DraftRow | undefined> {
  const [row] = await tx
    .select({ version: videoEdits.version, document: videoEdits.document })
    .from(videoEdits)
    .where(eq(videoEdits.itemId, itemId))
    .for("update");
  return row;
}

/**
 * Stores a draft that is based on a version. Returns its new version, or undefined when another one was stored since.
 * @param draft.base 0 for a video that was never edited
 */
export async function putDraft(
  db: Executor,
  itemId: string,
  { base, document, userId, at }: { base: number; document: EditDocument; userId: string; at: Date },
): Promise<number | undefined> {
  const change = { document, updatedBy: userId, updatedAt: at };
  const rows =
    base === 0
      ? await db
          .insert(videoEdits)
          .values({ itemId, version: 1, ...change })
          .onConflictDoNothing({ target: videoEdits.itemId })
          .returning({ version: videoEdits.version })
      : await db
          .update(videoEdits)
          .set({ version: base + 1, ...change })
          .where(and(eq(videoEdits.itemId, itemId), eq(videoEdits.version, base)))
          .returning({ version: videoEdits.version });
  return rows[0]?.version;
}

/** Replaces the draft by the document that is shown (null), as a new version. */
export async function resetDraft(tx: Executor, itemId: string, userId: string, at: Date): Promise<void> {
  await tx
    .insert(videoEdits)
    .values({ itemId, document: null, updatedBy: userId, updatedAt: at })
    .onConflictDoUpdate({
      target: videoEdits.itemId,
      set: { version: sql`${videoEdits.version} + 1`, document: null, updatedBy: userId, updatedAt: at },
    });
}
