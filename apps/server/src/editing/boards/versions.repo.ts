import type { BoardCanvas } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/** A version without its content. */
export interface VersionRow {
  n: number;
  name: string | null;
  elements: number;
  createdAt: Date;
  by: { id: string; name: string; avatar: string | null }[];
}

interface Row extends Record<string, unknown> {
  n: number;
  name: string | null;
  elements: number;
  created_at: string;
  by: { id: string; name: string; avatar: string | null }[] | null;
}

const COLUMNS = sql`
  v.n, v.name, v.elements, v.created_at,
  (select json_agg(json_build_object('id', u.id, 'name', u.display_name, 'avatar', u.avatar_blob_id) order by u.display_name, u.id)
    from users u where u.id = any(v.user_ids)) as by`;
const rowOf = ({ n, name, elements, created_at: at, by }: Row): VersionRow => ({
  n,
  name,
  elements,
  createdAt: new Date(at),
  by: by ?? [],
});

/** Returns the versions of a board, the newest first. */
export async function listVersions(db: Executor, boardId: string): Promise<VersionRow[]> {
  const { rows } = await db.execute<Row>(
    sql`select ${COLUMNS} from board_versions v where v.board_id = ${boardId} order by v.n desc limit 2000`,
  );
  return rows.map(rowOf);
}

export async function findVersion(db: Executor, boardId: string, n: number): Promise<VersionRow | undefined> {
  const { rows } = await db.execute<Row>(sql`select ${COLUMNS} from board_versions v where v.board_id = ${boardId} and v.n = ${n}`);
  return rows[0] && rowOf(rows[0]);
}

/** What of a locked board a new version needs. */
export interface Unversioned {
  seq: number;
  bytes: number;
  version: number;
  versionSeq: number;
  elements: number;
  canvas: BoardCanvas;
  changedSince: Date | null;
}

/** Locks a board for a new version. Undefined when it is deleted. */
export async function lockUnversioned(tx: Executor, boardId: string): Promise<Unversioned | undefined> {
  const { rows } = await tx.execute<{
    seq: string;
    bytes: string;
    version: number;
    version_seq: string;
    elements: number;
    canvas: BoardCanvas;
    changed_since: string | null;
  }>(sql`select seq, bytes, version, version_seq, elements, canvas, changed_since from boards where item_id = ${boardId} for update`);
  const [row] = rows;
  return (
    row && {
      seq: Number(row.seq),
      bytes: Number(row.bytes),
      version: row.version,
      versionSeq: Number(row.version_seq),
      elements: row.elements,
      canvas: row.canvas,
      changedSince: row.changed_since === null ? null : new Date(row.changed_since),
    }
  );
}

/** Returns the elements that changed after a number, and who changed them last. */
export async function listChanged(tx: Executor, boardId: string, afterSeq: number): Promise<{ text: string; userIds: string[] }> {
  const { rows } = await tx.execute<{ text: string | null; ids: string[] | null }>(sql`
    select string_agg(data::text, ',') as text, array_agg(distinct updated_by) filter (where updated_by is not null) as ids
    from board_elements where board_id = ${boardId} and seq > ${afterSeq}`);
  return { text: `[${rows[0]?.text ?? ""}]`, userIds: rows[0]?.ids ?? [] };
}

/** Inserts the next version of a locked board. */
export async function insertVersion(
  tx: Executor,
  boardId: string,
  version: {
    n: number;
    seq: number;
    name: string | null;
    userIds: string[];
    elements: number;
    canvas: BoardCanvas;
    delta: Buffer;
    at: Date;
  },
): Promise<void> {
  const at = sql`${version.at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into board_versions (board_id, n, name, user_ids, elements, canvas, delta, created_at)
    values (${boardId}, ${version.n}, ${version.name}, ${sql.param(version.userIds)}::uuid[], ${version.elements},
      ${JSON.stringify(version.canvas)}::jsonb, ${version.delta}, ${at})`);
  await tx.execute(sql`
    update boards set version = ${version.n}, version_seq = ${version.seq}, changed_since = null where item_id = ${boardId}`);
}

/** Returns the contents of the versions up to one, the oldest first, and the canvas of that one. */
export async function listDeltas(db: Executor, boardId: string, n: number): Promise<{ delta: Buffer; canvas: BoardCanvas }[]> {
  const { rows } = await db.execute<{ delta: Buffer; canvas: BoardCanvas }>(
    sql`select delta, canvas from board_versions where board_id = ${boardId} and n <= ${n} order by n`,
  );
  return rows;
}

/** Returns the bytes of the elements that are not deleted. */
export async function shownBytes(tx: Executor, boardId: string): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(
    sql`select coalesce(sum(bytes), 0) as bytes from board_elements where board_id = ${boardId} and not deleted`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** A version that may be merged into the next one. */
export interface OldVersion {
  n: number;
  name: string | null;
  bytes: number;
  createdAt: Date;
}

/** Returns the versions of a board with the sizes of their contents, the oldest first. */
export async function listSizes(tx: Executor, boardId: string): Promise<OldVersion[]> {
  const { rows } = await tx.execute<{ n: number; name: string | null; bytes: number; created_at: string }>(sql`
    select n, name, length(delta) as bytes, created_at from board_versions where board_id = ${boardId} order by n`);
  return rows.map((row) => ({ n: row.n, name: row.name, bytes: row.bytes, createdAt: new Date(row.created_at) }));
}

export async function findDelta(tx: Executor, boardId: string, n: number): Promise<Buffer | undefined> {
  const { rows } = await tx.execute<{ delta: Buffer }>(sql`select delta from board_versions where board_id = ${boardId} and n = ${n}`);
  return rows[0]?.delta;
}

/** Replaces two versions by the later one, whose content includes that of the earlier one. */
export async function replaceVersion(tx: Executor, boardId: string, earlier: number, later: number, delta: Buffer): Promise<void> {
  await tx.execute(sql`
    update board_versions v set delta = ${delta}, user_ids = array(select distinct unnest(v.user_ids || e.user_ids))
    from board_versions e where v.board_id = ${boardId} and v.n = ${later} and e.board_id = ${boardId} and e.n = ${earlier}`);
  await tx.execute(sql`delete from board_versions where board_id = ${boardId} and n = ${earlier}`);
}

/** Returns the next boards with unnamed versions that are older than a time. */
export async function boardsWithOldVersions(db: Executor, before: Date, afterId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct board_id as id from board_versions
    where created_at < ${before.toISOString()}::timestamptz and name is null and board_id > ${afterId}::uuid order by 1 limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Deletes rows of the log that every process has read. */
export async function deleteUpdates(db: Executor, boardId: string, before: Date): Promise<void> {
  await db.execute(sql`delete from board_updates where board_id = ${boardId} and created_at < ${before.toISOString()}::timestamptz`);
}

/** Removes marks of elements that were deleted long ago. Clients with an older state read the whole board. */
export async function pruneDeleted(tx: Executor, boardId: string, before: Date): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with gone as (
      delete from board_elements where board_id = ${boardId} and deleted and updated_at < ${before.toISOString()}::timestamptz returning seq, bytes
    ),
    total as (select count(*)::int as count, coalesce(max(seq), 0) as seq, coalesce(sum(bytes), 0) as bytes from gone)
    update boards set pruned_seq = greatest(pruned_seq, total.seq), bytes = boards.bytes - total.bytes
    from total where item_id = ${boardId} returning total.count`);
  return rows[0]?.count ?? 0;
}
