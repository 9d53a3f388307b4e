import { listItems, search, updateItem } from "@stillreel/contract";
import {
  createCrew,
  createTestApp,
  expectError,
  multipart,
  png,
  type ReplicatedPostgres,
  startReplicatedPostgres,
  type TestApp,
  type TestUser,
} from "@stillreel/testing";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { replicaProblem } from "../../web/service/index.ts";
import { createDatabase } from "./client.ts";
import { createPool, type DatabasePool } from "./pool.ts";
import { createReads } from "./reads.ts";

const log = pino({ level: "silent" });
let servers: ReplicatedPostgres;
let pool: DatabasePool;
let t: TestApp;
let anna: TestUser;
/** Number of statements of lists and searches that the replica answered. */
let replicaReads = 0;

beforeAll(async () => {
  servers = await startReplicatedPostgres();
  pool = createPool(servers.primary, { max: 8, log, replica: servers.replica });
  const replica = pool.replica as DatabasePool;
  const send = replica.query.bind(replica) as (...given: unknown[]) => Promise<unknown>;
  replica.query = (async (...given: unknown[]) => {
    const answer = await send(...given);
    if (typeof given[0] === "object") replicaReads += 1;
    return answer;
  }) as DatabasePool["query"];
  t = await createTestApp({ ports: { log, pool, db: createDatabase(pool) } });
  anna = await t.user();
}, 120_000);
afterAll(async () => {
  await t.close();
  await pool.end();
  await servers.stop();
});
const isCurrent = () => vi.waitUntil(async () => (await replicaProblem(pool, 0)) === null, { timeout: 20_000 });
beforeEach(async () => {
  await isCurrent();
  replicaReads = 0;
});

const titles = async (user = anna): Promise<string[]> =>
  (await t.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } }, user)).data().items.map(({ title }) => title);
const found = async (q: string, user = anna): Promise<string[]> =>
  (await t.call(search, { query: { q } }, user)).data().items.map(({ title }) => title);
const replay = (change: "pause" | "resume") => (pool.replica as DatabasePool).query(`select pg_wal_replay_${change}()`);
const untilUsed = () =>
  vi.waitFor(
    async () => {
      const before = replicaReads;
      await titles();
      expect(replicaReads).toBeGreaterThan(before);
    },
    { timeout: 20_000 },
  );

test("lists and searches are read from the replica, and contain each change immediately", async () => {
  const { id } = await t.image(anna, { title: "Quartz 0" });
  for (let round = 1; round <= 40; round += 1) {
    const title = `Quartz ${round}`;
    const answer = await t.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId: id }, body: { title } }, anna);
    expect(answer.statusCode).toBe(200);
    expect(await titles(), title).toContain(title);
    expect(await found("quartz"), title).toEqual([title]);
  }
  await untilUsed();
});

test("a replica that is late is not read, and is reported", async () => {
  await replay("pause");
  try {
    await t.image(anna, { title: "Basalt" });
    expect(await titles()).toContain("Basalt");
    expect(await found("basalt")).toEqual(["Basalt"]);
    expect(replicaReads).toBe(0);
    expect(await replicaProblem(pool, 0)).toMatch(/^The replica of DATABASE_READ_URL is \d+ seconds behind\./u);
    expect(await replicaProblem(pool)).toBeNull();
  } finally {
    await replay("resume");
  }
  await untilUsed();
});

test("a right that was revoked is revoked while the replica still has it", async () => {
  const ben = await t.user();
  const workspaceId = await createCrew(t, anna, [[ben, "member"]]);
  const form = multipart({ fullFileName: "granite.png", title: "Granite" }, { fileName: "granite.png", type: "image/png", bytes: png() });
  const url = `/api/v1/workspace/${workspaceId}/files/image`;
  const headers = { ...anna.headers, ...form.headers };
  expect((await t.app.inject({ method: "POST", url, headers, payload: form.payload })).statusCode).toBe(201);
  const list = () => t.call(listItems, { params: { workspaceId }, query: { view: "all" } }, ben);
  expect((await list()).data().items.map(({ title }) => title)).toContain("Granite");
  expect(await found("granite", ben)).toEqual(["Granite"]);
  await isCurrent();
  await replay("pause");
  try {
    await pool.query("delete from members where workspace_id = $1 and user_id = $2", [workspaceId, ben.id]);
    expectError(await list(), "not-found");
    expect(await found("granite", ben)).toEqual([]);
  } finally {
    await replay("resume");
  }
});

test("a replica that stops is replaced by the primary, and used again when it is back", async () => {
  await untilUsed();
  await servers.stopReplica();
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => t.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } }, anna)),
  );
  for (const { statusCode } of answers) expect(statusCode).toBe(200);
  expect(await replicaProblem(pool)).toMatch(/does not answer/u);
  await servers.startReplica();
  await untilUsed();
}, 60_000);

test("a database that is not a replica of this one is never read", async () => {
  const other = createPool({ ...servers.primary, database: "template1" }, { max: 1, log });
  try {
    for (const foreign of [other, pool.direct]) {
      const reads = createReads(pool, foreign);
      expect(await reads.state()).toEqual({ kind: "foreign" });
    }
    const { rows } = await createReads(pool, other).query<{ name: string }>("select current_database() as name");
    expect(rows).toEqual([{ name: "postgres" }]);
  } finally {
    await other.end();
  }
});
