import { emptyDatabase } from "@stillreel/testing";
import pino from "pino";
import { expect, inject, test } from "vitest";
import { createPool, ISO_TIMESTAMPS } from "./pool.ts";

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
