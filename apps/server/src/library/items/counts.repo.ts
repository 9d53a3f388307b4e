import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { inReach, type Reach, reachValues } from "./reach.plan.ts";

/** Stars are counted one by one, up to here. */
const STARRED_MAX = 100_000;
/** Rows that a space's sums may have beyond one a place, before they are folded. */
const SPARE_MAX = 200;

export interface Counts {
  images: number;
  videos: number;
  shared: number;
  starred: number;
  trash: number;
  storedBytes: number;
  trashBytes: number;
}

/** The statement of the numbers beside the sections. `$1` is the workspace, `$2` the caller. */
export const COUNTS = {
  name: "items-counts",
  text: `select coalesce(sum(c.images), 0)::int as images, coalesce(sum(c.videos), 0)::int as videos, coalesce(sum(c.shared), 0)::int as shared,
      coalesce(sum(c.trash), 0)::int as trash, coalesce(sum(c.stored_bytes), 0)::text as stored, coalesce(sum(c.trash_bytes), 0)::text as trash_bytes,
      count(*) - count(distinct c.container_id) > ${SPARE_MAX} as crowded,
      (select count(*)::int from (select from favorites f
        where f.user_id = $2 and f.workspace_id = $1 and f.type in ('image', 'video') and not f.trashed limit ${STARRED_MAX}) s) as starred
    from item_counts c where c.workspace_id = $1`,
} as const;

/**
 * The same of what is in somebody's reach: the sums of its places, without the single items there that are kept from them, and with those
 * elsewhere that are not. `$3` to `$5` are the reach.
 */
export function reachedCounts(way: Reach["way"]): { name: string; text: string } {
  const lies = (container: string): string => `${container} ${way === "within" ? "in" : "not in"} (select unnest($3::uuid[]))`;
  const single = (of: string, where = "true"): string => `coalesce(sum(one.sign * ${of}) filter (where ${where}), 0)`;
  return {
    name: `items-counts-${way}`,
    text: `select (c.images + s.images)::int as images, (c.videos + s.videos)::int as videos, (c.shared + s.shared)::int as shared,
        (c.trash + s.trash)::int as trash, (c.stored + s.stored)::text as stored, (c.trash_bytes + s.trash_bytes)::text as trash_bytes, c.crowded,
        (select count(*)::int from (
            select item_id from favorites where user_id = $2 and workspace_id = $1 and not trashed
            order by type, item_created_at desc, item_id desc limit ${STARRED_MAX}) f
          cross join lateral (select from items i where i.id = f.item_id and ${inReach(way, { container: "i.container_id", id: "i.id" }, 3)} limit 1) i) as starred
      from (
        select coalesce(sum(images), 0) as images, coalesce(sum(videos), 0) as videos, coalesce(sum(shared), 0) as shared, coalesce(sum(trash), 0) as trash,
          coalesce(sum(stored_bytes), 0) as stored, coalesce(sum(trash_bytes), 0) as trash_bytes, count(*) - count(distinct container_id) > ${SPARE_MAX} as crowded
        from item_counts where workspace_id = $1 and ${lies("container_id")}) c
      cross join (
        select ${single("1", "i.type = 'image' and i.trashed_at is null")} as images, ${single("1", "i.type = 'video' and i.trashed_at is null")} as videos,
          ${single("1", "i.shared and i.trashed_at is null")} as shared, ${single("1", "i.trashed_at is not null")} as trash,
          ${single("i.size_bytes")} as stored, ${single("i.size_bytes", "i.trashed_at is not null")} as trash_bytes
        from (select unnest($4::uuid[]) as id, 1 as sign union all select unnest($5::uuid[]), -1) one
        cross join lateral (
          select type, trashed_at, shared, size_bytes, container_id from items where id = one.id and workspace_id = $1 limit 1) i
        where (one.sign = 1) <> (${lies("i.container_id")})) s`,
  };
}

/** The numbers beside the sections, of what is in the caller's reach (null: all), and whether the sums that they come from want folding. */
export async function countItems(
  pool: Pool,
  workspaceId: string,
  userId: string | null,
  reach: Reach | null,
): Promise<{ counts: Counts; crowded: boolean }> {
  const { rows } = await pool.query<Omit<Counts, "storedBytes" | "trashBytes"> & { stored: string; trash_bytes: string; crowded: boolean }>(
    {
      ...(reach === null ? COUNTS : reachedCounts(reach.way)),
      values: [workspaceId, userId, ...(reach === null ? [] : reachValues(reach))],
    },
  );
  const [row] = rows;
  return {
    counts: {
      images: row?.images ?? 0,
      videos: row?.videos ?? 0,
      shared: row?.shared ?? 0,
      starred: row?.starred ?? 0,
      trash: row?.trash ?? 0,
      storedBytes: Number(row?.stored ?? 0),
      trashBytes: Number(row?.trash_bytes ?? 0),
    },
    crowded: row?.crowded ?? false,
  };
}

/** Makes one row a place of a space's sums. Differences that others add meanwhile stay beside them. */
export async function foldCounts(db: Executor, workspaceId: string): Promise<number> {
  const folded = await db.execute(sql`
    with old as (delete from item_counts where workspace_id = ${workspaceId} returning *)
    insert into item_counts
    select workspace_id, container_id, sum(images), sum(videos), sum(shared), sum(trash), sum(stored_bytes), sum(trash_bytes)
    from old group by workspace_id, container_id
    having sum(images) <> 0 or sum(videos) <> 0 or sum(shared) <> 0 or sum(trash) <> 0 or sum(stored_bytes) <> 0 or sum(trash_bytes) <> 0`);
  return folded.rowCount ?? 0;
}

/** The next spaces by id, for work that goes through all of them. */
export async function workspacesAfter(db: Executor, afterId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from workspaces where id > ${afterId}::uuid order by id limit ${limit}`);
  return rows.map((row) => row.id);
}

/**
 * Counts a space's items one by one and adds what its sums lack. One statement sees items and sums at the same moment, so
 * nobody has to wait for it. Answers the places whose numbers were wrong.
 */
export async function repairCounts(db: Executor, workspaceId: string): Promise<string[]> {
  const { rows } = await db.execute<{ container_id: string }>(sql`
    with truth as (
      select container_id, count(*) filter (where trashed_at is null and type = 'image') as images,
        count(*) filter (where trashed_at is null and type = 'video') as videos, count(*) filter (where trashed_at is null and shared) as shared,
        count(*) filter (where trashed_at is not null) as trash, sum(size_bytes) as stored_bytes,
        coalesce(sum(size_bytes) filter (where trashed_at is not null), 0) as trash_bytes
      from items where workspace_id = ${workspaceId} group by container_id),
    told as (
      select container_id, -sum(images), -sum(videos), -sum(shared), -sum(trash), -sum(stored_bytes), -sum(trash_bytes)
      from item_counts where workspace_id = ${workspaceId} group by container_id)
    insert into item_counts
    select ${workspaceId}::uuid, container_id, sum(images), sum(videos), sum(shared), sum(trash), sum(stored_bytes), sum(trash_bytes)
    from (select * from truth union all select * from told) both_sides group by container_id
    having sum(images) <> 0 or sum(videos) <> 0 or sum(shared) <> 0 or sum(trash) <> 0 or sum(stored_bytes) <> 0 or sum(trash_bytes) <> 0
    returning container_id`);
  return rows.map((row) => row.container_id);
}
