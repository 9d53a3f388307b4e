import { listInstallationAudit } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterEach, beforeEach, expect, test } from "vitest";

let t: TestApp;
let admin: TestUser;
const signal = new AbortController().signal;

beforeEach(async () => {
  t = await createTestApp({ config: { AUDIT_MONTHS: "2" } });
  admin = await t.user();
});
afterEach(() => t.close());

const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await t.ports.pool.query(text, values)).rows as T[];
const sweep = async (name: "add-audit-months" | "delete-old-audit"): Promise<unknown> =>
  t.modules.auditLog.sweepers.find((one) => one.name === name)?.run(signal, null);
const months = async (): Promise<string[]> =>
  (await rows<{ name: string }>("select name from month_partitions('audit') order by ends")).map(({ name }) => name);
/** Returns the start of a month, counted from that of the test's clock. */
const month = (offset: number, days = 0): Date => {
  const now = t.clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1 + days));
};
const nameOf = (at: Date): string => `audit_${at.toISOString().slice(0, 7).replace("-", "_")}`;
const insert = (at: Date, action: string) =>
  t.ports.pool.query("insert into audit (id, at, action) values (gen_random_uuid(), $1, $2)", [at, action]);
const partitionOf = async (action: string): Promise<string | undefined> =>
  (await rows<{ name: string }>("select tableoid::regclass::text as name from audit where action = $1", [action]))[0]?.name;
const listed = async (): Promise<string[]> =>
  (await t.call(listInstallationAudit, { query: { action: "item.", limit: 200 } }, admin)).data().items.map(({ action }) => action);

test("the migrated log has its rows in the first partition, until the month ends", async () => {
  expect(await months()).toEqual(["audit_first", "audit_default"]);
  await insert(month(0, 1), "item.now");
  expect(await partitionOf("item.now")).toBe("audit_first");
});

test("partitions of the next three months are added once", async () => {
  expect(await sweep("add-audit-months")).toBe(3);
  expect(await months()).toEqual(["audit_first", ...[1, 2, 3].map((offset) => nameOf(month(offset))), "audit_default"]);
  expect(await sweep("add-audit-months")).toBe(0);
  await insert(month(1), "item.first-instant");
  await insert(new Date(month(2).getTime() - 1), "item.last-instant");
  expect([await partitionOf("item.first-instant"), await partitionOf("item.last-instant")]).toEqual([nameOf(month(1)), nameOf(month(1))]);
});

test("new partitions have the indexes of the log", async () => {
  await sweep("add-audit-months");
  const [counts] = await rows<{ valid: boolean; missing: number }>(
    `select bool_and(i.indisvalid) as valid, 7 - count(*)::int as missing from pg_index i where i.indrelid = $1::regclass`,
    [nameOf(month(2))],
  );
  expect(counts).toEqual({ valid: true, missing: 0 });
});

test("rows that were written without a partition of their month move into it", async () => {
  await insert(month(1, 2), "item.early");
  await insert(month(2, 2), "item.later");
  await insert(month(40), "item.far");
  expect(await partitionOf("item.early")).toBe("audit_default");
  await sweep("add-audit-months");
  expect([await partitionOf("item.early"), await partitionOf("item.later"), await partitionOf("item.far")]).toEqual([
    nameOf(month(1)),
    nameOf(month(2)),
    "audit_default",
  ]);
  expect(await listed()).toEqual(["item.far", "item.later", "item.early"]);
});

test("a worker that was away for a year adds all months", async () => {
  const start = month(1);
  t.clock.advance(366 * 24 * 3_600_000);
  await insert(t.clock.now(), "item.year-later");
  await sweep("add-audit-months");
  expect(await partitionOf("item.year-later")).toBe(nameOf(month(0)));
  const names = await months();
  expect(names[1]).toBe(nameOf(start));
  expect(names.at(-2)).toBe(nameOf(month(3)));
});

test("lists and pages cross partitions in the order of time", async () => {
  await sweep("add-audit-months");
  for (const offset of [-3, -1, 0, 1, 2, 3]) await insert(month(offset, 3), `item.month-${offset}`);
  const newest = ["item.month-3", "item.month-2", "item.month-1", "item.month-0", "item.month--1", "item.month--3"];
  expect(await listed()).toEqual(newest);
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { action: "item.", limit: 2, ...(cursor === undefined ? {} : { cursor }) };
    const page: { items: { action: string }[]; nextCursor: string | null } = (await t.call(listInstallationAudit, { query }, admin)).data();
    seen.push(...page.items.map(({ action }) => action));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(newest);
});

test("months beyond the retention are dropped, and older rows of the first partition deleted", async () => {
  await sweep("add-audit-months");
  await insert(month(-5), "item.old");
  await insert(new Date(month(-2).getTime() - 1), "item.just-old");
  await insert(month(-2), "item.retained");
  expect(await sweep("delete-old-audit")).toBe(2);
  expect(await listed()).toEqual(["item.retained"]);
  // The first partition is dropped when its whole time is over, then those of months.
  await insert(month(1, 4), "item.next");
  t.clock.advance(150 * 24 * 3_600_000);
  await sweep("add-audit-months");
  const cutoff = month(-2);
  await sweep("delete-old-audit");
  const left = await months();
  expect(left).not.toContain("audit_first");
  expect(left[0]).toBe(nameOf(cutoff));
  expect((await rows("select from audit where at < $1", [cutoff])).length).toBe(0);
});

test("nothing is deleted without a retention", async () => {
  await using other = await createTestApp();
  await other.ports.pool.query("insert into audit (id, at, action) values (gen_random_uuid(), '2001-01-01', 'item.ancient')");
  const sweeper = other.modules.auditLog.sweepers.find(({ name }) => name === "delete-old-audit");
  expect(await sweeper?.run(signal, null)).toBe(0);
  expect((await other.ports.pool.query("select from audit where action = 'item.ancient'")).rowCount).toBe(1);
});

test("a partition is not added while a transaction blocks it, and writers continue", async () => {
  const reader = await t.ports.pool.connect();
  try {
    await reader.query("begin");
    await reader.query("select from audit_default");
    await expect(sweep("add-audit-months")).rejects.toThrow();
    await insert(month(0, 1), "item.meanwhile");
  } finally {
    await reader.query("rollback");
    reader.release();
  }
  expect(await sweep("add-audit-months")).toBe(3);
  expect(await listed()).toEqual(["item.meanwhile"]);
});
