import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { isUnavailable, UnusableDatabase } from "./database-errors.ts";

/** Time for which a database that is away is awaited at start, in milliseconds: containers of one group start together. */
const WAIT_MS = 30_000;
/** Pause between two attempts, in milliseconds. */
const PAUSE_MS = 500;
/** Oldest version whose statements the server uses. */
const VERSION_MIN = 14;

/** The setting with the address of a database. */
export interface DatabaseSetting {
  name: "DATABASE_URL" | "DATABASE_DIRECT_URL";
  /** The connection string. */
  url: string;
}

/** Returns where a connection string points, without user and password. */
function hostOf(connectionString: string): string {
  const { host, searchParams } = new URL(connectionString);
  return searchParams.get("host") ?? host;
}

/** What to correct, by the code of PostgreSQL, Node or TLS. */
const REMEDIES: [RegExp, string][] = [
  [/^28P01$/u, "Correct the user or the password in the address; special characters in it are encoded, such as %40 for @"],
  [/^28000$/u, "Correct the user in the address, or permit this machine in pg_hba.conf; a server that requires TLS needs ?sslmode=require"],
  [/^3D000$/u, "Create this database in UTF-8, or correct the name at the end of the address"],
  [/^42501$/u, "Give the user the right to connect, or make it the owner of the database"],
  [/CERT|^ERR_TLS|^UNABLE_TO/u, "Use a certificate that this machine trusts, or name its authority with ?sslrootcert=FILE"],
];
const NO_TLS = /does not support SSL/u;

function remedyOf(code: string | undefined, message: string): string {
  if (NO_TLS.test(message)) return "Remove sslmode from the address, or configure TLS on the server";
  return REMEDIES.find(([codes]) => codes.test(code ?? ""))?.[1] ?? "Correct the address";
}

/** Returns why a database that answers cannot be used, or null. */
async function reasonAgainst(pool: Pick<Pool, "query">): Promise<{ reason: string; isFinal: boolean } | null> {
  const { rows } = await pool.query<{ version: string; is_read_only: boolean }>(
    "select current_setting('server_version') as version, current_setting('transaction_read_only')::boolean as is_read_only",
  );
  const [{ version, is_read_only: isReadOnly } = { version: "", is_read_only: false }] = rows;
  if (Number.parseInt(version, 10) < VERSION_MIN)
    return { reason: `PostgreSQL ${version} is too old. Use version ${VERSION_MIN} or newer`, isFinal: true };
  // A replica may become the primary meanwhile.
  return isReadOnly ? { reason: "it permits no changes. Use the address of the primary, not of a replica", isFinal: false } : null;
}

/**
 * Waits until an external database answers and accepts changes.
 * @param waitMs time limit in milliseconds
 * @throws UnusableDatabase of one line that names the setting, the reason and the remedy, when the database cannot be used
 */
export async function waitForDatabase(
  pool: Pick<Pool, "query">,
  { name, url }: DatabaseSetting,
  log: { warn(fields: object, text: string): void },
  waitMs: number = WAIT_MS,
): Promise<void> {
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const found = await reasonAgainst(pool).catch((error: unknown) => describe(error, url));
    if (found === null) return;
    const { reason, isFinal } = found;
    if (isFinal || performance.now() - startedAt + PAUSE_MS > waitMs) throw new UnusableDatabase(`${name}: ${oneLine(reason)}.`);
    if (attempt === 0) log.warn({ reason, waitMs }, `waiting for the database of ${name}`);
    await sleep(PAUSE_MS);
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();

function describe(error: unknown, url: string): { reason: string; isFinal: boolean } {
  const { code, message } = error as { code?: string; message: string };
  // An AggregateError of several addresses has no message.
  const reason = message || code || "no answer";
  if (!isUnavailable(error))
    return { reason: `the database at ${hostOf(url)} refuses the connection (${reason}). ${remedyOf(code, reason)}`, isFinal: true };
  const isCut = reason.startsWith("Connection terminated") || code === "ECONNRESET";
  const remedy = isCut
    ? "Another program than PostgreSQL may use this port: correct the port, or start the database"
    : "Start it, or correct host and port of the address";
  return { reason: `no database answers at ${hostOf(url)} (${reason}). ${remedy}`, isFinal: false };
}

/** Refuses two addresses that lead to different databases. @throws UnusableDatabase */
export async function checkSameDatabase(pool: Pick<Pool, "query">, direct: Pick<Pool, "query">): Promise<void> {
  const identity = async (one: Pick<Pool, "query">): Promise<string | undefined> =>
    (await one.query<{ identity: string }>("select system_identifier || ' ' || current_database() as identity from pg_control_system()"))
      .rows[0]?.identity;
  if ((await identity(pool)) !== (await identity(direct)))
    throw new UnusableDatabase(
      "DATABASE_DIRECT_URL: leads to another database than DATABASE_URL. Use the address of the database behind the pooler.",
    );
}
