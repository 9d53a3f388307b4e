import { expect, test } from "vitest";
import { waitForDatabase } from "./wait-for-database.ts";

const quiet = { warn: (): void => {} };
const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:5432"), { code: "ECONNREFUSED" });
const URL = "postgres://ada:s3cret@10.0.0.7:5432/shots";

/** A pool that fails a number of times before it answers. */
const poolThatFails = (times: number, error: Error) => {
  let calls = 0;
  return {
    calls: (): number => calls,
    query: (async () => {
      calls += 1;
      if (calls <= times) throw error;
      return { rows: [] };
    }) as never,
  };
};

test("a database that starts later is awaited", async () => {
  const pool = poolThatFails(2, refused);
  await waitForDatabase(pool, URL, quiet);
  expect(pool.calls()).toBe(3);
});

test("a database that stays away ends the start; the message names setting, address and reason, but no password", async () => {
  const failure = await waitForDatabase(poolThatFails(Infinity, refused), URL, quiet, 0).catch((error: Error) => error.message);
  expect(failure).toMatch(/^DATABASE_URL: no database answers at 10\.0\.0\.7:5432 \(connect ECONNREFUSED/u);
  expect(failure).not.toContain("s3cret");
});

test("a refusal is not repeated", async () => {
  const pool = poolThatFails(1, Object.assign(new Error('database "nope" does not exist'), { code: "3D000" }));
  await expect(waitForDatabase(pool, URL, quiet)).rejects.toThrow(
    'DATABASE_URL: the database refuses the connection (database "nope" does not exist).',
  );
  expect(pool.calls()).toBe(1);
});
