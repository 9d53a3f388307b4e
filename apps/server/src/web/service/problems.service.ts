import type { Pool, PoolClient } from "pg";
import { searchEngineProblem } from "../../library/search-index/index.ts";
import type { DatabasePool } from "../../platform/db/pool.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { clockProblem, versionsProblem } from "../../platform/processes/index.ts";
import { freeBytesOf } from "./free-space.ts";
import { storeProblem } from "./store-problem.ts";

/** Time limit of one check, in milliseconds. A check without an answer reports nothing, except that of the mail server. */
const CHECK_TIMEOUT_MS = 1_700;
/** Time in milliseconds for which the answers of the checks are reused. */
const REUSE_MS = 60_000;
/** Free space of the data folder below which a warning is reported, in bytes. */
const LOW_SPACE_BYTES = 1024 ** 3;

/** Repetitions of the question which process of the database answers a connection. */
const TURNS = 8;

/** Age of the last change of a replica from which it is reported, in seconds. */
const LATE_REPLICA_S = 30;

/** A part of the installation that needs the administrator, with the remedy. It contains no addresses and no secrets. */
export interface Problem {
  part: "database" | "storage" | "queue" | "mail" | "disk" | "settings";
  message: string;
}

const BY_TRANSACTION =
  "A pooler between server and database works by transaction, which breaks live events, locks and jobs. Set DATABASE_DIRECT_URL to the address of the database itself, or set the pooler to work by session.";

type Context = Pick<Ports, "pool" | "db" | "mail" | "config" | "log" | "storage" | "searchEngine">;

/** Returns the sentence for a database that does not store Unicode, or null. */
export async function encodingProblem(pool: Pick<Pool, "query">): Promise<string | null> {
  const { rows } = await pool.query<{ server_encoding: string }>("show server_encoding");
  const encoding = rows[0]?.server_encoding ?? "unknown";
  return encoding === "UTF8"
    ? null
    : `The database stores text as ${encoding} and refuses other characters. Create one with the encoding UTF8 and set DATABASE_URL to it.`;
}

/**
 * Returns the sentence for a pooler that works by transaction, or null. Two connections without a pooler, or with one that works by
 * session, have their own processes of the database, which never change. A pooler by transaction gives the process of the first, idle
 * connection to the second one, or a different one to each statement.
 */
export async function poolerProblem(pool: Pick<Pool, "connect">): Promise<string | null> {
  const processOf = async (client: PoolClient): Promise<number | undefined> =>
    (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
  const first = await pool.connect();
  try {
    const second = await pool.connect();
    try {
      const before = await processOf(first);
      // A pooler that takes its connections in turn. Other statements of the process take turns too, so one repetition can miss it.
      for (let nth = 0; nth < TURNS; nth += 1) if ((await processOf(first)) !== before) return BY_TRANSACTION;
      await second.query("begin");
      const other = await processOf(second);
      const after = await processOf(first);
      await second.query("rollback");
      return before === after && before !== other ? null : BY_TRANSACTION;
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
}

/** Returns the sentence for a pooler whose connections lack the settings that the server otherwise makes for each session, or null. */
async function pooledSettingsProblem(pool: Pick<Pool, "query">): Promise<string | null> {
  const { rows } = await pool.query<{ jit: string; limit: string }>(
    `select current_setting('jit') as jit, current_setting('statement_timeout') as limit`,
  );
  const [{ jit, limit } = { jit: "off", limit: "30s" }] = rows;
  return jit === "off" && limit !== "0"
    ? null
    : `The connections of the pooler at DATABASE_URL have jit = ${jit} and statement_timeout = ${limit}. Add connect_query='set jit = off; set statement_timeout = 30000' to the database in the configuration of the pooler.`;
}

/** Returns the sentence for a database, or a pooler in front of it, that cannot be used fully, or null. */
export async function databaseProblem({ pool, config }: Pick<Ports, "pool" | "config">): Promise<string | null> {
  const encoding = await encodingProblem(pool);
  if (encoding !== null || !config.DATABASE_URL) return encoding;
  return (await poolerProblem(pool.direct)) ?? (pool.isPooled ? pooledSettingsProblem(pool) : null);
}

/** Returns the sentence for a replica that is not used, or null. */
export async function replicaProblem({ reads }: Pick<DatabasePool, "reads">, lateSeconds = LATE_REPLICA_S): Promise<string | null> {
  if (!("state" in reads)) return null;
  const state = await reads.state();
  const instead = "Lists and searches read the database of DATABASE_URL instead.";
  switch (state.kind) {
    case "away":
      return `The replica of DATABASE_READ_URL does not answer. ${instead} Start it, or correct DATABASE_READ_URL.`;
    case "foreign":
      return `The database of DATABASE_READ_URL is not a replica of the one of DATABASE_URL. ${instead} Correct or remove DATABASE_READ_URL.`;
    case "late":
      if (state.seconds < lateSeconds) return null;
      return `The replica of DATABASE_READ_URL is ${Math.round(state.seconds)} seconds behind. ${instead} Check its replication.`;
    case "current":
      return null;
  }
}

/** Returns the sentence for a disk that is almost full, or null. */
export function spaceProblem(freeBytes: number): string | null {
  return freeBytes >= LOW_SPACE_BYTES
    ? null
    : `Only ${Math.floor(freeBytes / 1024 ** 2)} MB are free on the disk of DATA_DIR. Free space, or move DATA_DIR to a larger disk.`;
}

async function mailProblem({ mail, log }: Context): Promise<string | null> {
  const reason = await mail.check();
  if (reason === null) return null;
  log.warn({ reason }, "the mail server cannot be used");
  return "The mail server of SMTP_URL does not accept connections or the sign-in. Correct SMTP_URL; the log has the reason.";
}

/** Runs a check with a time limit. A check that fails itself reports nothing: readiness reports a database that is away. */
async function limited(check: Promise<string | null>, late: string | null): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string | null>((resolve) => {
    timer = setTimeout(() => resolve(late), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check.catch(() => null), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function findProblems(context: Context): Promise<Problem[]> {
  const { config } = context;
  const checks: [Problem["part"], Promise<string | null>][] = [
    ["database", limited(databaseProblem(context), null)],
    ["database", limited(replicaProblem(context.pool), null)],
    ["database", limited(searchEngineProblem(context), null)],
    ["database", limited(clockProblem(context), null)],
    ["settings", limited(versionsProblem(context), null)],
    ["storage", limited(storeProblem(context), null)],
    ["mail", limited(mailProblem(context), "The mail server of SMTP_URL does not answer. Start it, or correct SMTP_URL.")],
    ["disk", limited(freeBytesOf(config.DATA_DIR).then(spaceProblem), null)],
  ];
  const found = await Promise.all(checks.map(async ([part, message]) => ({ part, message: await message })));
  return [
    ...config.misspelt.map((message): Problem => ({ part: "settings", message })),
    ...found.flatMap(({ part, message }) => (message === null ? [] : [{ part, message }])),
  ];
}

/**
 * Returns a function for the problems that do not stop the server. Its answer is reused for a minute, because the checks connect to other
 * programs, and takes at most 2 s.
 */
export function createProblems(ports: Context): () => Promise<Problem[]> {
  let last: { at: number; problems: Promise<Problem[]> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > REUSE_MS) last = { at: performance.now(), problems: findProblems(ports) };
    return last.problems;
  };
}
