import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { getShare, getVideo, listItems, updateShare } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser, type VideoRecipe } from "@stillreel/testing";
import sharp from "sharp";
import { expect } from "vitest";
import { createStudio, type Studio } from "./edits.fixture.ts";

/** Brightness of a pixel that is not black. */
export const BRIGHT = 40;

/** A caller without write permission. */
export interface Reader {
  name: string;
  user: TestUser | null;
  share: string | undefined;
}

/** A bright video of a team, with everything that readers received of it. */
export interface PrivacyWorld {
  t: TestApp;
  studio: Studio;
  id: string;
  slug: string;
  readers: readonly Reader[];
  /** Addresses of bytes that readers received before the edit, and the hashes of everything that was stored then. */
  before: ReadonlySet<string>;
  old: ReadonlySet<string>;
}

/** Returns the hash of some bytes. */
export const sha = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
/** Returns an address without its host. */
export const local = (url: string): string => url.replace(/^https?:\/\/[^/]+/u, "");
const headersOf = (user: TestUser | null) => (user ? user.headers : {});

/** Returns the hashes of all stored objects. */
export async function stored({ t }: Pick<PrivacyWorld, "t">): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key } of t.ports.storage.list("b/")) found.set(key, sha(await buffer((await t.ports.storage.get(key)).stream)));
  return found;
}

/** Returns the brightest pixel of a picture. */
export const brightest = async (bytes: Buffer): Promise<number> =>
  Math.max(
    ...(await sharp(await sharp(bytes, { animated: true }).flatten({ background: "#000000" }).png().toBuffer()).stats()).channels.map(
      ({ max }) => max,
    ),
  );

/** Returns the brightest pixel of some frames of a video. */
export async function brightestFrame({ t }: Pick<PrivacyWorld, "t">, bytes: Buffer): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "stillreel-privacy-"));
  try {
    const file = path.join(folder, "film.mp4");
    await writeFile(file, bytes);
    const { videos } = t.modules.media;
    const probe = await videos.probe(file);
    const found: number[] = [];
    for (const part of [0, 0.3, 0.6, 0.9]) {
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
export async function everything(
  { t, studio, id, slug }: Pick<PrivacyWorld, "t" | "studio" | "id" | "slug">,
  { user, share }: Reader,
): Promise<Map<string, Buffer>> {
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

/** Creates a world with a video, as a team and visitors of its link see it. */
export async function createPrivacyWorld(recipe: VideoRecipe, config: Record<string, string> = {}): Promise<PrivacyWorld> {
  const t = await createTestApp({ config });
  const studio = await createStudio(t);
  const { id } = await studio.upload(recipe);
  await t.runJobs();
  const params = { workspaceId: studio.teamId, itemId: id };
  const { slug } = (await t.call(getShare, { params }, studio.owner)).data();
  await t.call(updateShare, { params, body: { allowDownload: true } }, studio.owner);
  const readers = [
    { name: "viewer", user: studio.viewer, share: undefined },
    { name: "outsider", user: studio.outsider, share: slug },
    { name: "visitor", user: null, share: slug },
  ];
  const before = new Set<string>();
  for (const reader of readers)
    for (const url of (await everything({ t, studio, id, slug }, reader)).keys()) if (url.startsWith("/media/")) before.add(url);
  return { t, studio, id, slug, readers, before, old: new Set((await stored({ t })).values()) };
}

/** Expects that readers reach nothing bright and nothing that was stored before, and that their earlier addresses are dead. */
export async function expectDark(world: PrivacyWorld): Promise<void> {
  const { t, before, old, readers } = world;
  for (const url of before) {
    expectError(await t.app.inject({ url }), "not-found");
    expectError(await t.app.inject({ url, headers: { range: "bytes=0-99" } }), "not-found");
  }
  for (const reader of readers) {
    const found = await everything(world, reader);
    const seen = { picture: 0, video: 0, other: 0 };
    for (const [url, bytes] of found) {
      const from = `${reader.name}: ${url}`;
      expect(old.has(sha(bytes)), from).toBe(false);
      const kind = bytes.length < 12 ? "other" : kindOf(bytes);
      seen[kind] += 1;
      if (kind === "picture") expect(await brightest(bytes), from).toBeLessThan(BRIGHT);
      if (kind === "video") expect(await brightestFrame(world, bytes), from).toBeLessThan(BRIGHT);
    }
    expect(seen.picture, reader.name).toBeGreaterThan(0);
    expect(seen.video, reader.name).toBeGreaterThan(0);
  }
}
