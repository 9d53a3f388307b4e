import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../../platform/db/client.ts";
import { loadStatement } from "../../../platform/db/statement.ts";
import { containerAccess, itemAccess } from "../../../access/rights/index.ts";
import { accessValues, type AccessValues, type AccessScope } from "./access-scope.plan.ts";

export interface Counts {
  images: number;
  videos: number;
  boards: number;
  shared: number;
  starred: number;
  trash: number;
  storedBytes: number;
  trashBytes: number;
}

interface CountsRow {
  images: number;
  videos: number;
  boards: number;
  shared: number;
  starred: number;
  trash: number;
  stored: string;
  trash_bytes: string;
  crowded: boolean;
}

/** $3 to $6 are {@link AccessValues}. */
const SETS = {
  containerIds: "unnest($3::uuid[])",
  inside: "$4::boolean",
  shownIds: "unnest($5::uuid[])",
  hiddenIds: "unnest($6::uuid[])",
};
export const COUNTS = loadStatement<CountsRow, [workspaceId: string, userId: string | null]>(import.meta.url, "./sql/items-counts.sql");
export const READABLE_COUNTS = loadStatement<CountsRow, [workspaceId: string, userId: string | null, ...AccessValues]>(
  import.meta.url,
  "./sql/items-counts-readable.sql",
  {
    slots: {
      itemReadable: itemAccess({ ...SETS, containerId: "i.container_id", itemId: "i.id" }),
      containerReadable: containerAccess({ ...SETS, containerId: "container_id" }),
      itemsContainerReadable: containerAccess({ ...SETS, containerId: "i.container_id" }),
    },
  },
);

/** Returns the section counts of accessible items (null: all), and whether the underlying rows should be compacted. */
export async function countItems(
  pool: Pool,
  workspaceId: string,
  userId: string | null,
  accessScope: AccessScope | null,
): Promise<{ counts: Counts; crowded: boolean }> {
  const [row] =
    accessScope === null
      ? await COUNTS.run(pool, [workspaceId, userId])
      : await READABLE_COUNTS.run(pool, [workspaceId, userId, ...accessValues(accessScope)]);
  return {
    counts: {
      images: row?.images ?? 0,
      videos: row?.videos ?? 0,
      boards: row?.boards ?? 0,
      shared: row?.shared ?? 0,
      starred: row?.starred ?? 0,
      trash: row?.trash ?? 0,
      storedBytes: Number(row?.stored ?? 0),
      trashBytes: Number(row?.trash_bytes ?? 0),
    },
    crowded: row?.crowded ?? false,
  };
}

/**
 * Compacts a workspace's counts to one row per container, its totals to one row, and its stars to one row per user. Differences that are
 * inserted concurrently stay separate rows.
 */
export async function foldCounts(db: Executor, workspaceId: string): Promise<number> {
  const folded = await db.execute(sql`
    with old as (delete from item_counts where workspace_id = ${workspaceId} returning *)
    insert into item_counts (workspace_id, container_id, images, videos, boards, shared, trash, stored_bytes, trash_bytes)
    select workspace_id, container_id, sum(images), sum(videos), sum(boards), sum(shared), sum(trash), sum(stored_bytes), sum(trash_bytes)
    from old group by workspace_id, container_id
    having sum(images) <> 0 or sum(videos) <> 0 or sum(boards) <> 0 or sum(shared) <> 0 or sum(trash) <> 0 or sum(stored_bytes) <> 0 or sum(trash_bytes) <> 0`);
  await db.execute(sql`
    with old as (delete from space_counts where workspace_id = ${workspaceId} returning *)
    insert into space_counts (workspace_id, images, videos, boards, shared, trash, stored_bytes, trash_bytes)
    select workspace_id, sum(images), sum(videos), sum(boards), sum(shared), sum(trash), sum(stored_bytes), sum(trash_bytes)
    from old group by workspace_id
    having sum(images) <> 0 or sum(videos) <> 0 or sum(boards) <> 0 or sum(shared) <> 0 or sum(trash) <> 0 or sum(stored_bytes) <> 0 or sum(trash_bytes) <> 0`);
  await db.execute(sql`
    with old as (delete from star_counts where workspace_id = ${workspaceId} returning *)
    insert into star_counts
    select workspace_id, user_id, sum(stars) from old group by workspace_id, user_id having sum(stars) <> 0`);
  return folded.rowCount ?? 0;
}

