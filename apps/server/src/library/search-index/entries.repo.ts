import { and, asc, eq, gt, inArray, notExists, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Executor } from "../../platform/db/client.ts";
import { boards, comments, folders, items, searchEntries } from "../../platform/db/schema/index.ts";

export type NewEntry = typeof searchEntries.$inferInsert;

/** Inserts or updates entries. Unchanged entries are not written. A trigger has given each new row the container of its item. */
export async function upsertEntries(db: Executor, entries: readonly NewEntry[]): Promise<void> {
  await db
    .insert(searchEntries)
    .values([...entries])
    .onConflictDoUpdate({
      target: searchEntries.id,
      set: {
        workspaceId: sql`excluded.workspace_id`,
        words: sql`excluded.words`,
        at: sql`excluded.at`,
        containerId: sql`excluded.container_id`,
      },
      setWhere: sql`(${searchEntries.workspaceId}, ${searchEntries.words}, ${searchEntries.containerId})
        is distinct from (excluded.workspace_id, excluded.words, excluded.container_id)`,
    });
}

/** Inserts missing entries. Existing ones are newer and stay unchanged. */
export async function insertMissingEntries(db: Executor, entries: readonly NewEntry[]): Promise<void> {
  await db
    .insert(searchEntries)
    .values([...entries])
    .onConflictDoNothing({ target: searchEntries.id });
}

/** Returns the comments on these items. */
export async function commentsOf(db: Executor, itemIds: readonly string[]) {
  return db
    .select({
      id: comments.id,
      itemId: comments.itemId,
      workspaceId: comments.workspaceId,
      text: comments.text,
      createdAt: comments.createdAt,
    })
    .from(comments)
    .where(inArray(comments.itemId, [...itemIds]));
}

// A page of rows without an entry, by id. They are locked against deletion until their entry is written.

const hasNoEntry = (tx: Executor, id: PgColumn, after: string) =>
  and(
    gt(id, after),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(searchEntries)
        .where(eq(searchEntries.id, id)),
    ),
  );

/** Returns items without a search entry. */
export async function itemsWithoutEntry(tx: Executor, after: string, limit: number) {
  return tx
    .select({
      id: items.id,
      workspaceId: items.workspaceId,
      title: items.title,
      pageUrl: items.pageUrl,
      description: items.description,
      chapters: items.chapters,
      text: boards.text,
      createdAt: items.createdAt,
    })
    .from(items)
    .leftJoin(boards, eq(boards.itemId, items.id))
    .where(hasNoEntry(tx, items.id, after))
    .orderBy(asc(items.id))
    .limit(limit)
    .for("key share", { of: items });
}

/** Returns comments without a search entry. */
export async function commentsWithoutEntry(tx: Executor, after: string, limit: number) {
  return tx
    .select({
      id: comments.id,
      itemId: comments.itemId,
      workspaceId: comments.workspaceId,
      text: comments.text,
      createdAt: comments.createdAt,
    })
    .from(comments)
    .where(hasNoEntry(tx, comments.id, after))
    .orderBy(asc(comments.id))
    .limit(limit)
    .for("key share", { of: comments });
}

/** Returns folders without a search entry. */
export async function foldersWithoutEntry(tx: Executor, after: string, limit: number) {
  return tx
    .select({ id: folders.id, workspaceId: folders.workspaceId, name: folders.name, createdAt: folders.createdAt })
    .from(folders)
    .where(hasNoEntry(tx, folders.id, after))
    .orderBy(asc(folders.id))
    .limit(limit)
    .for("key share", { of: folders });
}

/** Id of an entry after which a page begins, and null after the last page. */
type Position = string | null;

/**
 * Gives the entries of a page after an id the container of their item, where they have none or another one: rows of earlier releases, and those
 * that were added while their item moved. Rows that others have locked are skipped. Returns the last id of the page.
 */
export async function fillContainers(db: Executor, after: string, limit: number): Promise<Position> {
  const { rows } = await db.execute<{ last: Position; read: number }>(sql`
    with page as materialized (
        select id, item_id, container_id from search_entries where id > ${after}::uuid order by id limit ${limit}
      ),
      chosen as materialized (
        select e.id, i.container_id
        from page p
          join items i on i.id = p.item_id
          join search_entries e on e.id = p.id
        where p.container_id is distinct from i.container_id
        for no key update of e skip locked
      ),
      placed as (
        update search_entries e set container_id = c.container_id from chosen c where e.id = c.id
      )
    select (select id::text from page order by id desc limit 1) as last, (select count(*)::int from page) as read`);
  const [page] = rows;
  return page && page.read === limit ? page.last : null;
}

/** Returns whether there are entries without their container. This is the state after the update that introduced it. */
export async function lacksContainers(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ unplaced: boolean }>(
    sql`select exists (select from search_entries where container_id is null and item_id is not null) as unplaced`,
  );
  return rows[0]?.unplaced === true;
}

/** Returns whether there is searchable data but no entry. This is the state right after the index was introduced. */
export async function isUnindexed(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ unindexed: boolean }>(
    sql`select not exists (select from search_entries) and (exists (select from items) or exists (select from folders)) as unindexed`,
  );
  return rows[0]?.unindexed === true;
}
