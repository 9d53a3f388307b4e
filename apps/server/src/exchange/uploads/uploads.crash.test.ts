import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cloneDatabase, recording, startServerProcess, video, type ServerProcess } from "@stillreel/testing";
import pg from "pg";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from "vitest";

let dataDir: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-crash-"));
  database = await cloneDatabase(inject("cluster"));
});
// A server of an earlier test would take the jobs of the next test.
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill();
});
afterAll(async () => {
  await database.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir, database: database.address });
  servers.push(server);
  return server;
}

/** Returns the command lines of all processes; empty without `/proc`. */
function commandLines(): string[] {
  if (!fs.existsSync("/proc/self/cmdline")) return [];
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        // The process ended meanwhile.
        return "";
      }
    });
}

/** Returns the headers of a session. */
async function signUp(server: ServerProcess, email: string): Promise<Record<string, string>> {
  const registered = await fetch(`${server.url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "correct horse 7", username: "Crash" }),
  });
  const { idToken, refreshToken } = ((await registered.json()) as { data: { idToken: string; refreshToken: string } }).data;
  return { idtoken: idToken, refreshtoken: refreshToken, "tus-resumable": "1.0.0" };
}

/** Returns the value of the header `upload-metadata`. */
const metadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");

const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Returns the digest that the database has for the bytes of an item. */
async function storedDigest(itemId: string): Promise<string | undefined> {
  const client = new pg.Client(database.address);
  await client.connect();
  const statement = "select sha256 from blobs b join items i on i.blob_id = b.id where i.id = $1";
  const { rows } = await client.query<{ sha256: Buffer }>(statement, [itemId]);
  await client.end();
  return rows[0]?.sha256.toString("hex");
}

it("loses no acknowledged byte when the server is killed during an upload (R1)", { timeout: 60_000 }, async () => {
  const picture = await sharp(randomBytes(1_500 * 1_500 * 3), { raw: { width: 1_500, height: 1_500, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const first = await start();
  const session = await signUp(first, "crash@example.test");
  const created = await fetch(`${first.url}/uploads`, {
    method: "POST",
    headers: {
      ...session,
      "upload-length": String(picture.length),
      "upload-metadata": metadata({ fullFileName: "big.png" }),
    },
  });
  const [location, itemId] = [created.headers.get("location") ?? "", created.headers.get("item-id") ?? ""];
  const headers = { ...session, "content-type": "application/offset+octet-stream" };
  const acknowledged = 1_000_003;
  const answer = await fetch(new URL(location, first.url), {
    method: "PATCH",
    headers: { ...headers, "upload-offset": "0" },
    body: new Uint8Array(picture.subarray(0, acknowledged)),
  });
  expect(answer.headers.get("upload-offset")).toBe(String(acknowledged));

  // The next request is interrupted after 40 % of the file.
  const target = Math.floor(picture.length * 0.4);
  const crawl = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (let at = acknowledged; at < target; at += 65_536)
        controller.enqueue(new Uint8Array(picture.subarray(at, Math.min(at + 65_536, target))));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await first.kill();
      controller.close();
    },
  });
  await expect(
    fetch(new URL(location, first.url), {
      method: "PATCH",
      headers: { ...headers, "upload-offset": String(acknowledged) },
      body: crawl,
      duplex: "half",
    } as RequestInit),
  ).rejects.toThrow();

  const second = await start();
  const head = await fetch(new URL(location, second.url), { method: "HEAD", headers: session });
  const offset = Number(head.headers.get("upload-offset"));
  expect(offset).toBeGreaterThanOrEqual(acknowledged);
  expect(offset).toBeLessThanOrEqual(target);
  const rest = await fetch(new URL(location, second.url), {
    method: "PATCH",
    headers: { ...headers, "upload-offset": String(offset) },
    body: new Uint8Array(picture.subarray(offset)),
  });
  expect([rest.status, rest.headers.get("upload-offset")]).toEqual([204, String(picture.length)]);

  const shown = await fetch(`${second.url}/api/v1/workspace/personal/files/image/${itemId}`, { headers: session });
  const { sourceUrl } = ((await shown.json()) as { data: { sourceUrl: string } }).data;
  const stored = Buffer.from(await (await fetch(new URL(new URL(sourceUrl, second.url).pathname, second.url))).arrayBuffer());
  expect(sha(stored)).toBe(sha(picture));
});

it("continues a recording after repeated kills of the server, without loss of acknowledged bytes", { timeout: 120_000 }, async () => {
  const film = await recording({ seconds: 30, frameBytes: 20_000 });
  let server = await start();
  const session = await signUp(server, "recording@example.test");
  const fields = { type: "video", recording: "true", live: "true", fullFileName: "take.mp4" };
  const created = await fetch(`${server.url}/uploads`, {
    method: "POST",
    headers: {
      ...session,
      "upload-defer-length": "1",
      "upload-metadata": metadata(fields),
    },
  });
  const [location, itemId] = [created.headers.get("location") ?? "", created.headers.get("item-id") ?? ""];
  const slug = created.headers.get("share-url")?.split("/").at(-1) ?? "";
  const patch = (from: number, to: number, more: Record<string, string> = {}, body?: ReadableStream) =>
    fetch(new URL(location, server.url), {
      method: "PATCH",
      headers: { ...session, "content-type": "application/offset+octet-stream", "upload-offset": String(from), ...more },
      body: body ?? new Uint8Array(film.subarray(from, to)),
      duplex: "half",
    } as RequestInit);
  const watched = async (): Promise<number> => {
    const list = await fetch(`${server.url}/api/v1/items/${itemId}/stream/live.m3u8?share=${slug}`);
    return list.ok ? ((await list.text()).match(/#EXTINF/gu)?.length ?? 0) : 0;
  };
  let offset = 0;
  let seen = 0;
  for (const share of [0.2, 0.5, 0.8]) {
    const acknowledged = Math.floor(film.length * share);
    const answer = await patch(offset, acknowledged);
    expect(answer.headers.get("upload-offset")).toBe(String(acknowledged));
    seen = await watched();
    // Killed in the middle of the next second.
    const dying = server;
    const crawl = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new Uint8Array(film.subarray(acknowledged, acknowledged + 50_000)));
        await new Promise((resolve) => setTimeout(resolve, 200));
        await dying.kill();
        controller.close();
      },
    });
    await expect(patch(acknowledged, 0, {}, crawl)).rejects.toThrow();
    server = await start();
    const head = await fetch(new URL(location, server.url), { method: "HEAD", headers: session });
    offset = Number(head.headers.get("upload-offset"));
    expect(offset).toBeGreaterThanOrEqual(acknowledged);
    expect(head.headers.get("item-id")).toBe(itemId);
    // Viewers see at least as much as before.
    expect(await watched()).toBeGreaterThanOrEqual(seen);
  }
  expect(seen).toBeGreaterThan(20);
  expect((await patch(offset, film.length, { "upload-length": String(film.length) })).status).toBe(204);
  const shown = await fetch(`${server.url}/api/v1/workspace/personal/files/video/${itemId}`, { headers: session });
  const { data } = (await shown.json()) as { data: { duration: number; size: number } };
  expect(data).toMatchObject({ duration: 30, size: film.length });
  const raw = await fetch(`${server.url}/api/v1/items/${itemId}/stream/raw.mp4?share=${slug}`);
  expect(sha(new Uint8Array(await raw.arrayBuffer()))).toBe(sha(film));
  // The stored digest survived the processes.
  expect(await storedDigest(itemId)).toBe(sha(film));
});

it("prepares a video after its server was killed during upload and encoding", { timeout: 120_000 }, async () => {
  const clip = await video({ container: "mkv", video: "mpeg4", audio: "ac3", seconds: 10, width: 1280, height: 720 });
  const first = await start();
  const session = await signUp(first, "video@example.test");
  const created = await fetch(`${first.url}/uploads`, {
    method: "POST",
    headers: {
      ...session,
      "upload-length": String(clip.length),
      "upload-metadata": metadata({ fullFileName: "long.mkv" }),
    },
  });
  const [location, itemId] = [created.headers.get("location") ?? "", created.headers.get("item-id") ?? ""];
  const send = (server: ServerProcess, from: number, to: number) =>
    fetch(new URL(location, server.url), {
      method: "PATCH",
      headers: { ...session, "content-type": "application/offset+octet-stream", "upload-offset": String(from) },
      body: new Uint8Array(clip.subarray(from, to)),
    });
  const half = clip.length >> 1;
  expect((await send(first, 0, half)).status).toBe(204);
  await first.kill();

  const second = await start();
  const head = await fetch(new URL(location, second.url), { method: "HEAD", headers: session });
  expect(Number(head.headers.get("upload-offset"))).toBe(half);
  expect((await send(second, half, clip.length)).status).toBe(204);
  // Killed while the playable file is being written.
  const work = path.join(dataDir, "work");
  const isEncoding = (): boolean =>
    fs.existsSync(work) &&
    fs.readdirSync(work, { recursive: true }).some((name) => ["playback", "encoded"].includes(path.basename(String(name))));
  await vi.waitUntil(isEncoding, { timeout: 30_000, interval: 20 });
  await second.kill();
  // Child processes end with their parent.
  await vi.waitFor(() => expect(commandLines().filter((line) => line.includes(work))).toEqual([]), { timeout: 30_000, interval: 50 });

  const third = await start();
  const show = async (): Promise<{ stage: string; duration: number; posterUrl: string | null; failure: string | null }> => {
    const shown = await fetch(`${third.url}/api/v1/workspace/personal/files/video/${itemId}`, { headers: session });
    return ((await shown.json()) as { data: Awaited<ReturnType<typeof show>> }).data;
  };
  await vi.waitUntil(async () => ["ready", "failed"].includes((await show()).stage), { timeout: 80_000, interval: 250 });
  expect(await show()).toMatchObject({ stage: "ready", failure: null, posterUrl: expect.stringContaining("/media/") });
});
