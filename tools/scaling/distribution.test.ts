import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from "../../apps/server/src/platform/db/schema/index.ts";
import { DISTRIBUTED, LOCAL, REFERENCE } from "./distribution.plan.mjs";
import { findObstacles, kindOf, readTables, renderCitus, renderDistribution } from "./distribution.mjs";

const tables = readTables(schema);
const obstaclesOf = (table: object) => readTables({ table }).flatMap(findObstacles);
const users = pgTable("users", { id: uuid().primaryKey() });
const saves = pgTable("saves", { id: uuid().primaryKey() });
const workspaces = pgTable("workspaces", { id: uuid().primaryKey() });

test("every table of the schema is listed as distributed, reference or local", () => {
  expect(tables.length).toBeGreaterThan(70);
  expect(tables.filter(({ name }) => kindOf(name) === undefined).map(({ name }) => name)).toEqual([]);
});

test("no list names a table twice or one that does not exist", () => {
  const listed = [DISTRIBUTED, REFERENCE, LOCAL].flatMap((list) => Object.keys(list));
  expect(new Set(listed).size).toBe(listed.length);
  const names = new Set(tables.map(({ name }) => name));
  expect(listed.filter((name) => !names.has(name))).toEqual([]);
});

test("a table with the workspace in its keys has no obstacles", () => {
  const members = pgTable(
    "members",
    {
      workspaceId: uuid()
        .notNull()
        .references(() => workspaces.id),
      userId: uuid()
        .notNull()
        .references(() => users.id),
    },
    (table) => [primaryKey({ columns: [table.workspaceId, table.userId] })],
  );
  expect(obstaclesOf(members)).toEqual([]);
});

test("a missing column, keys without it, and keys to other machines are named", () => {
  const items = pgTable(
    "items",
    { id: uuid().primaryKey(), workspaceId: uuid(), name: text(), saveId: uuid().references(() => saves.id) },
    (table) => [uniqueIndex("items_name").on(table.name)],
  );
  expect(obstaclesOf(items)).toEqual([
    "workspace_id can be null",
    "primary key (id) lacks workspace_id",
    "items_name (name) lacks workspace_id",
    "foreign key (save_id) to saves has to go: it leads from a distributed table to a local one",
  ]);
  const likes = pgTable("likes", { itemId: uuid().references(() => items.id), count: integer() });
  expect(obstaclesOf(likes)).toEqual(["column workspace_id is missing", "foreign key (item_id) to items lacks workspace_id"]);
  const sessions = pgTable("sessions", { itemId: uuid().references(() => items.id) });
  expect(obstaclesOf(sessions)).toEqual(["foreign key (item_id) to items has to go: it leads from a local table to a distributed one"]);
});

test("statements begin with the referenced tables, and are comments for tables with obstacles", () => {
  const lines = renderCitus(schema).split("\n");
  const at = (start: string) => lines.findIndex((line) => line.replace(/^-- /u, "").startsWith(start));
  expect(at("SELECT create_reference_table('users')")).toBeGreaterThan(0);
  expect(at("SELECT create_distributed_table('workspaces', 'id')")).toBeGreaterThan(at("SELECT create_reference_table('users')"));
  expect(at("SELECT create_distributed_table('items',")).toBeGreaterThan(at("SELECT create_distributed_table('workspaces',"));
  for (const table of tables.filter(({ name }) => kindOf(name) === "distributed")) {
    const line = lines[at(`SELECT create_distributed_table('${table.name}',`)];
    expect(line, table.name).toBeDefined();
    if (findObstacles(table).length > 0) expect(line, table.name).toMatch(/^-- /u);
  }
});

test("a ready table waits for the tables that it refers to", () => {
  const spaces = pgTable("workspaces", { id: uuid().primaryKey(), ownerId: uuid().references(() => users.id) });
  const counts = pgTable("item_counts", { workspaceId: uuid().notNull() });
  expect(renderCitus({ users, spaces, counts })).toMatch(/^SELECT create_distributed_table\('item_counts'/mu);
  const unready = pgTable("workspaces", { id: uuid().primaryKey(), ownerId: uuid().unique() });
  const text = renderCitus({ unready, counts });
  expect(text).toMatch(/^-- SELECT create_distributed_table\('item_counts'.*\n-- {3}waits for workspaces$/mu);
});

test("npm run gen -- --citus prints the statements and writes nothing", () => {
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(new URL("../gen.mjs", import.meta.url)), "--citus"], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(stdout.trim()).toBe(renderCitus(schema).trim());
}, 60_000);

test("the page counts every table once", () => {
  const counts = [...renderDistribution(schema).matchAll(/\| (\d+) \|/gu)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(tables.length);
});
