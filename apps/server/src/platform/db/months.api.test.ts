import { createTestApp, type TestApp } from "@stillreel/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addMonths, deleteMonths, type MonthlyTable, monthOf } from "./months.ts";

const TABLES: MonthlyTable[] = [
  { table: "audit", by: "at" },
  { table: "views", by: "created_at" },
  { table: "webhook_deliveries", by: "created_at" },
];
const signal = new AbortController().signal;

let t: TestApp;
let itemId: string;
let webhookId: string;

beforeEach(async () => {
  t = await createTestApp();
  const user = await t.user();
  itemId = (await t.image(user)).id;
  const { rows } = await t.ports.pool.query<{ id: string }>(
    `insert into webhooks (id, user_id, workspace_id, url, events, secret, key_name)
     select gen_random_uuid(), personal_owner_id, id, 'https://example.test', '{item.created}', 'x', 'x' from workspaces limit 1 returning id`,
  );
  webhookId = rows[0]?.id ?? "";
});
afterEach(() => t.close());

const now = (): Date => t.clock.now();
/** Adds a row of a time and returns its id. */
async function insert({ table }: MonthlyTable, at: Date): Promise<string> {
  const id = t.ports.ids.id();
  const statements = {
    audit: ["insert into audit (id, at, action) values ($1, $2, $3)", "item.moved"],
    views: ["insert into views (id, created_at, item_id, visitor, source, counted) values ($1, $2, $3, '\\x01', 'link', true)", itemId],
    webhook_deliveries: [
      "insert into webhook_deliveries (id, created_at, webhook_id, message_id, event) values ($1, $2, $3, $1, 'webhook.test')",
      webhookId,
    ],
  } as const;
  const [text, value] = statements[table];
  await t.ports.pool.query(text, [id, at, value]);
  return id;
}
const partitionOf = async ({ table }: MonthlyTable, id: string): Promise<string | undefined> =>
  (await t.ports.pool.query<{ name: string }>(`select tableoid::regclass::text as name from ${table} where id = $1`, [id])).rows[0]?.name;
const nameOf = ({ table }: MonthlyTable, offset: number): string =>
  `${table}_${monthOf(now(), offset).toISOString().slice(0, 7).replace("-", "_")}`;
/** Names of the columns of all indexes of a table, without the names of the indexes. */
const indexesOf = async (name: string): Promise<string[]> =>
  (
    await t.ports.pool.query<{ definition: string }>(
      "select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass and indisvalid",
      [name],
    )
  ).rows
    .map(({ definition }) => definition.replace(/^CREATE (UNIQUE )?INDEX \S+ ON (ONLY )?\S+/u, "$1"))
    .toSorted();
const keysOf = async (name: string): Promise<unknown[]> =>
  (
    await t.ports.pool.query(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f' order by 1",
      [name],
    )
  ).rows;

describe.each(TABLES)("$table", (table) => {
  it("is divided by month, and each partition has the indexes and references of the first one", async () => {
    const early = await insert(table, monthOf(now(), 2));
    expect(await partitionOf(table, early)).toBe(`${table.table}_default`);
    expect(await addMonths(t.ports.db, table, now(), signal)).toBe(3);
    expect(await addMonths(t.ports.db, table, now(), signal)).toBe(0);
    expect(await partitionOf(table, early)).toBe(nameOf(table, 2));
    const last = await insert(table, new Date(monthOf(now(), 2).getTime() - 1));
    expect(await partitionOf(table, last)).toBe(nameOf(table, 1));
    const ofFirst = await indexesOf(`${table.table}_first`);
    // The audit log has no key in later partitions: nothing reads an entry by its id.
    const expected = table.table === "audit" ? ofFirst.filter((definition) => !definition.startsWith("UNIQUE")) : ofFirst;
    expect(expected.length).toBeGreaterThan(2);
    for (const name of [`${table.table}_default`, nameOf(table, 1), nameOf(table, 3)]) {
      expect(await indexesOf(name)).toEqual(expected);
      expect(await keysOf(name)).toEqual(await keysOf(`${table.table}_first`));
    }
  });

  it("loses whole months, and rows of the first partition, before a month", async () => {
    await addMonths(t.ports.db, table, now(), signal);
    const old = await insert(table, new Date(monthOf(now(), -1).getTime() - 1));
    const retained = await insert(table, monthOf(now(), -1));
    expect(await deleteMonths(t.ports.db, table, monthOf(now(), -1), signal)).toBe(1);
    expect([await partitionOf(table, old), await partitionOf(table, retained)]).toEqual([undefined, `${table.table}_first`]);
    const next = await insert(table, monthOf(now(), 2));
    expect(await deleteMonths(t.ports.db, table, monthOf(now(), 2), signal)).toBe(2);
    expect(await partitionOf(table, next)).toBe(nameOf(table, 2));
    const { rows } = await t.ports.pool.query("select name from month_partitions($1::regclass) order by ends", [table.table]);
    expect(rows.map(({ name }) => name)).toEqual([nameOf(table, 2), nameOf(table, 3), `${table.table}_default`]);
  });
});

it("the deletion of an item or webhook deletes their rows in all partitions", async () => {
  for (const table of TABLES) {
    await addMonths(t.ports.db, table, now(), signal);
    for (const offset of [-4, 1, 3, 30]) await insert(table, monthOf(now(), offset));
  }
  await t.ports.pool.query("delete from items where id = $1", [itemId]);
  await t.ports.pool.query("delete from webhooks where id = $1", [webhookId]);
  const { rows } = await t.ports.pool.query(
    "select (select count(*)::int from views) + (select count(*)::int from webhook_deliveries) as n",
  );
  expect(rows).toEqual([{ n: 0 }]);
});
