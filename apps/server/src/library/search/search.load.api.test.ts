import { listItems, search } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp } from "@stillreel/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

let t: TestApp;
/** Connections outside the pool. The lock of the first makes searches wait in the database; the second counts them. */
let blocker: pg.Client;
let observer: pg.Client;

beforeAll(async () => {
  t = await createTestApp();
  blocker = new pg.Client(t.ports.pool.options as pg.ClientConfig);
  observer = new pg.Client(t.ports.pool.options as pg.ClientConfig);
  await Promise.all([blocker.connect(), observer.connect()]);
});
afterAll(async () => {
  await Promise.all([blocker.end(), observer.end()]);
  await t.close();
});

const half = (): number => Math.floor(t.ports.pool.options.max / 2);
const blocked = async (): Promise<number> => {
  const { rows } = await observer.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
};

test("searches that hang use half of the pool, so a list is still answered, and searches beyond the queue's time limit are refused", async () => {
  const anna = await t.user();
  await t.image(anna, { title: "Lighthouse" });
  await blocker.query("begin; lock table search_entries in access exclusive mode");
  const searches = Array.from({ length: 3 * t.ports.pool.options.max }, () => t.call(search, { query: { q: "lighthouse" } }, anna));
  await vi.waitFor(async () => expect(await blocked()).toBe(half()), { timeout: 5_000 });
  const filtered = t.call(listItems, { params: { workspaceId: "personal" }, query: { type: "image", q: "lighthouse" } }, anna);

  const list = await t.call(listItems, { params: { workspaceId: "personal" }, query: { type: "image" } }, anna);
  expect(list.data().items).toHaveLength(1);
  expect(await blocked()).toBe(half());

  // The searches in the queue are refused while the others still wait for the database.
  const refused = await Promise.race(searches);
  expectError(refused, "unavailable");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expectError(await filtered, "unavailable");
  expect(await blocked()).toBe(half());

  await blocker.query("commit");
  const answers = await Promise.all(searches);
  // A search may need several statements at the same time, and is refused when one of them is.
  expect([...new Set(answers.map(({ statusCode }) => statusCode))].toSorted()).toEqual([200, 503]);
  expect((await t.call(search, { query: { q: "lighthouse" } }, anna)).data().items).toHaveLength(1);
});
