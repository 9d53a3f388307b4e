import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  callAt,
  cloneDatabase,
  png,
  type ProcessUser,
  registerAt,
  type ServerProcess,
  startServerProcess,
  uploadImageAt,
} from "@stillreel/testing";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";

const ITEMS = 1_000;
/** Items beyond the first transaction of a deletion, which a job deletes. */
const MORE = 2_600;

let dataDir: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
let server: ServerProcess;
let user: ProcessUser;

beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-bulk-"));
  database = await cloneDatabase(inject("cluster"));
  client = new pg.Client(database.address);
  await client.connect();
  server = await start();
  user = await registerAt(server, "bulk@example.test");
});
afterEach(async () => {
  await server.kill();
  await client.end();
  await database.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const start = (): Promise<ServerProcess> => startServerProcess({ dataDir, database: database.address, env: { RATE_LIMIT_FACTOR: "1000" } });
const count = async (text: string): Promise<number> => Number((await client.query(`select count(*)::int as n from ${text}`)).rows[0].n);
const objects = (): string[] => fs.globSync("b/*/*/*", { cwd: path.join(dataDir, "storage") });

/** Moves a number of items with their own bytes to the trash. Uploads are as fast as the server answers. */
async function fillTrash(items: number): Promise<void> {
  const waiting = Array.from({ length: items }, (_, index) => index);
  const upload = async (): Promise<void> => {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop())
      await uploadImageAt(server, user, png(20, 20, [index & 255, index >> 8, 7]), `Item ${index}`);
  };
  await Promise.all(Array.from({ length: 4 }, upload));
  await callAt(server, user, "POST", "/workspace/personal/items/trash", { all: true });
}

/** Adds items without bytes to the trash: copies of the rows of one item. */
async function fillTrashWithRows(items: number): Promise<void> {
  await fillTrash(1);
  await client.query(
    `insert into items (id, workspace_id, type, title, full_file_name, ref_name, stage, mime_type, size_bytes, created_at, updated_at, trashed_at)
     select gen_random_uuid(), workspace_id, 'image', 'Item ' || n, 'x.png', gen_random_uuid()::text, 'ready', 'image/png', 10, created_at,
       updated_at, trashed_at from items, generate_series(1, $1::int) n`,
    [items],
  );
}

/** Continues with a new process. The jobs of the killed one are free after its silence, which is shortened here. */
async function restart(): Promise<void> {
  await client.query("update worker_beats set seen_at = now() - interval '1 minute'");
  await client.query("update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null");
  server = await start();
}

it("R20: a server that is killed while it deletes 1,000 items completes the deletion, with rows and bytes", async () => {
  await fillTrash(ITEMS);
  const before = objects().length;
  expect(before).toBeGreaterThanOrEqual(ITEMS);
  await callAt(server, user, "POST", "/workspace/personal/items/delete", { all: true });
  // Killed while the job removes the bytes.
  await vi.waitUntil(() => objects().length < before, { timeout: 60_000, interval: 1 });
  await server.kill();
  expect(objects().length).toBeGreaterThan(0);
  await restart();
  await vi.waitUntil(() => objects().length === 0, { timeout: 120_000, interval: 100 });
  await vi.waitUntil(async () => (await count("blobs")) === 0, { timeout: 30_000, interval: 100 });
  for (const table of ["items", "renditions", "share_links"]) expect(await count(table), table).toBe(0);
  expect(await count("graphile_worker._private_jobs where attempts >= max_attempts")).toBe(0);
});

it("R20: a server that is killed while a job empties a large trash completes it", async () => {
  await fillTrashWithRows(MORE);
  await callAt(server, user, "POST", "/workspace/personal/items/delete", { all: true });
  const answered = await count("items");
  expect(answered).toBeGreaterThan(0);
  // Killed after the first page of the job, if the job has not been faster.
  await vi.waitUntil(async () => (await count("items")) < answered, { timeout: 60_000, interval: 1 });
  await server.kill();
  await restart();
  await vi.waitUntil(async () => (await count("items")) === 0, { timeout: 120_000, interval: 100 });
  const { rows } = await client.query("select sum(trash)::int as trash, sum(stored_bytes)::int as bytes from space_counts");
  expect(rows).toEqual([{ trash: 0, bytes: 0 }]);
});
