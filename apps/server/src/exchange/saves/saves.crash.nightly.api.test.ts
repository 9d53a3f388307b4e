import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { API_BASE, type ClientResult, connectIntegration, type createSave, getSave, type SaveProvider } from "@stillreel/contract";
import { cloneDatabase, multipart, type ServerProcess, startServerProcess } from "@stillreel/testing";
import { startVendors, type Vendors, visitConsent } from "@stillreel/testing/vendors";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { largePicture } from "./saves.fixture.ts";

let vendors: Vendors;
let dataDir: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  vendors = await startVendors();
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-saves-"));
  database = await cloneDatabase(inject("cluster"));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
});
afterAll(async () => {
  await vendors.close();
  await database.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir, database: database.address, env: { ...vendors.environment, SECRET: "s".repeat(48) } });
  servers.push(server);
  return server;
}

/** Sends JSON and returns the data of the answer. */
async function ask<T>(server: ServerProcess, method: string, address: string, headers: Record<string, string>, body?: object): Promise<T> {
  const answer = await fetch(`${server.url}${API_BASE}${address}`, {
    method,
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data, message } = (await answer.json()) as { data: T; message?: string };
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${message}`);
  return data;
}

/** Returns the headers of a session with a connected account. */
async function signUp(server: ServerProcess, provider: SaveProvider): Promise<Record<string, string>> {
  const account = { email: `${provider}@example.test`, password: "correct horse 7", username: "Crash" };
  const { idToken, refreshToken } = await ask<{ idToken: string; refreshToken: string }>(server, "POST", "/auth/register", {}, account);
  const headers = { idtoken: idToken, refreshtoken: refreshToken };
  const address = connectIntegration.path.replace("{provider}", provider);
  const { authorizeUrl } = await ask<ClientResult<typeof connectIntegration>>(server, "POST", address, headers, {});
  const back = await visitConsent(authorizeUrl);
  await fetch(`${server.url}${back.pathname}${back.search}`, { headers, redirect: "manual" });
  return headers;
}

test.each(["drive", "dropbox"] as const)(
  "a worker that is killed in mid-save leaves exactly one file at %s",
  { timeout: 120_000 },
  async (provider) => {
    const first = await start();
    const headers = await signUp(first, provider);
    const bytes = await largePicture();
    const form = multipart({}, { fileName: "Large.png", type: "image/png", bytes });
    const uploaded = await fetch(`${first.url}${API_BASE}/workspace/personal/files/image`, {
      method: "POST",
      headers: { ...headers, ...form.headers },
      body: new Uint8Array(form.payload),
    });
    const { id } = ((await uploaded.json()) as { data: { id: string } }).data;

    const double = provider === "drive" ? vendors.google : vendors.dropbox;
    const pieces = provider === "drive" ? "/upload/drive" : "append_v2";
    const before = double.requests.length;
    const count = (): number => double.requests.slice(before).filter((request) => request.path.includes(pieces)).length;
    // The answer to the second piece waits until the worker is dead.
    double.failNext(pieces, { kind: "delay", ms: 0 }, provider === "drive" ? 2 : 1);
    double.failNext(pieces, { kind: "delay", ms: 2_000 });
    const body = { itemIds: [id], format: "original" };
    const { saveId } = await ask<ClientResult<typeof createSave>>(first, "POST", `/integrations/${provider}/save`, headers, body);
    await vi.waitUntil(() => count() === (provider === "drive" ? 3 : 2), { timeout: 20_000 });
    await first.kill();

    const second = await start();
    const address = getSave.path.replace("{saveId}", saveId);
    const state = () => ask<ClientResult<typeof getSave>>(second, "GET", address, headers);
    await vi.waitUntil(async () => (await state()).state !== "running", { timeout: 60_000, interval: 500 });
    expect(await state()).toMatchObject({ state: "done", done: 1, bytes: bytes.length });
    if (provider === "drive") {
      const md5 = createHash("md5").update(bytes).digest("hex");
      expect([...vendors.google.files.values()]).toMatchObject([{ name: "Large.png", size: bytes.length, md5 }]);
    } else {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect([...vendors.dropbox.files.values()]).toMatchObject([{ path: "/Large.png", size: bytes.length, sha256 }]);
    }
  },
);
