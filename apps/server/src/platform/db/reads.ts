import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { DatabaseUnavailable, isConflict, isConnectionLost } from "./database-errors.ts";
import { nextFlight } from "./single-flight.ts";
import type { Queryable } from "./statement.ts";

/** Pauses between the questions whether the replica has caught up, in milliseconds. Then the primary is read. */
const PAUSES_MS = [1, 3, 8];
/** Time for an answer of the replica about its position, in milliseconds. */
const ANSWER_MS = 500;
/** Time in milliseconds for which a replica that is late or absent is not asked again. */
const REST_MS = 500;

/** Identity of a database, which its replica shares. */
const IDENTITY = "(select system_identifier from pg_control_system()) || ' ' || current_database()";
/** The position up to which everything that is visible is stored. */
const POSITION = `select ${IDENTITY} as identity, (case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as position`;
const REACHED = `select ${IDENTITY} as identity, pg_is_in_recovery() as replicates,
  coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached,
  coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as seconds`;

/** What a replica answers about its position. */
interface Answer {
  identity: string;
  replicates: boolean;
  reached: boolean;
  /** Age of the last change that it has. */
  seconds: number;
}

/** State of a replica. `seconds` is the age of the last change that it has, when it is late. */
export type ReplicaState = { kind: "current" } | { kind: "late"; seconds: number } | { kind: "foreign" } | { kind: "away" };

/** Returns whether a statement that failed on the replica may succeed on the primary. A statement at its time limit would not. */
const isRepeatable = (error: unknown): boolean => isConflict(error) || isConnectionLost(error) || error instanceof DatabaseUnavailable;

/** Statements that only read, and their replica. */
export interface Reads extends Queryable {
  /** Asks the replica whether it has everything that is stored now. */
  state(): Promise<ReplicaState>;
}

/**
 * Sends statements that only read to a replica, when it has everything that the primary had stored when the statement began; otherwise
 * to the primary. So each answer contains the changes and the revoked rights of all processes, like an answer of the primary. The
 * statements of a short time share one question for the position. See ADR 0043.
 */
export function createReads(primary: Queryable, replica: Queryable): Reads {
  let restUntil = 0;

  async function ask(position: string): Promise<Answer | undefined> {
    const timer = new AbortController();
    const late = sleep(ANSWER_MS, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
    try {
      const answered = replica.query<Answer & pg.QueryResultRow>(REACHED, [position]).then(({ rows }) => rows[0]);
      return await Promise.race([answered, late]);
    } catch {
      return undefined;
    } finally {
      timer.abort();
    }
  }

  async function state(): Promise<ReplicaState> {
    const { rows } = await primary.query<{ identity: string; position: string }>(POSITION);
    const [{ identity, position } = { identity: "", position: "0/0" }] = rows;
    for (const pause of [...PAUSES_MS, null]) {
      const answer = await ask(position);
      if (!answer) return { kind: "away" };
      if (answer.identity !== identity || !answer.replicates) return { kind: "foreign" };
      if (answer.reached) return { kind: "current" };
      if (pause === null) return { kind: "late", seconds: answer.seconds };
      await sleep(pause);
    }
    return { kind: "away" };
  }

  const current = nextFlight(async () => {
    if (performance.now() < restUntil) return false;
    const { kind } = await state();
    if (kind !== "current") restUntil = performance.now() + REST_MS;
    return kind === "current";
  });

  async function query(...given: unknown[]): Promise<unknown> {
    const send = (target: Queryable): Promise<unknown> => (target.query as (...args: unknown[]) => Promise<unknown>)(...given);
    if (!(await current.read("").catch(() => false))) return send(primary);
    try {
      return await send(replica);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      restUntil = performance.now() + REST_MS;
      return send(primary);
    }
  }

  return { query: query as Queryable["query"], state };
}
