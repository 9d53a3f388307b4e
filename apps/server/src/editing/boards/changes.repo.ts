import type { BoardCanvas, BoardElement } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import type { Stored, Written } from "./merge.plan.ts";

/** A locked board. */
export interface LockedBoard {
  seq: number;
  elements: number;
  bytes: number;
  canvas: BoardCanvas;
}

/** Locks a board for a change. Undefined when it is deleted or in the trash. */
export async function lockBoard(tx: Executor, boardId: string): Promise<LockedBoard | undefined> {
  const { rows } = await tx.execute<{ seq: string; elements: number; bytes: string; canvas: BoardCanvas }>(sql`
    select b.seq, b.elements, b.bytes, b.canvas from boards b join items i on i.id = b.item_id
    where b.item_id = ${boardId} and i.trashed_at is null for update of b`);
  const [row] = rows;
  return row && { seq: Number(row.seq), elements: row.elements, bytes: Number(row.bytes), canvas: row.canvas };
}

const list = (ids: readonly string[]) => sql`any(${sql.param(ids)}::text[])`;

/** Returns the versions of these elements of a locked board. */
export async function findStored(tx: Executor, boardId: string, ids: readonly string[]): Promise<Map<string, Stored>> {
  const { rows } = await tx.execute<{ id: string; version: number; nonce: string; deleted: boolean; bytes: number }>(sql`
    select element_id as id, version, nonce, deleted, bytes from board_elements where board_id = ${boardId} and element_id = ${list(ids)}`);
  return new Map(rows.map(({ id, version, nonce, deleted, bytes }) => [id, { version, nonce: Number(nonce), deleted, bytes }]));
}

/** Returns the JSON texts of these elements. */
export async function findTexts(tx: Executor, boardId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; text: string }>(sql`
    select element_id as id, data::text as text from board_elements where board_id = ${boardId} and element_id = ${list(ids)}`);
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** One stored change: a row of the log. */
export interface Update {
  seq: number;
  /** The open page that sent it; null for changes by the API. */
  participant: string | null;
  userId: string | null;
  won: readonly Written[];
  canvas: BoardCanvas | null;
}

const jsonArray = (won: readonly Written[]): string => `[${won.map(({ text }) => text).join(",")}]`;