/** Returns the next workspaces by id, for jobs that process all workspaces. */
export async function workspacesAfter(db: Executor, afterId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from workspaces where id > ${afterId}::uuid order by id limit ${limit}`);
  return rows.map((row) => row.id);
}

/**
 * Recounts a workspace's items and inserts the differences. One statement sees items and counts in the same snapshot, so
 * no locks are needed. Returns the containers whose counts were wrong, the workspace when its totals were, and the users whose stars were.
 */
export async function repairCounts(db: Executor, workspaceId: string): Promise<string[]> {
  const { rows } = await db.execute<{ container_id: string }>(sql`
    with counted as (
      select container_id, count(*) filter (where trashed_at is null and type = 'image') as images,
        count(*) filter (where trashed_at is null and type = 'video') as videos,
        count(*) filter (where trashed_at is null and type = 'board') as boards, count(*) filter (where trashed_at is null and shared) as shared,
        count(*) filter (where trashed_at is not null) as trash, sum(size_bytes) as stored_bytes,
        coalesce(sum(size_bytes) filter (where trashed_at is not null), 0) as trash_bytes
      from items where workspace_id = ${workspaceId} group by container_id),
    stored as (
      select container_id, -sum(images), -sum(videos), -sum(boards), -sum(shared), -sum(trash), -sum(stored_bytes), -sum(trash_bytes)
      from item_counts where workspace_id = ${workspaceId} group by container_id)
    insert into item_counts (workspace_id, container_id, images, videos, boards, shared, trash, stored_bytes, trash_bytes)
    select ${workspaceId}::uuid, container_id, sum(images), sum(videos), sum(boards), sum(shared), sum(trash), sum(stored_bytes), sum(trash_bytes)
    from (select * from counted union all select * from stored) both_sides group by container_id
    having sum(images) <> 0 or sum(videos) <> 0 or sum(boards) <> 0 or sum(shared) <> 0 or sum(trash) <> 0 or sum(stored_bytes) <> 0 or sum(trash_bytes) <> 0
    returning container_id`);
  // The first statement has corrected the totals by as much. They are wrong only when they differ from the sums of the containers.
  const totals = await db.execute<{ container_id: string }>(sql`
    insert into space_counts (workspace_id, images, videos, boards, shared, trash, stored_bytes, trash_bytes)
    select ${workspaceId}::uuid, sum(images), sum(videos), sum(boards), sum(shared), sum(trash), sum(stored_bytes), sum(trash_bytes)
    from (
      select images, videos, boards, shared, trash, stored_bytes, trash_bytes from item_counts where workspace_id = ${workspaceId}
      union all
      select -images, -videos, -boards, -shared, -trash, -stored_bytes, -trash_bytes from space_counts where workspace_id = ${workspaceId}
    ) both_sides
    having sum(images) <> 0 or sum(videos) <> 0 or sum(boards) <> 0 or sum(shared) <> 0 or sum(trash) <> 0 or sum(stored_bytes) <> 0 or sum(trash_bytes) <> 0
    returning workspace_id as container_id`);
  return [...rows, ...totals.rows].map((row) => row.container_id).concat(await repairStars(db, workspaceId));
}

/** Recounts the stars of a workspace in the same way. Returns the users whose sums were wrong. */
async function repairStars(db: Executor, workspaceId: string): Promise<string[]> {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    insert into star_counts
    select ${workspaceId}::uuid, user_id, sum(stars)
    from (
      select f.user_id, count(*) as stars from items i join favorites f on f.item_id = i.id
      where i.workspace_id = ${workspaceId} and not f.trashed group by f.user_id
      union all
      select user_id, -sum(stars) from star_counts where workspace_id = ${workspaceId} group by user_id
    ) both_sides
    group by user_id having sum(stars) <> 0
    returning user_id`);
  return rows.map((row) => row.user_id);
}
