import { emptyDatabase } from "@stillreel/testing";
import pino from "pino";
import { expect, inject, test } from "vitest";
import { createPool, ISO_TIMESTAMPS, withStatementLimit } from "./pool.ts";

test("timestamps are read correctly in every session time zone and for every date", async () => {
  const database = await emptyDatabase(inject("cluster"));
  const pool = createPool(database.address, { max: 1, log: pino({ level: "silent" }) });
  try {
    for (const zone of ["UTC", "Asia/Kolkata", "America/New_York"]) {
      await pool.query(`set timezone to '${zone}'`);
      for (const timestamp of [
        "2026-11-21T16:44:35.123Z",
        "2026-11-21T16:44:35.000Z",
        "2026-11-21T16:44:35.120Z",
        "1969-07-20T20:17:40.500Z",
        "0099-01-01T00:00:00.000Z",
      ]) {
        const text = "select $1::timestamptz as at";
        const { rows } = await pool.query<{ at: Date }>(text, [timestamp]);
        expect(rows[0]?.at.toISOString(), zone).toBe(timestamp);
        const result = await pool.query<{ at: string }>({ text, types: ISO_TIMESTAMPS, values: [timestamp] });
        expect(result.rows[0]?.at, zone).toBe(timestamp);
      }
    }
  } finally {
    await pool.end();
    await database.drop();
  }
});

test("no connection compiles statements, and each statement has a time limit", async () => {
  const database = await emptyDatabase(inject("cluster"));
  const admin = createPool(database.address, { max: 1, log: pino({ level: "silent" }) });
  await admin.query(`alter database ${database.address.database} set jit = on`);
  await admin.end();
  const pool = createPool(database.address, { max: 1, log: pino({ level: "silent" }) });
  const settings = async (): Promise<unknown> =>
    (await pool.query("select current_setting('jit') as jit, current_setting('statement_timeout') as timeout")).rows[0];
  try {
    expect(await settings()).toEqual({ jit: "off", timeout: "30s" });
    expect(await withStatementLimit(600_000, settings)).toEqual({ jit: "off", timeout: "10min" });
    expect(await withStatementLimit(0, settings)).toEqual({ jit: "off", timeout: "0" });
    expect(await settings()).toEqual({ jit: "off", timeout: "30s" });
    await expect(withStatementLimit(50, () => pool.query("select pg_sleep(60)"))).rejects.toMatchObject({ code: "57014" });
    expect(await settings()).toEqual({ jit: "off", timeout: "30s" });
  } finally {
    await pool.end();
    await database.drop();
  }
});

test("behind a pooler by transaction, no statement depends on a session, and work with another limit uses the database itself", async () => {
  const database = await emptyDatabase(inject("cluster"));
  const log = pino({ level: "silent" });
  const admin = createPool(database.address, { max: 1, log });
  await admin.query(`alter database ${database.address.database} set jit = on`);
  await admin.end();
  const pool = createPool(database.address, { max: 1, log, direct: database.address });
  try {
    await pool.query({ name: "named", text: "select $1::int", values: [1] });
    const { rows } = await pool.query(
      "select current_setting('jit') as jit, (select count(*)::int from pg_prepared_statements) as prepared",
    );
    expect(rows).toEqual([{ jit: "on", prepared: 0 }]);
    await pool.direct.query({ name: "named", text: "select $1::int", values: [1] });
    const limited = await withStatementLimit(5_000, () =>
      pool.query("select current_setting('statement_timeout') as timeout, (select count(*)::int from pg_prepared_statements) as prepared"),
    );
    expect(limited.rows).toEqual([{ timeout: "5s", prepared: 1 }]);
    expect([pool.isPooled, pool.direct.isPooled]).toEqual([true, false]);
  } finally {
    await pool.end();
    expect(pool.direct.ended).toBe(true);
    await database.drop();
  }
});
