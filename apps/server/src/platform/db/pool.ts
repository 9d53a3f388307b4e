import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import pg from "pg";
import type { Logger } from "pino";
import { createBulkhead } from "./bulkhead.ts";
import { repeatConflicts } from "./conflicts.ts";
import { hasClientGone } from "./current-request.ts";
import { ClientGone, DatabaseUnavailable } from "./database-errors.ts";
import { observeStatements, type StatementObserver } from "./observe-statements.ts";
import { createReads, type Reads } from "./reads.ts";
import { slowStatements } from "./slow-statements.ts";
import type { Queryable } from "./statement.ts";
import { withoutNames } from "./without-names.ts";

/** PostgreSQL's text format of a UTC timestamp, such as `2026-11-21 16:44:35.123+00`. */
const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/u;
const parseAnyTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/**
 * Parses timestamps with the engine's ISO parser. Lists read hundreds, and the driver's parser takes five times as
 * long.
 */
function parseTimestamp(text: string): Date {
  return UTC_TIMESTAMP.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTimestamp(text);
}

/** Converts PostgreSQL's timestamp text to the format of `Date.toISOString`. */
function isoTimestamp(text: string): string {
  if (!UTC_TIMESTAMP.test(text)) return parseAnyTimestamp(text).toISOString();
  // The seconds are followed by nothing, or by a point and up to six digits.
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${`${text.slice(19, -3) || "."}000`.slice(0, 4)}Z`;
}

const reading = (parse: (text: string) => Date | string): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.TIMESTAMPTZ && format !== "binary" ? parse : pg.types.getTypeParser(oid as number, format as "text"),
});

const parsers = reading(parseTimestamp);

/**
 * Query option for statements whose timestamps are only passed on to the client: they are read as ISO strings.
 * Lists contain hundreds of timestamps, and creating `Date` objects costs more than the rest of the row.
 */
export const ISO_TIMESTAMPS = reading(isoTimestamp);

/** Address of the database: a connection string, or the socket of the embedded server. */
export type DatabaseAddress = { connectionString: string } | { host: string; user: string; database: string };

/** Returns the address of another database of the same server. */
export function addressBeside(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!("connectionString" in address)) return { ...address, database };
  const url = new URL(address.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.href };
}

/** Time limit of one statement in milliseconds, outside {@link withStatementLimit}. PostgreSQL cancels a longer one. */
export const STATEMENT_LIMIT_MS = 30_000;
/** Maximum number of search statements that wait for a connection; more are refused. */
const SEARCH_QUEUE_MAX = 200;
/** Maximum time in milliseconds that a search statement waits for its turn. */
const SEARCH_WAIT_MS = 3_000;

const statementLimit = new AsyncLocalStorage<number>();
/** Whether the statement that waits for a connection only matters to the client of its request. */
const forClient = new AsyncLocalStorage<boolean>();

/**
 * Runs work whose statements may take longer than those of a request: jobs and migrations.
 * @param limitMs time limit of each statement in milliseconds; 0 means none
 */
export const withStatementLimit = <T>(limitMs: number, work: () => Promise<T>): Promise<T> => statementLimit.run(limitMs, work);

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: Error | boolean) => void) => void;

/** The connection pool of a process. */
export class DatabasePool extends pg.Pool {
  /**
   * The pool whose connections have a session: for LISTEN, session locks, migrations, the queue and jobs. It differs from this pool when
   * this one connects to a pooler by transaction.
   */
  readonly direct: DatabasePool;
  /** Connections to a replica, if there is one. */
  readonly replica: DatabasePool | undefined;
  /** For statements that only read: the replica while it is current, otherwise this pool. */
  readonly reads: Queryable | Reads;
  /** The pool for searches: they use at most half of the connections, so that other requests always find one. */
  readonly searches: Queryable;
  /** The statement limit that each connection has now, in milliseconds. */
  readonly #limits = new WeakMap<pg.PoolClient, number>();
  readonly #opened = new Set<pg.PoolClient>();
  readonly #borrowed = new Set<pg.PoolClient>();
  /** Connections that were open while the database did not answer. They may never answer, and are replaced. */
  readonly #stale = new WeakSet<pg.PoolClient>();
  #isFrozen = false;

  constructor(options: pg.PoolConfig, { direct, replica }: { direct?: DatabasePool | undefined; replica?: DatabasePool | undefined } = {}) {
    super({ ...options, onConnect: (client) => this.#prepare(client as pg.PoolClient) } as pg.PoolConfig);
    this.direct = direct ?? this;
    this.replica = replica;
    const bulkhead = createBulkhead({
      max: Math.max(1, Math.floor(this.options.max / 2)),
      queue: SEARCH_QUEUE_MAX,
      waitMs: SEARCH_WAIT_MS,
    });
    const send = this.query.bind(this) as (...given: unknown[]) => Promise<unknown>;
    // Such a statement is a separate transaction.
    this.query = ((...given: unknown[]) => {
      if (typeof given.at(-1) === "function") return send(...given);
      const [statement] = given as [{ isForClient?: boolean }];
      return repeatConflicts(() => (statement.isForClient === true ? forClient.run(true, () => send(...given)) : send(...given)));
    }) as pg.Pool["query"];
    this.reads = replica ? createReads(this, replica) : this;
    const query = (statement: pg.QueryConfig): Promise<unknown> =>
      bulkhead.run(() => this.reads.query({ ...statement, isForClient: true } as pg.QueryConfig));
    this.searches = { query: query as Queryable["query"] };
    this.on("acquire", (client) => this.#borrowed.add(client));
    this.on("release", (_error, client) => this.#borrowed.delete(client as pg.PoolClient));
    this.on("connect", (client) => this.#opened.add(client));
    this.on("remove", (client) => {
      this.#opened.delete(client as pg.PoolClient);
      this.#borrowed.delete(client as pg.PoolClient);
    });
  }

  /** Whether a pooler by transaction is in front of the database, so that connections have no session. */
  get isPooled(): boolean {
    return this.direct !== this;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    const others = this.all.filter((pool) => pool !== this);
    const ended = Promise.all([super.end(), ...others.map((pool) => pool.end())]);
    if (!callback) return ended.then(() => {});
    void ended.finally(callback);
  }

  /** This pool, and those of the database itself and of the replica if they differ. */
  get all(): DatabasePool[] {
    return [...new Set([this, this.direct, ...(this.replica ? [this.replica] : [])])];
  }

  /** Whether the database does not answer. Then statements in flight have ended, and new ones are refused. */
  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  set isFrozen(isFrozen: boolean) {
    this.#isFrozen = isFrozen;
    if (!isFrozen) return;
    for (const client of this.#opened) {
      this.#stale.add(client);
      // `end` of a connection with a statement in flight closes the socket, which fails the statement.
      if (this.#borrowed.has(client)) void (client as unknown as pg.Client).end().catch(() => {});
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error as Error)));
      });
    if (this.#isFrozen) {
      process.nextTick(callback, new DatabaseUnavailable("The database does not answer."), undefined, () => {});
      return;
    }
    const limitMs = statementLimit.getStore() ?? STATEMENT_LIMIT_MS;
    // A limit belongs to a session.
    if (this.isPooled && limitMs !== STATEMENT_LIMIT_MS) return this.direct.connect(callback);
    // The pool calls who waits in the context of who releases. Its statements would belong to another request, with another limit.
    const connected: Connected = AsyncResource.bind((error, client, release) => {
      if (client && this.#stale.has(client)) {
        release(true);
        return this.connect(callback);
      }
      if (client && forClient.getStore() === true && hasClientGone()) {
        release();
        return callback(new ClientGone("The client closed the connection."), undefined, () => {});
      }
      if (!client || this.#limits.get(client) === limitMs) return callback(error, client, release);
      const answer = AsyncResource.bind(callback);
      client.query(`set statement_timeout = ${limitMs}`, (failure: Error | null) => {
        if (!failure) this.#limits.set(client, limitMs);
        else release(failure);
        answer(failure ?? undefined, failure ? undefined : client, release);
      });
    });
    super.connect(connected);
  }

  /** Settings of a new connection. As startup parameters, a pooler such as PgBouncer would refuse them. */
  async #prepare(client: pg.PoolClient): Promise<void> {
    this.#limits.set(client, STATEMENT_LIMIT_MS);
    if (this.isPooled) return withoutNames(client);
    await client.query(`set jit = off; set statement_timeout = ${STATEMENT_LIMIT_MS}`);
  }
}

/** Maximum number of connections, and the log. */
export interface PoolOptions {
  max: number;
  log: Logger;
  /** Statements that take longer, in milliseconds, are logged; 0 logs none. */
  slowMs?: number | undefined;
  /** Called for each statement, for traces. */
  trace?: StatementObserver | undefined;
  /** Address of the database itself, when the other one is that of a pooler by transaction. */
  direct?: DatabaseAddress | undefined;
  /** Address of a replica for statements that only read. */
  replica?: DatabaseAddress | undefined;
}

/**
 * Creates the connection pool. A lost connection is logged and replaced and never crashes the process.
 * Waiting for a free connection times out after 5 s, so that requests fail during an outage instead of hanging.
 * On every connection just-in-time compilation is off, because it makes searches up to 400 times as slow, and each
 * statement has a time limit. With a pooler by transaction the pooler sets both.
 */
export function createPool(address: DatabaseAddress, { max, log, slowMs, trace, direct, replica }: PoolOptions): DatabasePool {
  const options = {
    ...address,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "stillreel",
    types: parsers,
  };
  const pool = new DatabasePool(options, {
    direct: direct && createPool(direct, { max, log, slowMs, trace }),
    replica: replica && createPool(replica, { max, log, slowMs, trace }),
  });
  const complain = (error: Error): void => log.warn({ err: error }, "a database connection was lost");
  pool.on("error", complain);
  pool.on("connect", (client) => client.on("error", complain));
  for (const observe of [trace, slowMs ? slowStatements(slowMs, log) : undefined])
    if (observe) pool.on("connect", (client) => observeStatements(client, observe));
  return pool;
}
