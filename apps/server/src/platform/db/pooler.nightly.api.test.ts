import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  callAt,
  cloneDatabase,
  png,
  type Pooler,
  registerAt,
  type ServerProcess,
  startPooler,
  startServerProcess,
  uploadImageAt,
  urlOf,
  whyNoPooler,
} from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";

const whyNot = whyNoPooler();
const SESSION = `connect_query='set jit = off; set statement_timeout = 30000'`;

interface Problems {
  problems?: { message: string }[];
}

const problemsOf = async ({ url }: ServerProcess): Promise<string[]> =>
  (((await (await fetch(`${url}/readyz`)).json()) as Problems).problems ?? []).map(({ message }) => message);

describe.skipIf(whyNot !== null)(`two processes behind PgBouncer by transaction${whyNot === null ? "" : ` (skipped: ${whyNot})`}`, () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let pooler: Pooler;
  let dataDir: string;
  let servers: [ServerProcess, ServerProcess];

  beforeAll(async () => {
    database = await cloneDatabase(inject("cluster"));
    pooler = await startPooler(database.address, SESSION);
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-pooler-data-"));
    const env = { DATABASE_DIRECT_URL: urlOf(database.address), RATE_LIMIT_FACTOR: "1000" };
    const start = (): Promise<ServerProcess> => startServerProcess({ dataDir, database: pooler.address, env });
    servers = [await start(), await start()];
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await pooler.stop();
    await database.drop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  test("nothing is reported about the database", async () => {
    expect((await problemsOf(servers[0])).filter((text) => /pooler|DATABASE/u.test(text))).toEqual([]);
  });

  test("uploads, jobs, lists, search, changes and live events work, many at the same time", async () => {
    const [here, there] = servers;
    const user = await registerAt(here, "pooled@example.test");
    const events = await fetch(`${there.url}/api/v1/events`, { headers: user.headers });
    let received = "";
    const reading = (async () => {
      for await (const chunk of events.body as unknown as AsyncIterable<Uint8Array>) received += Buffer.from(chunk).toString();
    })().catch(() => {});
    const ids = await Promise.all(
      Array.from({ length: 24 }, (_unused, nth) =>
        uploadImageAt(servers[nth % 2] as ServerProcess, user, png(8, 8 + nth), `Quartz ${nth}`),
      ),
    );
    const rename = (id: string, nth: number) =>
      callAt(servers[nth % 2] as ServerProcess, user, "PUT", `/workspace/personal/files/image/${id}/single-data`, {
        title: `Renamed ${nth}`,
      });
    const list = () =>
      callAt<{ items: { title: string; stage: string }[] }>(there, user, "GET", "/workspace/personal/items?view=all&limit=50");
    await Promise.all([...ids.map(rename), ...ids.map(() => list()), ...ids.map(() => callAt(here, user, "GET", "/search?q=renamed"))]);
    const { items } = await list();
    expect(items.map(({ title }) => title).sort()).toEqual(ids.map((_id, nth) => `Renamed ${nth}`).sort());
    const found = await callAt<{ items: unknown[] }>(here, user, "GET", "/search?q=renamed");
    expect(found.items.length).toBeGreaterThan(0);
    await vi.waitFor(() => expect(received).toContain('"type":"items"'), { timeout: 20_000 });
    await vi.waitFor(async () => expect((await list()).items.every(({ stage }) => stage === "ready")).toBe(true), { timeout: 60_000 });
    const failed = servers.map((server) => server.output()).join("");
    expect(failed).not.toMatch(/prepared statement|"failed"|request failed/u);
    await here.stop();
    await there.stop();
    await reading;
  });
});

describe.skipIf(whyNot !== null)("a pooler by transaction without its settings is reported", () => {
  test.each([
    ["DATABASE_DIRECT_URL is missing", {}, /Set DATABASE_DIRECT_URL/u],
    ["the session has no limits", { isDirect: true }, /connect_query/u],
  ])("%s", async (_what, { isDirect = false }: { isDirect?: boolean }, expected) => {
    const database = await cloneDatabase(inject("cluster"));
    const pooler = await startPooler(database.address);
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-pooler-data-"));
    const env: Record<string, string> = { ROLE: "web", ...(isDirect ? { DATABASE_DIRECT_URL: urlOf(database.address) } : {}) };
    const server = await startServerProcess({ dataDir, database: pooler.address, env });
    try {
      expect((await problemsOf(server)).join(" ")).toMatch(expected);
    } finally {
      await server.stop();
      await pooler.stop();
      await database.drop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
