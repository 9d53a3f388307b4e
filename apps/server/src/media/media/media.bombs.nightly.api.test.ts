import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import {
  canMeasureMemory,
  cloneDatabase,
  growthDuring,
  multipart,
  png,
  type ProcessUser,
  registerAt,
  residentBytes,
  type ServerProcess,
  startServerProcess,
  treeBytes,
  uploadImageAt,
  video,
} from "@stillreel/testing";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";

/** Permitted growth of the server's process. */
const SERVER_MAX = 150_000_000;
/** Permitted growth of the server and of all programs that it starts: a Node process for each of two jobs, which decode in it or in a further program. */
const TREE_MAX = 600_000_000;
/** Time of 95 % of other requests meanwhile, on a busy machine. */
const OTHERS_MAX_MS = 1_000;

let dataDir: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let client: pg.Client;
let server: ServerProcess;
let user: ProcessUser;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-bombs-"));
  database = await cloneDatabase(inject("cluster"));
  client = new pg.Client(database.address);
  await client.connect();
  server = await startServerProcess({ dataDir, database: database.address, env: { RATE_LIMIT_FACTOR: "1000" } });
  user = await registerAt(server, "bombs@example.test");
  await uploadImageAt(server, user, png(), "Before");
  await withoutJobs();
});
afterAll(async () => {
  await server?.kill();
  await client?.end();
  await database?.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const withoutJobs = (): Promise<unknown> =>
  vi.waitUntil(async () => (await client.query("select 1 from graphile_worker._private_jobs")).rowCount === 0, {
    timeout: 240_000,
    interval: 100,
  });

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A complete PNG of this size: 900 million pixels of one color in 110 KB. */
function largePng(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

/** A valid GIF with this number of frames of the given side, of one color each. */
function longGif(frames: number, side: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const head = Buffer.concat([Buffer.from("GIF89a"), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  // A clear code and an end code: the remaining pixels are transparent for lenient decoders, and damage for strict ones.
  const frame = Buffer.concat([Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 2, 2, 0x4c, 0x01, 0])]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** Multiplies a 32-bit number of a box. */
function multiply(bytes: Buffer, box: string, offset: number, factor: number): void {
  const at = bytes.indexOf(box) + box.length + offset;
  bytes.writeUInt32BE(bytes.readUInt32BE(at) * factor, at);
}

/** A video of 2,880 frames, each of which is shown for ten seconds. */
async function longVideo(): Promise<Buffer> {
  const bytes = Buffer.from(await video({ audio: null, seconds: 2_880, rate: 1, width: 64, height: 36 }));
  const factor = 10;
  // Durations of the movie, of its track and of its media, and of each run of frames.
  multiply(bytes, "mvhd", 16, factor);
  multiply(bytes, "tkhd", 20, factor);
  multiply(bytes, "mdhd", 16, factor);
  if (bytes.includes("elst")) multiply(bytes, "elst", 8, factor);
  const runs = bytes.readUInt32BE(bytes.indexOf("stts") + 8);
  for (let run = 0; run < runs; run += 1) multiply(bytes, "stts", 12 + run * 8, factor);
  return bytes;
}

/** Uploads a file as a form, and waits until its jobs have ended. Returns the status. */
async function processFile(type: "image" | "video", fileName: string, mimeType: string, bytes: Buffer): Promise<number> {
  const form = multipart({ fullFileName: fileName }, { fileName, type: mimeType, bytes });
  const answer = await fetch(`${server.url}/api/v1/workspace/personal/files/${type}`, {
    method: "POST",
    headers: { ...user.headers, ...form.headers },
    body: new Uint8Array(form.payload),
  });
  await answer.text();
  await withoutJobs();
  return answer.status;
}

/** Requests a list until the work ends. Returns the times of all answers in milliseconds. */
async function othersDuring(work: Promise<unknown>): Promise<number[]> {
  let isRunning = true;
  void work.finally(() => (isRunning = false)).catch(() => undefined);
  const times: number[] = [];
  while (isRunning) {
    const since = performance.now();
    const answer = await fetch(`${server.url}/api/v1/workspace/personal/items?view=all`, { headers: user.headers });
    await answer.text();
    expect(answer.status).toBe(200);
    times.push(performance.now() - since);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return times.sort((a, b) => a - b);
}

describe.skipIf(!canMeasureMemory)("S15: a bomb", () => {
  it.each<[string, () => Promise<[type: "image" | "video", fileName: string, mimeType: string, bytes: Buffer]>, number[]]>([
    ["a PNG of 30,000 × 30,000 pixels", async () => ["image", "large.png", "image/png", largePng(30_000)], [413]],
    ["a GIF of 10,000 frames", async () => ["image", "long.gif", "image/gif", longGif(10_000, 1_000)], [413]],
    ["a video of 8 hours with a frame every ten seconds", async () => ["video", "long.mp4", "video/mp4", await longVideo()], [201]],
  ])("%s ends with a result, in bounded memory, and does not disturb others", async (name, make, statuses) => {
    const file = await make();
    let tree = 0;
    const { growth, result } = await growthDuring(
      () => residentBytes(server.pid),
      async () => {
        const watched = growthDuring(
          () => treeBytes(server.pid),
          async () => {
            const work = processFile(...file);
            const times = await othersDuring(work);
            return { status: await work, slowest: times[Math.floor(times.length * 0.95)] ?? 0 };
          },
        );
        const measured = await watched;
        tree = measured.growth;
        return measured.result;
      },
    );
    process.stderr.write(
      `S15: ${name}: server +${Math.round(growth / 1e6)} MB, with programs +${Math.round(tree / 1e6)} MB, others p95 ${result.slowest.toFixed(0)} ms\n`,
    );
    expect(statuses).toContain(result.status);
    expect(growth).toBeLessThan(SERVER_MAX);
    expect(tree).toBeLessThan(TREE_MAX);
    expect(result.slowest).toBeLessThan(OTHERS_MAX_MS);
    const { rows } = await client.query("select 1 from items where stage = 'processing'");
    expect(rows).toEqual([]);
    if (result.status === 201) {
      const { rows: made } = await client.query("select stage, duration_ms from items where type = 'video'");
      expect(made).toEqual([{ stage: "ready", duration_ms: 8 * 3_600_000 }]);
    }
  });
});
