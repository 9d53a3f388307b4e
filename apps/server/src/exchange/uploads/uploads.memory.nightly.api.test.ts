import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  canMeasureMemory,
  cloneDatabase,
  growthDuring,
  registerAt,
  residentBytes,
  type ServerProcess,
  startServerProcess,
  streamUploads,
} from "@stillreel/testing";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const MIB = 1024 ** 2;
const UPLOADS = 20;
const SENT = 300 * MIB;
const MAX_GROWTH = 200_000_000;

let dataDir: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-memory-"));
  database = await cloneDatabase(inject("cluster"));
  server = await startServerProcess({ dataDir, database: database.address, env: { RATE_LIMIT_FACTOR: "1000" } });
});
afterAll(async () => {
  await server?.kill();
  await database.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

it.skipIf(!canMeasureMemory)("R14: memory grows by less than 200 MB while 20 uploads of 300 MiB are received", async () => {
  const user = await registerAt(server, "memory@example.test");
  await streamUploads(server, user, 1, MIB);
  const { growth, result } = await growthDuring(
    () => residentBytes(server.pid),
    () => streamUploads(server, user, UPLOADS, SENT),
  );
  expect(result).toEqual(Array.from({ length: UPLOADS }, () => SENT));
  process.stderr.write(`R14: ${Math.round(growth / 1e6)} MB\n`);
  expect(growth).toBeLessThan(MAX_GROWTH);
});
