import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "@stillreel/server/platform/postgres/index.ts";
import { migrateDatabase } from "@stillreel/server/platform/db/migrate.ts";
import { createPool, type DatabaseAddress } from "@stillreel/server/platform/db/pool.ts";
import pino from "pino";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's cluster, from the global setup. */
    cluster: ClusterAddress;
  }
}

/** Settings without durability, because no data outlives the run. */
const THROW_AWAY = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum: "off",
  max_connections: "200",
  shared_buffers: "64MB",
  max_wal_size: "4GB",
};
const PREFIX = "stillreel-test-";
/** Name of the migrated database that every test database is cloned from. */
export const TEMPLATE = "stillreel_template";

/** Address of the run's cluster. */
export interface ClusterAddress {
  host: string;
  user: string;
  /** Cloning by file copy is fast in memory and slow on a disk. */
  strategy: "file_copy" | "wal_log";
}

/** Starts one PostgreSQL for a whole test run, in memory if there is enough, with a migrated template database. */
export async function startCluster(): Promise<{ address: ClusterAddress; stop(): Promise<void> }> {
  const inMemory = hasRoom("/dev/shm");
  const parent = inMemory ? "/dev/shm" : os.tmpdir();
  removeForgotten(parent);
  const root = fs.mkdtempSync(path.join(parent, `${PREFIX}${process.pid}-`));
  fs.chmodSync(root, 0o755); // The database may run as another system user.
  const log = pino({ level: "warn" }, pino.destination({ fd: 2, sync: true }));
  const server = await startEmbeddedPostgres({ dir: path.join(root, "pg"), settings: THROW_AWAY, durable: false, log });
  const { host, user } = server.connection;
  await administer({ host, user, database: "postgres" }, `create database ${TEMPLATE}`);
  const pool = createPool({ host, user, database: TEMPLATE }, { max: 3, log });
  await migrateDatabase(pool);
  await pool.end(); // A database with sessions cannot be a template.
  return {
    address: { host, user, strategy: inMemory ? "file_copy" : "wal_log" },
    stop: async () => {
      await server.stop();
      fs.rmSync(root, { recursive: true, force: true });
      fs.rmSync(host, { recursive: true, force: true });
    },
  };
}

let cloned = 0;

/** Clones a separate database for one test from the template in some 40 ms. */
export async function cloneDatabase(cluster: ClusterAddress): Promise<{ address: DatabaseAddress; name: string; drop(): Promise<void> }> {
  cloned += 1;
  const name = `test_${process.pid}_${Date.now().toString(36)}_${cloned}`;
  const { host, user } = cluster;
  const server = { host, user, database: "postgres" };
  await administer(server, `create database ${name} template ${TEMPLATE} strategy ${cluster.strategy}`);
  return { address: { host, user, database: name }, name, drop: () => administer(server, `drop database if exists ${name} with (force)`) };
}

/** Creates an empty database, for tests of the migrations. */
export async function emptyDatabase(
  cluster: ClusterAddress,
): Promise<{ address: { host: string; user: string; database: string }; drop(): Promise<void> }> {
  cloned += 1;
  const name = `empty_${process.pid}_${Date.now().toString(36)}_${cloned}`;
  const { host, user } = cluster;
  await administer({ host, user, database: "postgres" }, `create database ${name}`);
  return {
    address: { host, user, database: name },
    drop: () => administer({ host, user, database: "postgres" }, `drop database if exists ${name} with (force)`),
  };
}

async function administer(address: DatabaseAddress, statement: string): Promise<void> {
  const pool = createPool(address, { max: 1, log: pino({ level: "silent" }) });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}

function hasRoom(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize > 2 * 1024 ** 3;
  } catch {
    return false;
  }
}

/** Removes clusters of killed runs, whose process does not exist any more. */
function removeForgotten(parent: string): void {
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`, "u").exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
