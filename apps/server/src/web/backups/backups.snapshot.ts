import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { PoolClient } from "pg";
import { copyOut } from "../../platform/db/copy.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { type Manifest, objectsKey, jobsKey, type StoredFile, tableKey } from "./backups.format.ts";

/**
 * Tables whose rows have no use after a restore: heartbeats, counters of rate limits, unfinished uploads, whose bytes are not copied, and
 * what a search engine has received, so that it receives everything again.
 */
export const LEFT_OUT = ["processes", "rate_limits", "search_changes", "search_engine", "staged_pieces", "staged_uploads", "worker_beats"];
/** A low level: the rows compress well, and the database is read faster. */
const GZIP_LEVEL = 4;

/** The part of a manifest that comes from the database. */
type Snapshot = Pick<Manifest, "at" | "postgres" | "migrations" | "tables" | "sequences" | "jobs"> & {
  objects: StoredFile & { rows: number };
};

/** Settings of the session that the texts of values depend on, and no limits of time. */
const SETTINGS = [
  "set local statement_timeout = 0",
  "set local idle_in_transaction_session_timeout = 0",
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  "set local extra_float_digits = 3",
];

/** Quotes a name for a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the tables and their columns, without those that the database computes. */
async function tablesOf(client: PoolClient): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not c.relname = any($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  return rows;
}

async function sequencesOf(client: PoolClient): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; query: string }>(
    `select sequencename as name, format('select last_value::text as value, is_called as "isCalled" from public.%I', sequencename) as query
     from pg_sequences where schemaname = 'public' order by sequencename`,
  );
  const found: Manifest["sequences"] = [];
  for (const { name, query } of rows) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(query);
    for (const state of values) found.push({ name, ...state });
  }
  return found;
}

/** Writes the rows of a query into a file of the target. */
async function store(client: PoolClient, target: Storage, key: string, query: string): Promise<StoredFile & { rows: number }> {
  let rows = 0;
  let stored = { sizeBytes: 0, sha256: "" };
  await pipeline(
    async function* read() {
      rows = yield* copyOut(client, `copy (${query}) to stdout`);
    },
    createGzip({ level: GZIP_LEVEL }),
    async (compressed: AsyncIterable<Buffer>) => {
      stored = await target.put(key, compressed);
    },
  );
  return { bytes: stored.sizeBytes, sha256: stored.sha256, rows };
}

/** Each object with the rows that refer to it, in the order of the hashes, which is the order of the objects in a target. */
const OBJECTS_QUERY = `select encode(sha256, 'hex') as sha256, size_bytes, mime_type, storage_key, id
  from public.blobs where refs > 0 order by sha256, id`;
const JOBS_QUERY = `select t.identifier, j.payload, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where j.attempts < j.max_attempts order by j.id`;

/**
 * Writes all rows of one snapshot of the database into a target. The server may change the database meanwhile. It uses nothing of a certain
 * version of PostgreSQL, and no programs.
 */
export async function storeSnapshot(
  client: PoolClient,
  target: Storage,
  idAt: (at: Date) => string,
  onTable: (name: string) => void,
): Promise<Snapshot & { id: string }> {
  await client.query("begin isolation level repeatable read read only");
  try {
    for (const setting of SETTINGS) await client.query(setting);
    // The first query determines the snapshot.
    const { rows: facts } = await client.query<{ at: Date; postgres: string }>(
      "select clock_timestamp() as at, current_setting('server_version') as postgres",
    );
    const { at, postgres } = facts[0] ?? { at: new Date(), postgres: "" };
    const id = idAt(at);
    const { rows: migrations } = await client.query<Manifest["migrations"][number]>(
      `select hash, created_at::text as "createdAt" from drizzle.__drizzle_migrations order by created_at`,
    );
    const tables: Manifest["tables"] = [];
    for (const { name, columns } of await tablesOf(client)) {
      onTable(name);
      const query = `select ${columns.map(quoted).join(", ")} from public.${quoted(name)}`;
      tables.push({ name, columns, ...(await store(client, target, tableKey(id, name), query)) });
    }
    const jobs = await store(client, target, jobsKey(id), JOBS_QUERY);
    const objects = await store(client, target, objectsKey(id), OBJECTS_QUERY);
    const sequences = await sequencesOf(client);
    await client.query("commit");
    return { id, at: at.toISOString(), postgres, migrations, tables, sequences, jobs, objects };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
