import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseAddress } from "@stillreel/server/platform/db/pool.ts";

const PROGRAM = "/usr/sbin/pgbouncer";
const SOCKET = ".s.PGSQL.5432";
const READY_MS = 20_000;

/** Returns why no PgBouncer can be started on this machine, or null. */
export const whyNoPooler = (): string | null =>
  spawnSync(PROGRAM, ["--version"]).status === 0 ? null : `PgBouncer is missing: ${PROGRAM} (Debian: apt-get install pgbouncer)`;

/** A PgBouncer in front of a test database. */
export interface Pooler {
  address: { host: string; user: string; database: string };
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer by transaction, with few connections for many clients, so that each transaction of a client can have another session.
 * @param settings entries of the database's line, such as `connect_query`
 * @param options further lines of the section `pgbouncer`
 */
export async function startPooler(target: DatabaseAddress, settings = "", options = ""): Promise<Pooler> {
  const { host, user, database } = target as { host: string; user: string; database: string };
  const { uid, gid } = fs.statSync(host);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-pooler-"));
  fs.writeFileSync(
    path.join(folder, "pgbouncer.ini"),
    `[databases]
${database} = host=${host} port=5432 user=${user} ${settings}
[pgbouncer]
pool_mode = transaction
auth_type = any
unix_socket_dir = ${folder}
listen_port = 5432
default_pool_size = 6
server_round_robin = 1
max_client_conn = 200
logfile = ${folder}/log
${options}
`,
  );
  // PgBouncer refuses to run as root, and the socket of the database is private to its user.
  fs.chownSync(folder, uid, gid);
  const child = spawn(PROGRAM, ["-q", path.join(folder, "pgbouncer.ini")], { uid, gid, stdio: "ignore" });
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const limit = performance.now() + READY_MS;
  while (!fs.existsSync(path.join(folder, SOCKET))) {
    if (child.exitCode !== null || performance.now() > limit) {
      await stop();
      throw new Error("PgBouncer did not start.");
    }
    await sleep(10);
  }
  return { address: { host: folder, user, database }, stop };
}
