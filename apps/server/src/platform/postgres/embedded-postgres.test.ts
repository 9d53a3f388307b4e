import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { lockInstance, socketDirectoryFor } from "./instance-lock.ts";
import { commandOf } from "./process-state.ts";

const log = pino({ level: "silent" });
let root: string;
let running: EmbeddedPostgres[] = [];
let owners: ChildProcess[] = [];

/** A new cluster writes 39 MB. It is created in memory where possible, so that a busy disk does not fail these tests. */
const PARENT = fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir();
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  root = fs.mkdtempSync(path.join(PARENT, "stillreel-pg-"));
  fs.chmodSync(root, 0o755);
});
afterEach(async () => {
  for (const owner of owners) if (owner.exitCode === null) owner.kill("SIGKILL");
  await Promise.all(running.map((server) => server.stop()));
  running = [];
  owners = [];
  fs.rmSync(socketDirectoryFor(path.join(root, "pg")), { recursive: true, force: true });
  fs.rmSync(root, { recursive: true, force: true });
});

const start = async (): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dir: path.join(root, "pg"), log, durable: false });
  running.push(server);
  return server;
};

async function query<T extends object>(server: EmbeddedPostgres, text: string): Promise<T[]> {
  const client = new pg.Client(server.connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a Node process that owns the database, inserts rows as fast as possible and prints each acknowledged number. */
async function ownedByAnother(): Promise<{ owner: ChildProcess; postmaster: number; acknowledged: () => number }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, "embedded-postgres.ts"))};
    import pg from "pg";
    const server = await startEmbeddedPostgres({ dir: ${JSON.stringify(path.join(root, "pg"))}, log: { warn() {}, info() {} }, durable: false });
    const client = new pg.Client(server.connection);
    await client.connect();
    await client.query("create table if not exists numbers (n int)");
    console.log("pid " + server.pid());
    for (let n = 1; ; n += 1) { await client.query("insert into numbers values ($1)", [n]); console.log(n); }`;
  const owner = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  owners.push(owner);
  let text = "";
  owner.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await vi.waitFor(() => expect(text).toMatch(/pid \d+\n(\d+\n){20}/u), { timeout: 15_000 });
  return {
    owner,
    postmaster: Number(/pid (\d+)/u.exec(text)?.[1]),
    acknowledged: () => Number(text.slice(0, text.lastIndexOf("\n")).split("\n").at(-1)),
  };
}

test("starts, preserves committed data across a stop, and is durable by its settings", async () => {
  const first = await start();
  const settings = await query<{ name: string; setting: string }>(
    first,
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'listen_addresses') order by name",
  );
  expect(settings).toEqual([
    { name: "fsync", setting: "on" },
    { name: "listen_addresses", setting: "" },
    { name: "synchronous_commit", setting: "on" },
  ]);
  await query(first, "create table kept as select 7 as n");
  await first.stop();
  expect(await query(await start(), "select n from kept")).toEqual([{ n: 7 }]);
});

test("after kill -9 of its owner the database stops, and the next start has every acknowledged row", async () => {
  const { owner, postmaster, acknowledged } = await ownedByAnother();
  owner.kill("SIGKILL");
  await once(owner, "exit");
  const server = await start();
  expect(server.pid()).not.toBe(postmaster);
  const [row] = await query<{ n: number }>(server, "select count(*)::int as n from numbers");
  expect(row?.n).toBeGreaterThanOrEqual(acknowledged());
});

test("after kill -9 of owner and database together, stale locks do not stop the next start", async () => {
  const { owner, postmaster, acknowledged } = await ownedByAnother();
  process.kill(postmaster, "SIGKILL");
  owner.kill("SIGKILL");
  await once(owner, "exit");
  const [row] = await query<{ n: number }>(await start(), "select count(*)::int as n from numbers");
  expect(row?.n).toBeGreaterThanOrEqual(acknowledged());
});

test("no process remains when the owner is killed", async () => {
  const { owner, postmaster } = await ownedByAnother();
  owner.kill("SIGKILL");
  await vi.waitFor(() => expect(commandOf(postmaster)).toBeNull(), { timeout: 10_000 });
});

test("a crashed database is restarted", async () => {
  const server = await start();
  const before = server.pid() as number;
  process.kill(before, "SIGKILL");
  await vi.waitFor(async () => expect(await query(server, "select 1 as n")).toEqual([{ n: 1 }]), { timeout: 15_000 });
  expect(server.pid()).not.toBe(before);
});

test("an incomplete cluster is created again", async () => {
  fs.mkdirSync(path.join(root, "pg.making"), { recursive: true });
  fs.writeFileSync(path.join(root, "pg.making", "PG_VERSION"), "18\n");
  expect(await query(await start(), "select 1 as n")).toEqual([{ n: 1 }]);
});

test("a lock whose process id now belongs to another program is ignored", async () => {
  await (await start()).stop();
  fs.writeFileSync(path.join(root, "pg", "postmaster.pid"), `${process.pid}\n${root}/pg\n0\n5432\n\n\n\nready\n`);
  expect(await query(await start(), "select 1 as n")).toEqual([{ n: 1 }]);
});

test("a second instance on a data folder is refused until the first is released", async () => {
  const lock = await lockInstance(root);
  await expect(lockInstance(root)).rejects.toThrow(/already runs/u);
  lock.release();
  (await lockInstance(root)).release();
});

test("a lock is available again after kill -9 of its holder", async () => {
  const script = `import { lockInstance } from ${JSON.stringify(path.join(import.meta.dirname, "instance-lock.ts"))}; await lockInstance(${JSON.stringify(root)}); console.log("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  owners.push(holder);
  await once(holder.stdout as NodeJS.ReadableStream, "data");
  await expect(lockInstance(root)).rejects.toThrow(/already runs/u);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  (await lockInstance(root)).release();
});

test("a data folder with a very long path has a lock and a socket", async () => {
  const deep = path.join(root, "d".repeat(120));
  fs.mkdirSync(deep);
  const lock = await lockInstance(deep);
  await expect(lockInstance(deep)).rejects.toThrow(/already runs/u);
  lock.release();
  expect(socketDirectoryFor(deep).length).toBeLessThan(80);
});