/** Stores the changes of a locked board: elements, log and totals, in one statement. */
export async function storeUpdates(tx: Executor, boardId: string, updates: readonly Update[], after: LockedBoard, at: Date): Promise<void> {
  const latest = new Map<string, { one: Written; update: Update }>();
  for (const update of updates) for (const one of update.won) latest.set(one.element.id, { one, update });
  const rows = [...latest.values()];
  const column = <T>(of: (row: { one: Written; update: Update }) => T): T[] => rows.map(of);
  const time = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with changed as (
      insert into board_elements (board_id, element_id, version, nonce, deleted, seq, bytes, data, created_by, updated_by, updated_at)
      select ${boardId}::uuid, e.id, e.version, e.nonce, e.deleted, e.seq, e.bytes, e.data::json, e.by, e.by, ${time}
      from unnest(${sql.param(column(({ one }) => one.element.id))}::text[], ${sql.param(column(({ one }) => one.element.version))}::int[],
        ${sql.param(column(({ one }) => one.element.versionNonce))}::bigint[], ${sql.param(column(({ one }) => one.element.isDeleted))}::boolean[],
        ${sql.param(column(({ update }) => update.seq))}::bigint[], ${sql.param(column(({ one }) => one.bytes))}::int[],
        ${sql.param(column(({ one }) => one.text))}::text[], ${sql.param(column(({ update }) => update.userId))}::uuid[])
        as e(id, version, nonce, deleted, seq, bytes, data, by)
      on conflict (board_id, element_id) do update set version = excluded.version, nonce = excluded.nonce, deleted = excluded.deleted,
        seq = excluded.seq, bytes = excluded.bytes, data = excluded.data, updated_by = excluded.updated_by, updated_at = excluded.updated_at
    ),
    logged as (
      insert into board_updates (board_id, seq, participant, user_id, elements, canvas, created_at)
      select ${boardId}::uuid, u.seq, u.participant, u.by, u.elements::json, u.canvas::jsonb, ${time}
      from unnest(${sql.param(updates.map(({ seq }) => seq))}::bigint[], ${sql.param(updates.map(({ participant }) => participant))}::text[],
        ${sql.param(updates.map(({ userId }) => userId))}::uuid[], ${sql.param(updates.map(({ won }) => jsonArray(won)))}::text[],
        ${sql.param(updates.map(({ canvas }) => canvas && JSON.stringify(canvas)))}::text[]) as u(seq, participant, by, elements, canvas)
    )
    update boards set seq = ${after.seq}, elements = ${after.elements}, bytes = ${after.bytes},
      canvas = ${JSON.stringify(after.canvas)}::jsonb, changed_since = coalesce(changed_since, ${time})
    where item_id = ${boardId}`);
}

/** A row of the log, as other processes read it. */
export interface LoggedUpdate {
  seq: number;
  participant: string | null;
  /** JSON text of the elements, with brackets. */
  elements: string;
  canvas: BoardCanvas | null;
}

/** Returns the changes of a board after one, in their order. */
export async function listUpdates(db: Executor, boardId: string, afterSeq: number, limit: number): Promise<LoggedUpdate[]> {
  const { rows } = await db.execute<{ seq: string; participant: string | null; elements: string; canvas: BoardCanvas | null }>(sql`
    select seq, participant, elements::text as elements, canvas from board_updates
    where board_id = ${boardId} and seq > ${afterSeq} order by seq limit ${limit}`);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/** The state of a board, or what of it changed after a number. */
export interface BoardState {
  seq: number;
  canvas: BoardCanvas;
  isWhole: boolean;
  /** JSON text of the elements, with brackets, in the order in which they are drawn. */
  elements: string;
}

/** Elements of one row. Large rows need large buffers, which remain in memory until the next garbage collection. */
const PART_ELEMENTS = 100;

/**
 * Reads a board in one statement, so that number and elements belong together. Without `since`, or when marks of elements that were deleted
 * since are removed, it is the whole board without deleted elements.
 */
export async function readState(db: Executor, boardId: string, since: number | null): Promise<BoardState | undefined> {
  const { rows } = await db.execute<{ seq: string; canvas: BoardCanvas; whole: boolean; part: string | null }>(sql`
    select b.seq, b.canvas, s.whole, p.part
    from boards b cross join lateral (
      select ${since === null}::boolean or ${since ?? 0} < b.pruned_seq or ${since ?? 0} > b.seq as whole
    ) s left join lateral (
      select string_agg(e.text, ',' order by e.position) as part, e.position / ${PART_ELEMENTS} as number
      from (
        select e.data::text as text,
          row_number() over (order by (e.data ->> 'index') collate "C" nulls first, e.element_id collate "C") - 1 as position
        from board_elements e where e.board_id = b.item_id and case when s.whole then not e.deleted else e.seq > ${since ?? 0} end
      ) e group by number
    ) p on true
    where b.item_id = ${boardId} order by p.number`);
  const [row] = rows;
  const parts = rows.flatMap(({ part }) => part ?? []);
  return row && { seq: Number(row.seq), canvas: row.canvas, isWhole: row.whole, elements: `[${parts.join(",")}]` };
}

/** Returns all elements of a board, deleted ones included. */
export async function listAll(db: Executor, boardId: string): Promise<BoardElement[]> {
  const { rows } = await db.execute<{ data: BoardElement }>(sql`select data from board_elements where board_id = ${boardId}`);
  return rows.map(({ data }) => data);
}

/** Inserts the state of a new board. */
export async function insertBoard(tx: Executor, boardId: string, canvas: BoardCanvas): Promise<void> {
  await tx.execute(sql`insert into boards (item_id, canvas) values (${boardId}, ${JSON.stringify(canvas)}::jsonb)`);
}
