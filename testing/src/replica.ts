import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { migrateDatabase } from "@stillreel/server/platform/db/migrate.ts";
import { createPool } from "@stillreel/server/platform/db/pool.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@stillreel/server/platform/postgres/index.ts";
import pino from "pino";

/** A PostgreSQL with a streaming replica, in separate processes. */
export interface ReplicatedPostgres {
  primary: EmbeddedPostgres["connection"];
  replica: EmbeddedPostgres["connection"];
  stopPrimary(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a migrated PostgreSQL and a replica that streams from it. The replica begins as a copy of the stopped cluster, because the
 * embedded programs do not include `pg_basebackup`.
 */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-replica-"));
  fs.chmodSync(root, 0o755); // The database may run as another system user.
  const log = pino({ level: "silent" });
  const folder = (name: string): string => {
    const made = path.join(root, name);
    fs.mkdirSync(made);
    return path.join(made, "postgres");
  };
  const [dir, copy] = [folder("primary"), folder("replica")];
  const startPrimary = () => startEmbeddedPostgres({ dir, durable: false, log, settings: { fsync: "off" } });
  let primary = await startPrimary();
  const pool = createPool(primary.connection, { max: 3, log });
  await migrateDatabase(pool);
  await pool.end();
  await primary.stop();
  execFileSync("cp", ["-a", dir, copy]);
  // The file has the owner of the cluster, who starts it.
  execFileSync("cp", ["-a", path.join(copy, "PG_VERSION"), path.join(copy, "standby.signal")]);
  primary = await startPrimary();
  const { host, user } = primary.connection;
  const settings = { fsync: "off", primary_conninfo: `host=${host} user=${user}`, wal_retrieve_retry_interval: "100ms" };
  const start = () => startEmbeddedPostgres({ dir: copy, durable: false, log, settings });
  let replica = await start();
  return {
    primary: primary.connection,
    replica: replica.connection,
    stopPrimary: () => primary.stop(),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await start();
    },
    stop: async () => {
      await replica.stop();
      await primary.stop();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}
