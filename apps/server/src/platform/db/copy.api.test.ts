import { cloneDatabase } from "@stillreel/testing";
import pino from "pino";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { copyIn, copyOut } from "./copy.ts";
import { createPool } from "./pool.ts";

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await cloneDatabase(inject("cluster"));
  pool = createPool(database.address, { max: 2, log: pino({ level: "silent" }) });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it("copies rows out and in with all values, counts them, and reads no faster than its reader", async () => {
  const client = await pool.connect();
  try {
    await client.query(`create temp table from_here as
      select n, repeat('x', 2000) || chr(9) || chr(10) || 'ä\\' as text, case when n % 2 = 0 then null else '\\x00ff'::bytea end as bytes
      from generate_series(1, 20000) n`);
    await client.query("create temp table to_here (like from_here)");
    const pieces: Buffer[] = [];
    const rows = copyOut(client, "copy from_here to stdout");
    let result = await rows.next();
    while (!result.done) {
      pieces.push(result.value);
      result = await rows.next();
    }
    expect(result.value).toBe(20_000);
    expect(pieces.length).toBeGreaterThan(100);
    async function* source(): AsyncGenerator<Buffer> {
      yield* pieces;
    }
    expect(await copyIn(client, "copy to_here from stdin", source())).toBe(20_000);
    const { rows: different } = await client.query("select * from from_here except select * from to_here");
    expect(different).toEqual([]);
  } finally {
    client.release();
  }
});

it("reports errors of the statement and of the source, and the connection stays usable", async () => {
  const client = await pool.connect();
  try {
    await expect(copyOut(client, "copy nowhere to stdout").next()).rejects.toThrow('relation "nowhere" does not exist');
    await client.query("create temp table numbers (n int)");
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from("1\n");
      throw new Error("The disk cannot be read.");
    }
    await expect(copyIn(client, "copy numbers from stdin", broken())).rejects.toThrow("The disk cannot be read.");
    async function* text(): AsyncGenerator<Buffer> {
      yield Buffer.from("no number\n");
    }
    await expect(copyIn(client, "copy numbers from stdin", text())).rejects.toThrow("invalid input syntax");
    expect((await client.query("select count(*)::int as count from numbers")).rows).toEqual([{ count: 0 }]);
  } finally {
    client.release();
  }
});
