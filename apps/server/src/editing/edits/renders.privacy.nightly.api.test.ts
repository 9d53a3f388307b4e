import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import {
  deleteVersions,
  getEdits,
  getPlayback,
  getShare,
  getVideo,
  listItems,
  listVersions,
  renderEdits,
  updateShare,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStudio, type Studio } from "./edits.fixture.ts";

/**
 * The first half of the video is black, the second half is bright. After an edit that removes the bright half, nothing bright and no object
 * of the original may be reachable without write permission.
 */
const BLACK_S = 2;
/** Brightness of a pixel that is not black. */
const BRIGHT = 40;

let t: TestApp;
let studio: Studio;
let id: string;
let slug: string;
let readers: { name: string; user: TestUser | null; share: string | undefined }[];
/** Addresses of bytes that readers received before the edit, and the hashes of everything that was stored then. */
const before = new Set<string>();
const old = new Set<string>();

const sha = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const local = (url: string): string => url.replace(/^https?:\/\/[^/]+/u, "");
const headersOf = (user: TestUser | null) => (user ? user.headers : {});

async function stored(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key } of t.ports.storage.list("b/")) found.set(key, sha(await buffer((await t.ports.storage.get(key)).stream)));
  return found;
}

/** Returns the brightest pixel of a picture. */
const brightest = async (bytes: Buffer): Promise<number> =>
  Math.max(
    ...(await sharp(await sharp(bytes, { animated: true }).flatten({ background: "#000000" }).png().toBuffer()).stats()).channels.map(
      ({ max }) => max,
    ),
  );

/** Returns the brightest pixel of some frames of a video. */
async function brightestFrame(bytes: Buffer): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "stillreel-privacy-"));
  try {
    const file = path.join(folder, "film.mp4");
    await writeFile(file, bytes);
    const { videos } = t.modules.media;
    const probe = await videos.probe(file);
    const found: number[] = [];
    for (const part of [0, 0.3, 0.6, 0.95]) {
      const output = path.join(folder, `frame-${part}.png`);
      const video = { graph: "format=rgb24", encoder: "png", options: {}, grid: null, keyEvery: null, frames: 1 } as const;
      await videos.convert({
        input: { path: file, mimeType: probe.mimeType, start: probe.duration * part, rotation: 0, keyFramesOnly: false },
        outputs: [{ path: output, format: "image2pipe", options: {}, video, audio: null }],
        maxSeconds: 30,
        limits: { wallMs: 60_000, cpuS: 60, fileBytes: 64_000_000 },
      });
      found.push(await brightest(await sharp(output).png().toBuffer()));
    }
    return Math.max(...found);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calls every address of the video as a reader, and follows those in the responses. Returns the bytes by address. */
async function everything(reader: (typeof readers)[number]): Promise<Map<string, Buffer>> {
  const { user, share } = reader;
  const query = share === undefined ? "" : `?share=${share}`;
  const base = `/api/v1/items/${id}`;
  const todo = [
    `/api/v1/workspace/${studio.teamId}/files/video/${id}/single-data`,
    `${base}/playback${query}`,
    ...["index", "live", "1080", "720", "480"].map((name) => `${base}/stream/${name}.m3u8${query}`),
    ...["1080", "720", "480", "raw"].map((name) => `${base}/stream/${name}.mp4${query}`),
    ...["original", "mp4", "gif"].map((format) => `${base}/download?format=${format}${share === undefined ? "" : `&share=${share}`}`),
    `${base}/edits`,
    `${base}/versions`,
    `/s/${slug}`,
    `/s/${slug}/preview`,
    `/s/${slug}/video`,
    `/embed/${slug}`,
    `/api/v1/shared/${slug}`,
  ];
  const bytes = new Map<string, Buffer>();
  for (const call of [
    t.call(getVideo, { params: { workspaceId: studio.teamId, itemId: id } }, user),
    t.call(listItems, { params: { workspaceId: studio.teamId }, query: { view: "all" } }, user),
  ]) {
    for (const [url] of (await call).body.matchAll(/\/media\/[\w.-]{20,}/gu)) todo.push(url);
  }
  for (let url = todo.shift(); url !== undefined; url = todo.shift()) {
    if (bytes.has(url)) continue;
    const answer = await t.app.inject({ url, headers: headersOf(user) });
    expect(answer.statusCode, url).toBeLessThan(500);
    bytes.set(url, answer.rawPayload);
    if (/json|html|text|mpegurl/u.test(String(answer.headers["content-type"])) || answer.headers.location) {
      const text = `${answer.body} ${String(answer.headers.location ?? "")}`;
      for (const [found] of text.matchAll(/\/media\/[\w.-]{20,}/gu)) todo.push(local(found));
    }
  }
  return bytes;
}

/** Returns the kind of some bytes. */
const kindOf = (bytes: Buffer): "picture" | "video" | "other" => {
  if (bytes.subarray(4, 8).toString("latin1") === "ftyp") return "video";
  const head = bytes.subarray(0, 4).toString("latin1");
  return head === "RIFF" || head === "GIF8" || head.endsWith("PNG") || bytes.readUInt16BE(0) === 0xffd8 ? "picture" : "other";
};

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
  ({ id } = await studio.upload({ seconds: 4, black: BLACK_S, width: 96, height: 54, rate: 10, fastStart: true }));
  await t.runJobs();
  const params = { workspaceId: studio.teamId, itemId: id };
  slug = (await t.call(getShare, { params }, studio.owner)).data().slug;
  await t.call(updateShare, { params, body: { allowDownload: true } }, studio.owner);
  readers = [
    { name: "viewer", user: studio.viewer, share: undefined },
    { name: "outsider", user: studio.outsider, share: slug },
    { name: "visitor", user: null, share: slug },
  ];
  for (const reader of readers) for (const url of (await everything(reader)).keys()) if (url.startsWith("/media/")) before.add(url);
  for (const hash of (await stored()).values()) old.add(hash);
}, 120_000);
afterAll(() => t.close());

