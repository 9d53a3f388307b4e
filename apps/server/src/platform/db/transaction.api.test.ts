import { cloneDatabase } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { createDatabase, type Database, type Executor } from "./client.ts";
import { isConflict } from "./database-errors.ts";
import { createPool, type DatabasePool } from "./pool.ts";

let pool: DatabasePool;
let db: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await cloneDatabase(inject("cluster"));
  pool = createPool(database.address, { max: 4, log: pino({ level: "silent" }) });
  db = createDatabase(pool);
  drop = database.drop;
  await pool.query("create table probe (id int primary key, value int not null)");
});
beforeEach(() => pool.query("delete from probe; insert into probe values (1, 0), (2, 0)"));
afterAll(async () => {
  await pool.end();
  await drop();
});

const increase = (tx: Executor, id: number) => tx.execute(sql`update probe set value = value + 1 where id = ${id}`);
const values = async (): Promise<number[]> =>
  (await pool.query<{ value: number }>("select value from probe order by id")).rows.map(({ value }) => value);

test("S20: of two transactions in a deadlock both succeed", async () => {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  let attempts = 0;
  const crossing = (own: PromiseWithResolvers<void>, other: PromiseWithResolvers<void>, [from, to]: [number, number]) =>
    db.transaction(async (tx) => {
      attempts += 1;
      await increase(tx, from);
      // In the first attempts, each holds a row that the other needs.
      own.resolve();
      await other.promise;
      await increase(tx, to);
    });
  await Promise.all([crossing(first, second, [1, 2]), crossing(second, first, [2, 1])]);
  // One attempt more than transactions. A repeated one that starts before the other goes on may meet it in a second deadlock.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await values()).toEqual([2, 2]);
});

test("S20: of two single statements in a deadlock both succeed", async () => {
  // A sequence is not part of the transaction: it counts the attempts, and both wait until the other one has its first row.
  await pool.query(`create sequence attempts`);
  await pool.query(`create function cross_update(first int, second int) returns void language plpgsql as $$ begin
    update probe set value = value + 1 where id = first;
    perform nextval('attempts');
    while (select last_value from attempts) < 2 loop perform pg_sleep(0.01); end loop;
    update probe set value = value + 1 where id = second;
  end $$`);
  await Promise.all([pool.query("select cross_update(1, 2)"), db.execute(sql`select cross_update(2, 1)`)]);
  const { rows } = await pool.query<{ attempts: number }>("select last_value::int as attempts from attempts");
  expect(rows[0]?.attempts).toBeGreaterThanOrEqual(3);
  expect(await values()).toEqual([2, 2]);
});

test("S20: a serialization failure is repeated", async () => {
  let attempts = 0;
  await db.transaction(
    async (tx) => {
      attempts += 1;
      await tx.execute(sql`select value from probe`);
      if (attempts === 1) await increase(db, 1);
      await increase(tx, 1);
    },
    { isolationLevel: "repeatable read" },
  );
  expect(attempts).toBe(2);
  expect(await values()).toEqual([2, 0]);
});

test("a conflict that does not end is reported after six attempts, and other errors after one", async () => {
  const conflict = Object.assign(new Error("deadlock"), { code: "40P01" });
  const losing = vi.fn<(tx: Executor) => Promise<void>>(async (tx) => {
    await increase(tx, 1);
    throw conflict;
  });
  await expect(db.transaction(losing)).rejects.toSatisfy(isConflict);
  expect(losing).toHaveBeenCalledTimes(6);
  const failing = vi.fn<() => Promise<void>>(async () => {
    throw new Error("no");
  });
  await expect(db.transaction(failing)).rejects.toThrow("no");
  expect(failing).toHaveBeenCalledTimes(1);
  expect(await values()).toEqual([0, 0]);
});

test("a transaction whose connection ends reports why, and leaves no connection in use", async () => {
  for (let time = 0; time < 6; time += 1)
    await expect(
      db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
        await pool.query("select pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
        await increase(tx, 1);
      }),
    ).rejects.toThrow("Failed query: update probe");
  expect(pool.totalCount - pool.idleCount).toBe(0);
  await db.transaction((tx) => increase(tx, 1));
  expect(await values()).toEqual([1, 0]);
});

test("a transaction that cannot begin leaves no connection in use", async () => {
  for (let time = 0; time < 6; time += 1) {
    const client = await pool.connect();
    await client.query("set idle_session_timeout = 1");
    client.release();
    await expect.poll(() => pool.totalCount).toBe(0);
  }
  await db.transaction((tx) => increase(tx, 2));
  expect(await values()).toEqual([0, 1]);
});
