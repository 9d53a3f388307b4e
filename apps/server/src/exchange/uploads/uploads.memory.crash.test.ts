import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cloneDatabase, startServerProcess, type ServerProcess } from "@stillreel/testing";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const MIB = 1024 ** 2;
const UPLOADS = 20;
const SENT = 40 * MIB;
const MAX_GROWTH = 200_000_000;
const canMeasure = fs.existsSync("/proc/self/status");

let dataDir: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let server: ServerProcess;
let session: Record<string, string>;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-memory-"));
  database = await cloneDatabase(inject("cluster"));
  server = await startServerProcess({ dataDir, database: database.address, env: { RATE_LIMIT_FACTOR: "1000" } });
  const registered = await fetch(`${server.url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "memory@example.test", password: "correct horse 7", username: "Memory" }),
  });
  const { idToken, refreshToken } = ((await registered.json()) as { data: { idToken: string; refreshToken: string } }).data;
  session = { idtoken: idToken, refreshtoken: refreshToken, "tus-resumable": "1.0.0" };
});
afterAll(async () => {
  await server?.kill();
  await database.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Returns the resident memory of a process in bytes. */
function residentBytes(pid: number): number {
  const [, kib = "0"] = /^VmRSS:\s+(\d+) kB$/mu.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) * 1024;
}

/** Creates an upload that is longer than what is sent, so that its file is not processed. Returns its address. */
async function create(): Promise<URL> {
  const created = await fetch(`${server.url}/uploads`, {
    method: "POST",
    headers: {
      ...session,
      "upload-length": String(2 * SENT),
      "upload-metadata": `fullFileName ${Buffer.from("long.mp4").toString("base64")},type ${Buffer.from("video").toString("base64")}`,
    },
  });
  expect(created.status, await created.text()).toBe(201);
  return new URL(created.headers.get("location") ?? "", server.url);
}

/** Sends bytes as fast as the server reads them. Returns the acknowledged length. */
async function send(url: URL, bytes: number): Promise<number> {
  const chunk = new Uint8Array(randomBytes(64 * 1024));
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(chunk.subarray(0, Math.min(left, chunk.length)));
      left -= Math.min(left, chunk.length);
      if (left === 0) controller.close();
    },
  });
  const headers = { ...session, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const answer = await fetch(url, { method: "PATCH", headers, body, duplex: "half" } as RequestInit);
  expect(answer.status, await answer.text()).toBe(204);
  return Number(answer.headers.get("upload-offset"));
}

it.skipIf(!canMeasure)("R14: memory grows by less than 200 MB while 20 uploads of 40 MiB are received", async () => {
  await send(await create(), MIB);
  const before = residentBytes(server.pid);
  let highest = before;
  const sampling = setInterval(() => (highest = Math.max(highest, residentBytes(server.pid))), 50);
  try {
    const urls = await Promise.all(Array.from({ length: UPLOADS }, create));
    const received = await Promise.all(urls.map((url) => send(url, SENT)));
    expect(received).toEqual(urls.map(() => SENT));
  } finally {
    clearInterval(sampling);
  }
  expect(highest - before).toBeLessThan(MAX_GROWTH);
});
