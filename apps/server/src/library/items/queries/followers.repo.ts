import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../platform/db/client.ts";

/** A table whose rows have the workspace of the item that they belong to, directly or by its comment or link. */
interface Follower {
  table: string;
  /** Column with the id of the item or the comment, or the slug of the link. */
  by: string;
  /** Columns that name one row. */
  key: readonly string[];
  /** What it belongs to. */
  of: "items" | "comments" | "links";
}

const ofItem = (table: string, ...key: string[]): Follower => ({ table, by: "item_id", key, of: "items" });
const ofBoard = (table: string, second: string): Follower => ({ table, by: "board_id", key: ["board_id", second], of: "items" });

/**
 * All tables whose rows follow an item into another workspace, besides those with separate rules: links, comments, stars, grants and
 * search entries. A test compares this list with the schema.
 */
export const FOLLOWERS: readonly Follower[] = [
  ofItem("boards", "item_id"),
  ofBoard("board_elements", "element_id"),
  ofBoard("board_images", "file_id"),
  ofBoard("board_updates", "seq"),
  ofBoard("board_versions", "n"),
  ofItem("captions", "item_id", "language"),
  ofItem("deleted_folder_items", "item_id"),
  ofItem("edit_files", "id"),
  ofItem("likes", "item_id", "user_id"),
  ofItem("picture_details", "item_id"),
  ofItem("pointer_tracks", "item_id"),
  ofItem("renditions", "item_id", "kind"),
  ofItem("retention_warnings", "item_id"),
  ofItem("transcripts", "item_id"),
  ofItem("transcript_passages", "item_id", "position"),
  ofItem("video_edits", "item_id"),
  ofItem("video_exports", "id"),
  ofItem("video_renders", "id"),
  ofItem("video_versions", "id"),
  ofItem("views", "created_at", "id"),
  { table: "link_guests", by: "slug", key: ["slug", "user_id"], of: "links" },
  { table: "comment_mentions", by: "comment_id", key: ["comment_id", "user_id"], of: "comments" },
  { table: "comment_reactions", by: "comment_id", key: ["comment_id", "user_id", "emoji"], of: "comments" },
];

const COMMA = sql`, `;

/** Rows of `moved` with the ids that a follower names. */
const PARENTS: Readonly<Record<Follower["of"], SQL>> = {
  items: sql`(select id, workspace_id from moved)`,
  comments: sql`(select c.id, m.workspace_id from moved m join comments c on c.item_id = m.id)`,
  links: sql`(select l.slug as id, m.workspace_id from moved m join share_links l on l.item_id = m.id)`,
};

/**
 * Moves the rows of items to another workspace, in the transaction that moves the items, with one statement.
 * @param items a query of their ids, which reads the items as they are before the move
 */
export async function moveFollowers(tx: Executor, items: SQL, to: string): Promise<void> {
  const moves = FOLLOWERS.map(({ table, by, of }) => {
    return sql`${sql.identifier(`of_${table}`)} as (
      update ${sql.identifier(table)} t set workspace_id = p.workspace_id from ${PARENTS[of]} p where t.${sql.identifier(by)} = p.id)`;
  });
  await tx.execute(
    sql`with moved as materialized (select id, ${to}::uuid as workspace_id from (${items}) chosen), ${sql.join(moves, COMMA)} select`,
  );
}

/** Rows that one statement changes in each table. */
const MOST = 1_000;
/** Items of one page. */
const PAGE = 200;

/**
 * Gives the rows of a page of items the workspace of their item, where they have none or another one: rows of earlier releases, and those that were
 * added while their item moved. Returns the number of rows, whether there are more, and the last id, which is null at the end.
 */
async function fillPage(db: Executor, after: string | null): Promise<{ count: number; hasMore: boolean; last: string | null }> {
  const fills = FOLLOWERS.map(({ table, by, key, of }) => {
    const keys = key.map((column) => sql`t.${sql.identifier(column)}`);
    const same = key.map((column) => sql`t.${sql.identifier(column)} = s.${sql.identifier(column)}`);
    return sql`${sql.identifier(`of_${table}`)} as (
      update ${sql.identifier(table)} t set workspace_id = s.followed from (
        select ${sql.join(keys, COMMA)}, p.workspace_id as followed from ${PARENTS[of]} p
          join ${sql.identifier(table)} t on t.${sql.identifier(by)} = p.id
        where t.workspace_id is distinct from p.workspace_id limit ${MOST}
      ) s where ${sql.join(same, sql` and `)} returning 1)`;
  });
  const counts = FOLLOWERS.map(({ table }) => sql`select count(*)::int as n from ${sql.identifier(`of_${table}`)}`);
  const { rows } = await db.execute<{ count: number; most: number; last: string | null; items: number }>(sql`
    with moved as materialized (
      select id, workspace_id from items ${after === null ? sql`` : sql`where id > ${after}::uuid`} order by id limit ${PAGE}
    ), ${sql.join(fills, COMMA)}, counts as (${sql.join(counts, sql` union all `)})
    select sum(n)::int as count, max(n)::int as most, (select count(*)::int from moved) as items,
      (select id::text from moved order by id desc limit 1) as last
    from counts`);
  const { count = 0, most = 0, last = null, items = 0 } = rows[0] ?? {};
  return { count, hasMore: most === MOST, last: items < PAGE ? null : last };
}

/** Fills a page after an id, in statements of a bounded number of rows. Returns the number of rows and the position after it, null at the end. */
export async function fillFollowers(
  db: Executor,
  signal: AbortSignal,
  after: string | null,
): Promise<{ count: number; next: string | null }> {
  for (let count = 0; ;) {
    signal.throwIfAborted();
    const filled = await fillPage(db, after);
    count += filled.count;
    if (!filled.hasMore) return { count, next: filled.last };
  }
}
