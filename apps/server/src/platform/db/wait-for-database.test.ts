import { expect, test } from "vitest";
import { waitForDatabase } from "./wait-for-database.ts";

const quiet = { warn: (): void => {} };
const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:5432"), { code: "ECONNREFUSED" });
const SETTING = { name: "DATABASE_URL", url: "postgres://ada:s3cret@10.0.0.7:5432/shots" } as const;
const SOUND = { version: "18.1 (Debian)", is_read_only: false };

/** A pool that fails a number of times before it answers. */
const poolThatFails = (times: number, error: Error) => {
  let calls = 0;
  return {
    calls: (): number => calls,
    query: (async () => {
      calls += 1;
      if (calls <= times) throw error;
      return { rows: [SOUND] };
    }) as never,
  };
};

test("a database that starts later is awaited", async () => {
  const pool = poolThatFails(2, refused);
  await waitForDatabase(pool, SETTING, quiet);
  expect(pool.calls()).toBe(3);
});

test("a database that stays away ends the start; the message names setting, address and reason, but no password", async () => {
  const failure = await waitForDatabase(poolThatFails(Infinity, refused), SETTING, quiet, 0).catch((error: Error) => error.message);
  expect(failure).toMatch(/^DATABASE_URL: no database answers at 10\.0\.0\.7:5432 \(connect ECONNREFUSED/u);
  expect(failure).not.toContain("s3cret");
});

test("a refusal is not repeated", async () => {
  const pool = poolThatFails(1, Object.assign(new Error('database "nope" does not exist'), { code: "3D000" }));
  await expect(waitForDatabase(pool, SETTING, quiet)).rejects.toThrow(
    'DATABASE_URL: the database at 10.0.0.7:5432 refuses the connection (database "nope" does not exist). Create this database in UTF-8, or correct the name at the end of the address.',
  );
  expect(pool.calls()).toBe(1);
});

test.each([
  ["too old", { version: "13.22", is_read_only: false }, "DATABASE_URL: PostgreSQL 13.22 is too old. Use version 14 or newer."],
  [
    "a replica",
    { version: "18.1", is_read_only: true },
    "DATABASE_URL: it permits no changes. Use the address of the primary, not of a replica.",
  ],
])("a database that is %s is refused", async (_what, row, message) => {
  await expect(waitForDatabase({ query: (async () => ({ rows: [row] })) as never }, SETTING, quiet, 0)).rejects.toThrow(message);
});
