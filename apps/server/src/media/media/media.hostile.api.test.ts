import fs from "node:fs";
import path from "node:path";
import { getVideo, type ClientResult } from "@stillreel/contract";
import { createTestApp, multipart, video, type TestApp, type TestUser, type VideoRecipe } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

type Item = ClientResult<typeof getVideo>;
let test: TestApp;
let anna: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
});
afterAll(() => test.close());

async function upload(bytes: Buffer, fileName = "clip.mp4") {
  const form = multipart({ fullFileName: fileName }, { fileName, type: "video/mp4", bytes });
  const headers = { ...anna.headers, ...form.headers };
  return test.app.inject({ method: "POST", url: "/api/v1/workspace/personal/files/video", headers, payload: form.payload });
}
const get = async (itemId: string): Promise<Item> =>
  (await test.call(getVideo, { params: { workspaceId: "personal", itemId } }, anna)).data();
/** Returns every file that the server stores, including those of running jobs. */
const files = (): string[] =>
  fs
    .readdirSync(test.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
const rows = async () => ({
  items: await count("items"),
  blobs: await count("blobs"),
  jobs: await count("graphile_worker._private_jobs"),
});
const count = async (table: string): Promise<number> =>
  Number((await test.ports.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n);
/** Returns the status of the server's health check. */
const lives = async (): Promise<number> => (await test.app.inject({ url: "/healthz" })).statusCode;

describe("a file that is not a valid video", () => {
  it.each<[string, () => Buffer | Promise<Buffer>, number]>([
    ["a playlist", () => Buffer.from("#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"), 415],
    ["a list of files", () => Buffer.from("ffconcat version 1.0\nfile /etc/passwd\n"), 415],
    ["a description of a session", () => Buffer.from("v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=video 5004 RTP/AVP 96\r\n"), 415],
    ["a manifest", () => Buffer.from('<?xml version="1.0"?><MPD><BaseURL>http://127.0.0.1/</BaseURL></MPD>'), 415],
    ["a drawing", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'), 415],
    ["nothing at all", () => Buffer.alloc(0), 415],
    ["an AVI's first bytes", () => Buffer.from(`RIFF\0\0\0\0AVI LIST\xff\xff\xff\x7fhdrl${"x".repeat(2_000)}`, "latin1"), 422],
    ["an MP4 that was cut off before its index", async () => (await video()).subarray(0, 40_000), 422],
    [
      "the right first bytes before noise",
      () => Buffer.concat([Buffer.from("\0\0\0\x18ftypisom\0\0\0\0"), Buffer.alloc(50_000, 0x5a)]),
      422,
    ],
  ])("%s is refused, and leaves nothing", async (_name, bytes, status) => {
    const before = [files(), await rows()];
    const answer = await upload(await bytes());
    expect(answer.statusCode, answer.body).toBe(status);
    expect([files(), await rows()]).toEqual(before);
  });
});

/** Uploads a file, runs all jobs and returns the item. Checks that no job waits or runs and that the server is healthy. */
async function prepared(bytes: Buffer, fileName?: string): Promise<Item> {
  const answer = await upload(bytes, fileName);
  expect(answer.statusCode, answer.body).toBe(201);
  const report = await test.runJobs();
  expect(report.failed).toEqual([]);
  expect((await rows()).jobs).toBe(0);
  expect(files().filter((file) => file.includes(`${path.sep}work${path.sep}`))).toEqual([]);
  expect(await lives()).toBe(200);
  const item = await get((answer.json() as { data: Item }).data.id);
  expect(item.progress).toBeNull();
  // The original file can be downloaded whatever the result.
  const original = await test.app.inject({ url: `/api/v1/items/${item.id}/download?format=original`, headers: anna.headers });
  const file = await test.app.inject({ url: original.headers.location ?? "" });
  expect(file.rawPayload.equals(bytes)).toBe(true);
  return item;
}

/** Creates an MP4 whose track declares this size. */
async function sized(width: number, height: number): Promise<Buffer> {
  const bytes = await video({ audio: null });
  const sample = bytes.lastIndexOf("avc1");
  bytes.writeUInt16BE(width, sample + 28);
  bytes.writeUInt16BE(height, sample + 30);
  return bytes;
}

/** Creates an MP4 whose frames each last this fraction of the maximum time. */
async function slow(): Promise<Buffer> {
  const bytes = await video({ audio: null });
  const table = bytes.indexOf("stts") + 4;
  const entries = bytes.readUInt32BE(table + 4);
  for (let entry = 0; entry < entries; entry += 1) bytes.writeUInt32BE(0x7fffffff, table + 8 + entry * 8 + 4);
  return bytes;
}

describe("a hostile video", () => {
  it("with frames of 30,000 pixels fails with a reason", async () => {
    expect(await prepared(await sized(30_000, 30_000))).toMatchObject({ stage: "failed", failure: expect.stringContaining("too large") });
  });

  it("with a duration of years becomes ready or fails with a reason", async () => {
    const item = await prepared(await slow());
    expect(["ready", "failed"]).toContain(item.stage);
    expect(item.stage === "failed" ? item.failure : "").toMatch(item.stage === "failed" ? /\w+ .*\./u : /^$/u);
  }, 60_000);

  it.each<[string, VideoRecipe, Item["stage"]]>([
    ["a jump of 100,000 seconds in its clock", { container: "mkv", audio: null, jump: 100_000 }, "failed"],
    ["a jump of an hour in its clock", { container: "mkv", video: "mpeg4", audio: null, jump: 3_600 }, "ready"],
  ])(
    "with %s is processed within the time limit",
    async (_name, recipe, stage) => {
      const item = await prepared(await video(recipe));
      expect([item.stage, item.failure === null]).toEqual([stage, stage === "ready"]);
    },
    60_000,
  );

  it("that is truncated is ready with its readable part", async () => {
    const whole = await video({ container: "mkv", video: "mpeg4", audio: null, seconds: 6 });
    const item = await prepared(whole.subarray(0, Math.floor(whole.length * 0.6)), "cut.mkv");
    expect(item.stage).toBe("ready");
    expect(item.duration).toBeLessThan(5);
  }, 60_000);
});
