import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { getPlayback, getShared } from "@stillreel/contract";
import { createTestApp, expectError, recording, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDiskStorage } from "../../platform/ports/storage/disk.storage.ts";

/** Tests recordings with a slow remote store whose objects browsers fetch directly. */
let test: TestApp;
let anna: TestUser;
let film: Buffer;
const root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-store-"));
/** Lets the store accept the object that is waiting. */
let open: () => void = () => {};
let isOpen = Promise.resolve();

beforeAll(async () => {
  const disk = createDiskStorage({ root, fsync: false });
  test = await createTestApp({
    ports: {
      storage: {
        ...disk,
        localPath: () => null,
        signedGetUrl: async (key) => `https://store.example/${key}`,
        adopt: async (...given) => {
          await isOpen;
          return disk.adopt(...given);
        },
      },
    },
  });
  anna = await test.user();
  film = await recording({ seconds: 5 });
});
afterAll(async () => {
  await test.close();
  fs.rmSync(root, { recursive: true, force: true });
});

it("plays a stopped recording during and after its transfer to the store", async () => {
  isOpen = new Promise((resolve) => {
    open = resolve;
  });
  const session = { "tus-resumable": "1.0.0", ...anna.headers };
  const text = (value: string): string => Buffer.from(value).toString("base64");
  const created = await test.app.inject({
    method: "POST",
    url: "/uploads",
    headers: { ...session, "upload-defer-length": "1", "upload-metadata": `type ${text("video")},recording ${text("true")}` },
  });
  const [itemId, slug] = [String(created.headers["item-id"]), String(created.headers["share-url"]).split("/").at(-1) ?? ""];
  const stopping = test.app.inject({
    method: "PATCH",
    url: String(created.headers["location"]),
    headers: {
      ...session,
      "upload-offset": "0",
      "upload-length": String(film.length),
      "content-type": "application/offset+octet-stream",
    },
    payload: film,
  });
  const shared = () => test.call(getShared, { params: { slug } });
  const stream = (name: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url: `/api/v1/items/${itemId}/stream/${name}?share=${slug}`, headers });
  await vi.waitUntil(async () => (await shared()).statusCode === 200, { timeout: 10_000 });
  const playback = await test.call(getPlayback, { params: { itemId }, query: { share: slug } });
  expect(playback.data()).toMatchObject({ stage: "processing", live: false, duration: 5, sources: [{ kind: "hls" }] });
  expect((await stream("live.m3u8")).body).toContain("#EXT-X-ENDLIST");
  expect((await stream("raw.mp4", { range: "bytes=10-19" })).rawPayload.equals(film.subarray(10, 20))).toBe(true);
  open();
  expect((await stopping).statusCode).toBe(204);
  // The cached decision names a file that was moved.
  expect((await stream("raw.mp4")).headers["location"]).toMatch(/^https:\/\/store\.example\/b\//u);
  expect((await stream("live.m3u8")).body.match(/#EXTINF/gu)).toHaveLength(5);
  // A page script cannot follow the redirect to another origin, so it gets the bytes.
  const script = { "sec-fetch-dest": "empty" };
  const part = await stream("raw.mp4", { ...script, range: "bytes=1000-1999" });
  expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes 1000-1999/${film.length}`]);
  expect(part.rawPayload.equals(film.subarray(1_000, 2_000))).toBe(true);
  expect((await stream("raw.mp4", script)).rawPayload.equals(film)).toBe(true);
  expectError(await stream("raw.mp4", { ...script, range: `bytes=${film.length}-` }), "range-not-satisfiable");
});
