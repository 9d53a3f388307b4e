import { createComment, createFolder, getImage, likeItem, listItems, search, updateItem } from "@stillreel/contract";
import { cloneDatabase, createTestApp, type DatabaseProxy, startDatabaseProxy, type TestApp, type TestUser } from "@stillreel/testing";
import pino from "pino";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { createDatabase } from "./client.ts";
import { createPool, type DatabasePool } from "./pool.ts";
import { type DatabaseWatch, watchDatabase } from "./watch.ts";

const log = pino({ level: "silent" });
/** Maximum time of an answer while the database does not answer, in milliseconds. */
const ANSWER_MAX_MS = 10_000;

let t: TestApp;
let proxy: DatabaseProxy;
let pool: DatabasePool;
let watch: DatabaseWatch;
let end: () => Promise<void>;
let anna: TestUser;
let itemId: string;

beforeEach(async () => {
  const database = await cloneDatabase(inject("cluster"));
  proxy = await startDatabaseProxy(database.address);
  pool = createPool(proxy.address, { max: 8, log });
  t = await createTestApp({ ports: { log, pool, db: createDatabase(pool) } });
  watch = watchDatabase(pool, log);
  end = async () => {
    proxy.thaw();
    await watch.stop();
    await t.close();
    await pool.end();
    await proxy.close();
    await database.drop();
  };
  anna = await t.user();
  itemId = (await t.image(anna)).id;
});
afterEach(() => end());

const image = () => ({ workspaceId: "personal", type: "image" as const, itemId });

/** A mixture of reads and transactions, more than the pool has connections. */
const burst = (count: number): Promise<{ statusCode: number; headers: object }>[] =>
  Array.from({ length: count }, (_unused, nth) => {
    const item = { params: { itemId }, query: {} };
    const personal = { params: { workspaceId: "personal" } };
    const operations = [
      () => t.call(listItems, { ...personal, query: { type: "image" } }, anna),
      () => t.call(getImage, { params: image() }, anna),
      () => t.call(updateItem, { params: image(), body: { title: `Title ${nth}` } }, anna),
      () => t.call(createComment, { ...item, body: { text: `Comment ${nth}` } }, anna),
      () => t.call(createFolder, { ...personal, body: { name: `Folder ${t.ports.ids.id()}`, kind: "image" } }, anna),
      () => t.call(likeItem, item, anna),
      () => t.call(search, { query: { q: "title" } }, anna),
    ];
    return (operations[nth % operations.length] as (typeof operations)[number])();
  });
const works = () =>
  vi.waitFor(async () => expect((await t.call(updateItem, { params: image(), body: { title: "Back" } }, anna)).statusCode).toBe(200), {
    timeout: 15_000,
    interval: 200,
  });

test("R8: a database that is killed under load is answered with 503, and used again when it is back", async () => {
  await t.startWorker();
  for (let round = 0; round < 5; round += 1) {
    const answers = burst(56);
    // The first answers show that the others are at work.
    await Promise.race(answers);
    proxy.cut();
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    for (const status of statuses) expect(status === 503 || status < 300, String(status)).toBe(true);
    expect(statuses).toContain(503);
    proxy.restore();
    await works();
  }
}, 60_000);

test("a frozen database is answered with 503 in ten seconds, then immediately, and used again when it answers", async () => {
  await t.startWorker();
  await Promise.all(burst(14));
  proxy.freeze();
  const began = performance.now();
  const answers = await Promise.all(burst(56));
  expect(performance.now() - began).toBeLessThan(ANSWER_MAX_MS);
  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(503);
    expect(Number((headers as Record<string, string>)["retry-after"])).toBeGreaterThan(0);
  }
  await vi.waitFor(() => expect(pool.isFrozen).toBe(true), { timeout: ANSWER_MAX_MS });
  const later = performance.now();
  await Promise.all(burst(7));
  expect(performance.now() - later).toBeLessThan(3_000);
  proxy.thaw();
  await works();
}, 60_000);

test("a slow statement does not count as a frozen database", async () => {
  await Promise.all([pool.query("select pg_sleep(7)"), pool.query("select pg_sleep(7)")]);
  expect(pool.isFrozen).toBe(false);
}, 30_000);