describe("a removed part", () => {
  it("is visible before", async () => {
    const { posterUrl, sources } = (await t.call(getPlayback, { params: { itemId: id }, query: { share: slug } }, null)).data();
    expect(before.size).toBeGreaterThan(5);
    expect(await brightest((await t.app.inject({ url: posterUrl ?? "" })).rawPayload)).toBeGreaterThan(BRIGHT);
    expect(await brightestFrame((await t.app.inject({ url: local(sources[0]?.url ?? "") })).rawPayload)).toBeGreaterThan(BRIGHT);
  }, 60_000);

  it.each(["while the renditions are made", "afterwards"])(
    "is at no address of a reader or visitor, %s",
    { timeout: 300_000 },
    async (when) => {
      if (when === "while the renditions are made") {
        await studio.save(id, { clips: [{ start: 0, end: BLACK_S - 0.2 }] });
        expectData(await t.call(renderEdits, { params: { itemId: id }, body: { as: "same" } }, studio.owner), 202);
        const job = t.modules.edits.jobs?.[0];
        const { rows } = await t.ports.pool.query<{ id: string }>("select id from video_renders where item_id = $1", [id]);
        expect(await job?.handle({ renderId: rows[0]?.id, targetId: id } as never, AbortSignal.timeout(120_000))).toBe("done");
      } else await t.runJobs();
      for (const url of before) {
        expectError(await t.app.inject({ url }), "not-found");
        expectError(await t.app.inject({ url, headers: { range: "bytes=0-99" } }), "not-found");
      }
      for (const reader of readers) {
        const found = await everything(reader);
        const seen = { picture: 0, video: 0, other: 0 };
        for (const [url, bytes] of found) {
          const from = `${reader.name}: ${url}`;
          expect(old.has(sha(bytes)), from).toBe(false);
          const kind = bytes.length < 12 ? "other" : kindOf(bytes);
          seen[kind] += 1;
          if (kind === "picture") expect(await brightest(bytes), from).toBeLessThan(BRIGHT);
          if (kind === "video") expect(await brightestFrame(bytes), from).toBeLessThan(BRIGHT);
        }
        expect(seen.picture, reader.name).toBeGreaterThan(0);
        expect(seen.video, reader.name).toBeGreaterThan(0);
      }
    },
  );

  it("is only for writers until they delete it, and then in no stored object", { timeout: 120_000 }, async () => {
    const { source } = (await t.call(getEdits, { params: { itemId: id } }, studio.member)).data();
    expect(await brightestFrame((await t.app.inject({ url: source.url ?? "" })).rawPayload)).toBeGreaterThan(BRIGHT);
    expect((await t.call(deleteVersions, { params: { itemId: id } }, studio.member)).data().items).toHaveLength(1);
    expectError(await t.app.inject({ url: source.url ?? "" }), "not-found");
    expect((await t.call(listVersions, { params: { itemId: id } }, studio.owner)).data().items).toMatchObject([{ isShown: true }]);
    await t.runJobs();
    for (const [key, hash] of await stored()) expect(old.has(hash), key).toBe(false);
  });
});
