import { emptyDatabase } from "@stillreel/testing/cluster";
import pino from "pino";
import { expect, inject, onTestFinished, test } from "vitest";
import { createPool } from "../platform/db/pool.ts";
import { UsageError } from "./command.ts";
import { MIGRATE } from "./migrate.program.ts";

/** Runs the command with an environment. Returns its exit code and its lines. */
async function migrate(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const terminal = { print: (line: string): void => void lines.push(line), readInput: () => Promise.resolve("") };
  return { code: await MIGRATE.run([], terminal, { NODE_ENV: "test", LOG_LEVEL: "silent", ...env }), lines };
}

test("creates the tables of an external database, and finds nothing to do the second time", async () => {
  const { address, drop } = await emptyDatabase(inject("cluster"));
  onTestFinished(drop);
  const { host, user, database } = address;
  const env = { DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}` };
  expect(await migrate(env)).toEqual({ code: 0, lines: ["The database is up to date."] });
  expect(await migrate(env)).toEqual({ code: 0, lines: ["The database is up to date."] });
  const pool = createPool(address, { max: 1, log: pino({ level: "silent" }) });
  const { rows } = await pool.query<{ found: number }>("select count(*)::int as found from items");
  await pool.end();
  expect(rows).toEqual([{ found: 0 }]);
});

test("asks for DATABASE_URL, because the server migrates its embedded database itself", async () => {
  await expect(migrate({})).rejects.toThrow(UsageError);
});
