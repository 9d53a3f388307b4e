import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createPool, type DatabaseAddress } from "@stillreel/server/platform/db/pool.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@stillreel/server/platform/postgres/index.ts";
import pino from "pino";

const log = pino({ level: "silent" });
const SETTINGS = { fsync: "off", max_connections: "120", min_wal_size: "512MB", wal_retrieve_retry_interval: "100ms" };
const CAUGHT_UP_MS = 60_000;

interface Server {
  dir: string;
  postgres: EmbeddedPostgres;
}

async function query(address: DatabaseAddress, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const pool = createPool(address, { max: 1, log });
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await pool.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await pool.end();
  }
}

const startAt = async (dir: string, settings: Record<string, string> = {}): Promise<Server> => ({
  dir,
  postgres: await startEmbeddedPostgres({ dir, durable: false, log, settings: { ...SETTINGS, ...settings } }),
});

function newFolder(root: string, number: number): string {
  const parent = path.join(root, `server-${number}`);
  fs.mkdirSync(parent);
  return path.join(parent, "postgres");
}

/** Copies the cluster of a running primary, as `pg_basebackup` does, which the embedded programs do not include. */
async function copyCluster(primary: Server, dir: string): Promise<void> {
  const pool = createPool(primary.postgres.connection, { max: 1, log });
  try {
    await pool.query("select pg_backup_start('scale', true)");
    // Files that PostgreSQL deletes meanwhile are not needed: the log has their changes.
    spawnSync("cp", ["-a", primary.dir, dir], { stdio: "ignore" });
    const { rows } = await pool.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    const { uid, gid } = fs.statSync(path.join(dir, "PG_VERSION"));
    for (const [name, text] of Object.entries({ backup_label: rows[0]?.labelfile ?? "", "standby.signal": "" })) {
      fs.writeFileSync(path.join(dir, name), text, { mode: 0o600 });
      fs.chownSync(path.join(dir, name), uid, gid);
    }
    fs.rmSync(path.join(dir, "postmaster.pid"), { force: true });
  } finally {
    await pool.end();
  }
}

type Address = EmbeddedPostgres["connection"];

/** A primary with a synchronous streaming replica, below a folder that every system user can read. */
export class DatabasePair {
  /** Addresses, which stay the same when the servers change. */
  readonly primary: Address;
  readonly replica: Address;
  readonly #root: string;
  #made = 0;
  #primary: Server;
  #replica: Server | null = null;

  private constructor(root: string, primary: Server) {
    this.#root = root;
    this.#primary = primary;
    this.primary = { ...primary.postgres.connection, host: path.join(root, "primary") };
    this.replica = { ...primary.postgres.connection, host: path.join(root, "replica") };
    this.#point(this.primary, primary);
  }

  /** Starts both servers. */
  static async start(root: string): Promise<DatabasePair> {
    const pair = new DatabasePair(root, await startAt(newFolder(root, 0)));
    await pair.addReplica();
    return pair;
  }

  /** Stops the primary cleanly, and starts it again after a time in milliseconds. */
  async restart(pauseMs: number): Promise<void> {
    await this.#primary.postgres.stop();
    await sleep(pauseMs);
    this.#primary = await startAt(this.#primary.dir);
  }

  /** Kills the primary (SIGKILL). Its supervisor starts it again. */
  kill(): void {
    const pid = this.#primary.postgres.pid();
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  }

  /** Stops the primary and promotes the replica, which gets the primary's address. */
  async failOver(): Promise<void> {
    const replica = this.#replica;
    if (replica === null) throw new Error("There is no replica.");
    await this.#primary.postgres.stop();
    await query(replica.postgres.connection, "select pg_promote(true)");
    await query(replica.postgres.connection, "alter system reset synchronous_standby_names", "select pg_reload_conf()");
    this.#primary = replica;
    this.#replica = null;
    this.#point(this.primary, replica);
  }

  /** Gives the primary a new replica, at the start and after a failover. */
  async addReplica(): Promise<void> {
    this.#made += 1;
    const dir = newFolder(this.#root, this.#made);
    const { connection } = this.#primary.postgres;
    await copyCluster(this.#primary, dir);
    this.#replica = await startAt(dir, { primary_conninfo: `host=${connection.host} user=${connection.user}` });
    const until = performance.now() + CAUGHT_UP_MS;
    while ((await query(connection, "select 1 from pg_stat_replication where state = 'streaming'")).length === 0) {
      if (performance.now() > until) throw new Error("The replica does not follow.");
      await sleep(100);
    }
    await query(connection, "alter system set synchronous_standby_names = '*'", "select pg_reload_conf()");
    this.#point(this.replica, this.#replica);
  }

  async stop(): Promise<void> {
    await this.#replica?.postgres.stop();
    await this.#primary.postgres.stop();
  }

  #point({ host }: Address, { postgres }: Server): void {
    fs.symlinkSync(postgres.connection.host, `${host}.new`);
    fs.renameSync(`${host}.new`, host);
  }
}
