import { cloneDatabase } from "@stillreel/testing/cluster";
import { createTestApp, type TestApp } from "@stillreel/testing";
import pino from "pino";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { currentRequestId, withRequest } from "./current-request.ts";
import { createPool, type DatabasePool } from "./pool.ts";

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: DatabasePool;
const lines: { msg: string; statement?: string; ms?: number; reqId?: string }[] = [];

beforeAll(async () => {
  database = await cloneDatabase(inject("cluster"));
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  pool = createPool(database.address, { max: 2, log, slowMs: 100 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const slow = () => lines.filter(({ msg }) => msg === "slow statement");

test("a slow statement is logged with its name or text and its request, without values", async () => {
  const query = { name: "wait-for-it", text: "select pg_sleep($1::float8), $2::text", values: [0.15, "a private text"] };
  await new Promise<void>((resolve, reject) => {
    withRequest({ id: "request-of-test", hasGone: () => false }, () => void pool.query(query).then(() => resolve(), reject));
  });
  await pool.query("select pg_sleep(0.15),\n  'another private text'");
  await expect(pool.query("select pg_sleep(0.15), 1 / (random() * 0)::int")).rejects.toThrow("division by zero");
  await pool.query("select 1");
  const client = await pool.connect();
  await client.query("select pg_sleep(0.15) as of_a_transaction");
  client.release();
  expect(slow().map(({ statement, reqId }) => [statement, reqId])).toEqual([
    ["wait-for-it", "request-of-test"],
    ["select pg_sleep(0.15), '…'", undefined],
    ["select pg_sleep(0.15), 1 / (random() * 0)::int", undefined],
    ["select pg_sleep(0.15) as of_a_transaction", undefined],
  ]);
  for (const { ms } of slow()) expect(ms).toBeGreaterThanOrEqual(100);
  expect(JSON.stringify(lines)).not.toContain("private");
});

test.each([
  ["a trusted proxy", "true", true],
  ["an unknown client", "false", false],
])("the id of a request from %s reaches the answer and the statements", async (_name, trust, isAccepted) => {
  const t: TestApp = await createTestApp({
    config: { TRUST_PROXY: trust },
    modules: {
      probe: {
        routes: (app) => {
          app.get("/api/probe", { config: { needs: "public" } }, async () => {
            await t.ports.pool.query("select 1");
            return { id: currentRequestId() };
          });
        },
      },
    },
  });
  onTestFinished(() => t.close());
  const ask = async (id: string) => t.app.inject({ url: "/api/probe", headers: { "x-request-id": id } });
  const { id } = (await ask("proxy-4711.a")).json<{ id: string }>();
  expect(id === "proxy-4711.a").toBe(isAccepted);
  expect(id).toMatch(/^[\w.-]{8,64}$/u);
  // It is written into logs.
  expect((await ask('x" injected="1')).json<{ id: string }>().id).toMatch(/^[\da-f-]{36}$/u);
});
