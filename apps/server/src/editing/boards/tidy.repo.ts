import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import type { FindableItem } from "../../library/search-index/index.ts";

/** Returns whether a board changed since it was last drawn. */
export async function isUndrawn(db: Executor, boardId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from boards where item_id = ${boardId} and seq > drawn_seq`);
  return rows.length > 0;
}

/** Stores what was drawn, the words and the size. Returns what the search needs; undefined when the board is deleted. */
export async function noteDrawn(
  tx: Executor,
  boardId: string,
  { seq, text }: { seq: number; text: string },
): Promise<FindableItem | undefined> {
  const { rows } = await tx.execute<{
    id: string;
    workspace_id: string;
    title: string;
    description: string;
    created_at: string;
  }>(sql`
    with board as (
      update boards set drawn_seq = greatest(drawn_seq, ${seq}), text = ${text} where item_id = ${boardId} returning item_id, bytes + image_bytes as bytes
    )
    update items i set size_bytes = board.bytes from board where i.id = board.item_id
    returning i.id, i.workspace_id, i.title, i.description, i.created_at`);
  const [row] = rows;
  return (
    row && {
      id: row.id,
      workspaceId: row.workspace_id,
      title: row.title,
      pageUrl: null,
      description: row.description,
      chapters: [],
      text,
      createdAt: new Date(row.created_at),
    }
  );
}
