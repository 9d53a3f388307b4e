import { createFolder, listItems, listFolders } from "@stillreel/contract";
import {
  createTestApp,
  type DatabaseProxy,
  type ReplicatedPostgres,
  startDatabaseProxy,
  startReplicatedPostgres,
  type TestApp,
  type TestUser,
} from "@stillreel/testing";
import pino from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDatabase } from "./client.ts";
import { createPool, type DatabasePool } from "./pool.ts";

const log = pino({ level: "silent" });
/** Time from the move of the address until a write succeeds, in milliseconds. It takes 0.1 s on an idle machine. */
const RECONNECT_MAX_MS = 5_000;

let servers: ReplicatedPostgres;
let proxy: DatabaseProxy;
let pool: DatabasePool;
let t: TestApp;
let anna: TestUser;

beforeAll(async () => {
  servers = await startReplicatedPostgres();
  const admin = createPool(servers.primary, { max: 1, log });
  // A write is acknowledged when the replica has it.
  await admin.query("alter system set synchronous_standby_names = '*'");
  await admin.query("select pg_reload_conf()");
  await admin.end();
  proxy = await startDatabaseProxy(servers.primary);
  pool = createPool(proxy.address, { max: 8, log });
  t = await createTestApp({ ports: { log, pool, db: createDatabase(pool) } });
  anna = await t.user();
}, 120_000);
afterAll(async () => {
  await t.close();
  await pool.end();
  await proxy.close();
  await servers.stop();
});

const personal = { params: { workspaceId: "personal" } };
interface Outcome {
  kind: "read" | "write";
  status: number;
  retryAfter: unknown;
  name: string;
}

/** Sends reads and writes, one after another in each of several lanes, until it is stopped. */
function load(): { outcomes: Outcome[]; stop(): Promise<void> } {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const lane = async (nth: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const name = `Folder ${nth}-${turn}`;
      const isWrite = turn % 2 === 0;
      const answer = isWrite
        ? await t.call(createFolder, { ...personal, body: { name, kind: "image" } }, anna)
        : await t.call(listItems, { ...personal, query: { view: "all" } }, anna);
      outcomes.push({ kind: isWrite ? "write" : "read", status: answer.statusCode, retryAfter: answer.headers["retry-after"], name });
    }
  };
  const lanes = Promise.all(Array.from({ length: 12 }, (_unused, nth) => lane(nth)));
  return {
    outcomes,
    async stop() {
      isOver = true;
      await lanes;
    },
  };
}

test("after a failover to a replica the next requests succeed, no answer is 500, and no acknowledged write is lost", async () => {
  const { outcomes, stop } = load();
  await vi.waitUntil(() => outcomes.filter(({ status }) => status < 300).length > 60, { timeout: 30_000 });
  proxy.cut();
  await vi.waitUntil(() => outcomes.some(({ status }) => status === 503), { timeout: 10_000 });
  await servers.stopPrimary();
  const successor = createPool(servers.replica, { max: 1, log });
  await successor.query("select pg_promote(true)");
  await successor.query("alter system reset synchronous_standby_names");
  await successor.query("select pg_reload_conf()");
  await successor.end();
  const before = outcomes.length;
  const movedAt = performance.now();
  proxy.restore(servers.replica);
  await vi.waitUntil(() => outcomes.slice(before).some(({ kind, status }) => kind === "write" && status === 201), {
    timeout: 10_000,
    interval: 10,
  });
  expect(performance.now() - movedAt).toBeLessThan(RECONNECT_MAX_MS);
  await vi.waitUntil(() => outcomes.slice(before).filter(({ status }) => status < 300).length > 60, { timeout: 30_000 });
  await stop();
  for (const { status, retryAfter } of outcomes) {
    expect([200, 201, 503]).toContain(status);
    if (status === 503) expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  const { items } = (await t.call(listFolders, personal, anna)).data();
  const stored = new Set(items.map(({ name }) => name));
  const acknowledged = outcomes.filter(({ kind, status }) => kind === "write" && status === 201).map(({ name }) => name);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
}, 120_000);

test("reads that lose their connections succeed on the next ones", async () => {
  const reads = Array.from({ length: 40 }, () => t.call(listItems, { ...personal, query: { view: "all" } }, anna));
  // The first answer shows that the others are at work.
  await Promise.race(reads);
  proxy.cut();
  proxy.restore();
  expect((await Promise.all(reads)).map(({ statusCode }) => statusCode)).toEqual(reads.map(() => 200));
});
