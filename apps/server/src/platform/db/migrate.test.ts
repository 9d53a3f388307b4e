import { emptyDatabase } from "@stillreel/testing";
import pino from "pino";
import { expect, inject, test } from "vitest";
import { migrateDatabase } from "./migrate.ts";
import { createPool } from "./pool.ts";

const log = pino({ level: "silent" });

test("four processes that migrate an empty database concurrently all succeed, and each migration runs once", async () => {
  const database = await emptyDatabase(inject("cluster"));
  const pools = Array.from({ length: 4 }, () => createPool(database.address, { max: 3, log }));
  try {
    await Promise.all(pools.map((pool) => migrateDatabase(pool)));
    const { rows } = await pools[0]!.query<{ applied: number; distinct: number }>(
      "select count(*)::int as applied, count(distinct hash)::int as distinct from drizzle.__drizzle_migrations",
    );
    expect(rows[0]?.applied).toBe(rows[0]?.distinct);
    expect(rows[0]?.applied).toBeGreaterThan(0);
    const { rows: tables } = await pools[0]!.query("select 1 from users union all select 1 from graphile_worker.jobs");
    expect(tables).toEqual([]);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await database.drop();
  }
});

test("migrating again changes nothing", async () => {
  const database = await emptyDatabase(inject("cluster"));
  const pool = createPool(database.address, { max: 3, log });
  try {
    await migrateDatabase(pool);
    const count = async () =>
      (await pool.query("select count(*)::int as n, max(id)::int as last from drizzle.__drizzle_migrations")).rows[0];
    const before = await count();
    await migrateDatabase(pool);
    expect(await count()).toEqual(before);
  } finally {
    await pool.end();
    await database.drop();
  }
});

test("a failed migration releases the lock", async () => {
  const database = await emptyDatabase(inject("cluster"));
  const pool = createPool(database.address, { max: 3, log });
  try {
    await pool.query("create table users (x int)");
    await expect(migrateDatabase(pool)).rejects.toThrow();
    await pool.query("drop table users");
    await migrateDatabase(pool);
  } finally {
    await pool.end();
    await database.drop();
  }
});

test("a user who may not create tables is reported with the remedy", async () => {
  const database = await emptyDatabase(inject("cluster"));
  const owner = createPool(database.address, { max: 3, log });
  await owner.query("create role without_rights login");
  const pool = createPool({ ...database.address, user: "without_rights" }, { max: 3, log });
  try {
    await expect(migrateDatabase(pool)).rejects.toThrow(/^DATABASE_URL: .* Make it the owner of the database\.$/u);
  } finally {
    await pool.end();
    await owner.query("drop role without_rights");
    await owner.end();
    await database.drop();
  }
});
