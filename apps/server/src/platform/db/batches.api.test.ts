import { createTestApp } from "@stillreel/testing";
import { expect, it } from "vitest";
import { BATCH } from "./batches.ts";

const ROWS = 50_000;

it("a sweep deletes 50,000 rows in batches, loses nothing when it is stopped, and waits for no lock", async () => {
  await using t = await createTestApp();
  const ada = await t.user();
  const { pool } = t.ports;
  await pool.query("create table deleted_batches (rows int)");
  await pool.query(`create function note_batch() returns trigger language plpgsql as
    'begin insert into deleted_batches select count(*) from gone; return null; end'`);
  await pool.query(
    "create trigger noted after delete on sign_in_devices referencing old table as gone for each statement execute function note_batch()",
  );
  const insert = (from: number, rows: number, seenAt: string) =>
    pool.query(
      `insert into sign_in_devices (user_id, device, seen_at) select $1, sha256(n::text::bytea), $2::timestamptz from generate_series($3::int, $4::int) n`,
      [ada.id, seenAt, from, from + rows - 1],
    );
  await insert(1, ROWS, "2001-01-01");
  await insert(ROWS + 1, 10, t.clock.now().toISOString());
  const { rows: before } = await pool.query<{ n: number }>("select count(*)::int as n from sign_in_devices");
  const left = async () =>
    (await pool.query<{ n: number }>("select count(*)::int as n from sign_in_devices where seen_at < '2002-01-01'")).rows[0]?.n;
  const sweeper = t.modules.sweeps.jobs?.find(({ definition }) => definition.name === "sweeps.delete-expired-rows");
  if (!sweeper) throw new Error("There is no such sweep.");

  // Stopped in the middle: the deleted batches stay deleted, and no other row is.
  const stop = new AbortController();
  const running = sweeper.handle({ cursor: null, count: 0 } as never, stop.signal);
  running.catch(() => undefined);
  for (let n = ROWS; n > ROWS - 5 * BATCH; n = (await left()) ?? 0) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await expect(running).rejects.toThrow("abort");
  const rest = (await left()) ?? 0;
  expect(rest).toBeGreaterThan(0);
  expect(rest % BATCH).toBe(0);

  // A row that another transaction has locked is left for the next run.
  const client = await pool.connect();
  await client.query("begin");
  await client.query("select from sign_in_devices where seen_at < '2002-01-01' limit 1 for update");
  expect(await sweeper.handle({ cursor: null, count: 0 } as never, new AbortController().signal)).toBe("done");
  expect(await left()).toBe(1);
  await client.query("rollback");
  client.release();
  await sweeper.handle({ cursor: null, count: 0 } as never, new AbortController().signal);
  expect(await left()).toBe(0);
  expect((await pool.query("select from sign_in_devices")).rowCount).toBe((before[0]?.n ?? 0) - ROWS);
  const { rows: batches } = await pool.query<{ max: number; sum: number }>("select max(rows)::int, sum(rows)::int from deleted_batches");
  expect(batches).toEqual([{ max: BATCH, sum: ROWS }]);
}, 120_000);
