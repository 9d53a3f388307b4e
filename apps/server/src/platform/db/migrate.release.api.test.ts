import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { login } from "@stillreel/contract";
import { createTestApp, emptyDatabase, expectData } from "@stillreel/testing";
import pino from "pino";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { createDatabase } from "./client.ts";
import { migrateDatabase, migrationsFolder } from "./migrate.ts";
import { createPool } from "./pool.ts";

/** A dump of the database of an earlier release: two users, a workspace, folders, images, links, a comment and an invite. */
const DUMP = path.join(import.meta.dirname, "fixtures/release-0011.sql");
const log = pino({ level: "silent" });
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let pool: ReturnType<typeof createPool>;

beforeEach(async () => {
  database = await emptyDatabase(inject("cluster"));
  // The dump changes settings of its session.
  const loader = createPool(database.address, { max: 1, log });
  await loader.query(fs.readFileSync(DUMP, "utf8"));
  await loader.end();
  pool = createPool(database.address, { max: 6, log });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const migrations = async (): Promise<{ hash: string; created_at: string }[]> =>
  (await pool.query<{ hash: string; created_at: string }>("select hash, created_at from drizzle.__drizzle_migrations order by created_at"))
    .rows;

/** Returns totals by triggers, and the same totals from the items. */
async function totals(): Promise<{ counted: unknown; actual: unknown }> {
  const counted = await pool.query(
    `select workspace_id, sum(images)::int as images, sum(trash)::int as trash, sum(stored_bytes)::int as bytes from space_counts group by 1 order by 1`,
  );
  const actual = await pool.query(
    `select workspace_id, count(*) filter (where trashed_at is null)::int as images, count(*) filter (where trashed_at is not null)::int as trash,
       sum(size_bytes)::int as bytes from items group by 1 order by 1`,
  );
  return { counted: counted.rows, actual: actual.rows };
}

/** Adds an item as the earlier release did: with its columns only. */
const insertItem = `
  insert into items (id, workspace_id, type, owner_id, title, full_file_name, ref_name, stage, mime_type, size_bytes, created_at, updated_at)
  select gen_random_uuid(), workspace_id, 'image', owner_id, 'Written meanwhile', 'x.png', gen_random_uuid()::text, 'ready', 'image/png', 7, now(), now()
  from items where title = 'Image 0'`;

test("R19: the migrations of an earlier release have not been edited since", async () => {
  const applied = await migrations();
  const { entries } = JSON.parse(fs.readFileSync(path.join(migrationsFolder(), "meta/_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  const files = entries.slice(0, applied.length).map(({ tag, when }) => {
    const sha256 = createHash("sha256").update(fs.readFileSync(path.join(migrationsFolder(), `${tag}.sql`)));
    return { hash: sha256.digest("hex"), created_at: String(when) };
  });
  expect(files.length).toBeGreaterThan(0);
  expect(files).toEqual(applied);
});

test("R19: data of an earlier release is complete after migration, and a second migration changes nothing", async () => {
  const before = (await pool.query("select id, title, folder_id, trashed_at from items order by id")).rows;
  expect(before.length).toBeGreaterThan(5);
  await migrateDatabase(pool);
  const applied = await migrations();
  await migrateDatabase(pool);
  expect(await migrations()).toEqual(applied);
  expect((await pool.query("select id, title, folder_id, trashed_at from items order by id")).rows).toEqual(before);
  const { counted, actual } = await totals();
  expect(counted).toEqual(actual);
});

test("R19: the audit log of an earlier release is complete after it was divided, and the earlier release writes to it", async () => {
  const before = (await pool.query("select * from audit order by id")).rows;
  expect(before.length).toBeGreaterThan(3);
  // The statement was prepared by the earlier release, on a connection that it still has.
  const writer = await pool.connect();
  const write = { name: "earlier", text: "insert into audit (id, action) values (gen_random_uuid(), $1)", values: ["item.moved"] };
  await writer.query(write);
  await migrateDatabase(pool);
  await writer.query(write);
  writer.release();
  expect((await pool.query("select * from audit where action <> 'item.moved' order by id")).rows).toEqual(before);
  expect((await pool.query("select from audit where action = 'item.moved'")).rowCount).toBe(2);
});

/** A statement that an earlier release has prepared, on a connection that it still has. */
const prepared = (name: string, text: string, values: unknown[]) => ({ name, text, values });

test("R19: views and deliveries of an earlier release are complete after they were divided, and the earlier release writes them", async () => {
  const earlier = 43;
  await migrateDatabase(pool, earlier);
  await pool.query(
    `insert into views (id, item_id, visitor, source, counted, created_at) select gen_random_uuid(), i.id, '\\x01', 'link', true, now() - n * interval '1 day'
     from (select id from items where title = 'Image 0') i, generate_series(0, 90) n`,
  );
  await pool.query(`insert into webhooks (id, user_id, workspace_id, url, events, secret, key_name)
    select gen_random_uuid(), u.id, w.id, 'https://example.test', '{item.created}', 'x', 'x' from users u, workspaces w limit 1`);
  await pool.query(
    `insert into webhook_deliveries (id, webhook_id, message_id, event, created_at)
     select gen_random_uuid(), id, gen_random_uuid(), 'webhook.test', now() - n * interval '1 day' from webhooks, generate_series(0, 40) n`,
  );
  const rowsOf = async (table: string) => (await pool.query(`select x::text from ${table} x order by id`)).rows;
  const before = [await rowsOf("views"), await rowsOf("webhook_deliveries")];
  const writer = await pool.connect();
  const id = (await writer.query<{ id: string }>("select id from views limit 1")).rows[0]?.id;
  const update = prepared("update-visit", "update views set seconds = seconds + 1 where id = $1", [id]);
  const insert = prepared(
    "insert-visit",
    "insert into views (id, item_id, visitor, source) select gen_random_uuid(), id, '\\x02', 'link' from items where title = $1",
    ["Image 0"],
  );
  const finish = prepared("finish", "update webhook_deliveries set state = 'delivered' where state = $1", ["pending"]);
  const deliver = prepared("deliver", "select add_webhook_deliveries(workspace_id, 'item.created', $1, '{}') from webhooks", [id]);
  for (const statement of [update, insert, deliver]) await writer.query(statement);
  await writer.query("delete from views where visitor = '\\x02'");
  await writer.query("update views set seconds = 0 where id = $1", [id]);
  await writer.query("delete from webhook_deliveries where event = 'item.created'");
  await migrateDatabase(pool);
  // Columns of later releases are at the end of a row.
  const after = [await rowsOf("views"), await rowsOf("webhook_deliveries")];
  expect(after.map((rows) => rows.length)).toEqual(before.map((rows) => rows.length));
  for (const [nth, rows] of before.entries())
    for (const [row, { x }] of rows.entries()) expect(after[nth]?.[row]?.x.startsWith(x.slice(0, -1))).toBe(true);
  for (const statement of [update, insert, deliver, finish]) await writer.query(statement);
  writer.release();
  expect((await pool.query("select sum(seconds)::int as seconds, count(*)::int as n from views")).rows).toEqual([{ seconds: 1, n: 92 }]);
  expect((await pool.query("select from webhook_deliveries where state = 'delivered'")).rowCount).toBe(42);
  await pool.query("delete from items where title = 'Image 0'");
  expect((await pool.query("select from views")).rowCount).toBe(0);
});

test("R19: the server reads data of an earlier release", async () => {
  await migrateDatabase(pool);
  await using app = await createTestApp({ ports: { pool, db: createDatabase(pool) } });
  const session = await app.call(login, { body: { email: "anna@example.test", password: "correct horse 7" } });
  const { idToken, refreshToken } = session.data();
  const headers = { idtoken: idToken, refreshtoken: refreshToken };
  const get = async <T>(url: string): Promise<T> => expectData<T>(await app.app.inject({ url: `/api/v1${url}`, headers }));
  const list = await get<{ items: { id: string; title: string }[] }>("/workspace/personal/items?view=all");
  expect(list.items.map(({ title }) => title).sort()).toEqual(["Image 0", "Image 1", "Image 2", "Image 3", "Image 4"]);
  const first = list.items.find(({ title }) => title === "Image 0")?.id;
  expect(await get(`/items/${first}/comments`)).toMatchObject({ items: [{ text: "A comment of an earlier release" }] });
  expect(await get("/workspace/personal/items?view=trash")).toMatchObject({ items: [{ title: "Image 5" }] });
  expect(await get("/workspace/personal/folders")).toMatchObject({ items: [{ name: "Releases", items: 2 }] });
  const [workspace] = await get<{ id: string; name: string }[]>("/workspace/all");
  expect(workspace).toMatchObject({ name: "Crew" });
  expect(await get(`/workspace/${workspace?.id}/members`)).toMatchObject({ items: [{ displayName: "Anna" }, { displayName: "Ben" }] });
  expect(await get("/search?q=shared")).toMatchObject({ items: [{ title: "Shared image" }] });
  const { slug } = await get<{ slug: string }>(`/workspace/share/personal/${first}`);
  expect((await app.app.inject({ url: `/s/${slug}` })).statusCode).toBe(200);
});

test("R19: rows that a process of the earlier release writes during the migration are counted", async () => {
  // Written before the migration begins, and committed while the migration waits for it.
  const writer = await pool.connect();
  await writer.query("begin");
  await writer.query(insertItem);
  let isMigrated = false;
  const migration = migrateDatabase(pool).finally(() => (isMigrated = true));
  await vi.waitUntil(
    async () => isMigrated || Number((await pool.query("select count(*)::int as n from pg_locks where not granted")).rows[0].n) > 0,
    { timeout: 10_000, interval: 10 },
  );
  await writer.query("commit");
  writer.release();
  // Further writes go on in the meantime, and afterwards until the process is replaced.
  let written = 1;
  do {
    await pool.query(insertItem);
    written += 1;
  } while (!isMigrated);
  await migration;
  await pool.query(insertItem);
  expect((await pool.query("select from items where title = 'Written meanwhile'")).rowCount).toBe(written + 1);
  const { counted, actual } = await totals();
  expect(counted).toEqual(actual);
});
