import { createHash } from "node:crypto";
import { type ClientResult, getPlayback, getVideo } from "@stillreel/contract";
import { createTestApp, expectData, expectError, recording, type TestApp, type TestUser, video } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renditions } from "../../platform/db/schema/index.ts";

type Playback = ClientResult<typeof getPlayback>;
let test: TestApp;
let anna: TestUser;
let film: Buffer;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
  film = await recording({ seconds: 5, width: 1920, height: 1080 });
});
afterAll(() => test.close());

const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
const tus = (method: "POST" | "PATCH" | "DELETE", url: string, headers: Record<string, string>, payload?: Buffer) =>
  test.app.inject({ method, url, headers: { "tus-resumable": "1.0.0", ...anna.headers, ...headers }, ...(payload ? { payload } : {}) });
async function started(fields: Record<string, string> = {}) {
  const metadata = encoded({ type: "video", recording: "true", fullFileName: "take.mp4", title: "Take", ...fields });
  const { headers, body, statusCode } = await tus("POST", "/uploads", { "upload-defer-length": "1", "upload-metadata": metadata });
  expect(statusCode, body).toBe(201);
  const slug = String(headers["share-url"]).split("/").at(-1) ?? "";
  return { url: String(headers["location"]), itemId: String(headers["item-id"]), slug };
}
const send = async (url: string, from: number, to: number, isEnd = false): Promise<void> => {
  const headers = { "upload-offset": String(from), "content-type": "application/offset+octet-stream" };
  const answer = await tus("PATCH", url, { ...headers, ...(isEnd ? { "upload-length": String(to) } : {}) }, film.subarray(from, to));
  expect(answer.statusCode, answer.body).toBe(204);
};
const ended = async (fields: Record<string, string> = {}) => {
  const made = await started(fields);
  await send(made.url, 0, film.length, true);
  return made;
};
const play = (itemId: string, share?: string, user: TestUser | null = null, headers: Record<string, string> = {}) =>
  test.call(getPlayback, { params: { itemId }, query: share === undefined ? {} : { share } }, user, headers);
const stream = (itemId: string, name: string, share?: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  test.app.inject({ method, url: `/api/v1/items/${itemId}/stream/${name}${share ? `?share=${share}` : ""}`, headers });
const sha = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

describe("the sources of a video", () => {
  /** Adds a rendition to an item, as jobs would. */
  async function addRendition(itemId: string, kind: "hls-720" | "hls-480", facts: object, bytes: Buffer): Promise<void> {
    const stored = await test.modules.media.storeDerived(
      (async function* () {
        yield bytes;
      })(),
      { maxBytes: bytes.length, contentType: "video/mp4" },
    );
    await test.modules.media.insertBlob(test.ports.db, { ...stored, mimeType: "video/mp4" });
    await test.ports.db
      .insert(renditions)
      .values({ itemId, kind, blobId: stored.id, width: kind === "hls-720" ? 1280 : 854, height: kind === "hls-720" ? 720 : 480, facts });
  }

  it("include several qualities when they exist, each with the segments of its file", async () => {
    const { itemId, slug } = await ended();
    const made = {
      headerBytes: 900,
      parts: [
        [900, 1_000, 2],
        [1_900, 500, 1.5],
      ],
      bandwidth: 900_000,
      codecs: "avc1.64001f,mp4a.40.2",
    };
    await addRendition(itemId, "hls-720", made, film.subarray(0, 2_400));
    await addRendition(itemId, "hls-480", { ...made, bandwidth: 400_000 }, film.subarray(0, 2_400));
    const sources = (await play(itemId, slug)).data().sources;
    expect(sources.map(({ url }) => url)).toEqual(
      ["index", "live"].map((name) => `/api/v1/items/${itemId}/stream/${name}.m3u8?share=${slug}`),
    );
    const master = (await test.app.inject(sources[0]?.url ?? "")).body;
    expect(master).toContain(`BANDWIDTH=900000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2"\n720.m3u8?share=${slug}`);
    expect(master.indexOf("720.m3u8")).toBeLessThan(master.indexOf("480.m3u8"));
    const list = (await stream(itemId, "720.m3u8", slug)).body;
    expect(list).toBe(
      `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MAP:URI="720.mp4?share=${slug}",BYTERANGE="900@0"\n#EXTINF:2.00000,\n#EXT-X-BYTERANGE:1000@900\n720.mp4?share=${slug}\n#EXTINF:1.50000,\n#EXT-X-BYTERANGE:500@1900\n720.mp4?share=${slug}\n#EXT-X-ENDLIST\n`,
    );
    const part = await stream(itemId, "720.mp4", slug, { range: "bytes=900-1899" });
    expect([part.statusCode, part.headers["content-range"], sha(part.rawPayload)]).toEqual([
      206,
      "bytes 900-1899/2400",
      sha(film.subarray(900, 1_900)),
    ]);
    expectError(await stream(itemId, "1080.mp4", slug), "not-found");
  });

  it("are the converted MP4 file when it exists", async () => {
    const { itemId, slug } = await ended();
    await test.ports.db
      .execute(sql`update items set stage = 'ready', playback_key = 'b/00/00/made', playback_mime_type = 'video/mp4', progress = 40,
      chapters_enabled = true, chapters = '[{"timestamp":0,"name":"One"}]' where id = ${itemId}`);
    const shown: Playback = (await play(itemId, slug)).data();
    expect(shown.sources).toMatchObject([{ kind: "file", mimeType: "video/mp4", url: expect.stringContaining("/media/") }]);
    expect(shown).toMatchObject({
      progress: 0.4,
      chapters: [{ timestamp: 0, name: "One" }],
      captions: [],
      waveformUrl: null,
      storyboard: null,
    });
  });

  it("are the recording as playlist and file when no better rendition exists", async () => {
    const { itemId, slug } = await ended();
    await test.ports.db.execute(sql`update items set stage = 'ready' where id = ${itemId}`);
    expect((await play(itemId, slug)).data().sources).toMatchObject([{ kind: "hls" }, { kind: "file", mimeType: "video/mp4" }]);
  });

  it("are the recording as playlist when its processing failed", async () => {
    const { itemId, slug } = await ended();
    await test.ports.db.execute(sql`update items set stage = 'failed', failure = 'It is damaged.' where id = ${itemId}`);
    expect((await play(itemId, slug)).data()).toMatchObject({ sources: [{ kind: "hls" }], failure: "It is damaged." });
  });

  it("do not exist for an image", async () => {
    const picture = await test.image<{ id: string }>(anna);
    expectError(await play(picture.id, undefined, anna), "not-found");
    expectError(await stream(picture.id, "raw.mp4", undefined, anna.headers), "not-found");
  });

  it("exist for an uploaded video", async () => {
    const clip = await video({ seconds: 1 } as never);
    const { headers } = await tus("POST", "/uploads", {
      "upload-length": String(clip.length),
      "upload-metadata": encoded({ fullFileName: "a.mp4" }),
    });
    await tus("PATCH", String(headers["location"]), { "upload-offset": "0", "content-type": "application/offset+octet-stream" }, clip);
    const itemId = String(headers["item-id"]);
    expect((await play(itemId, undefined, anna)).data().sources).toMatchObject([{ kind: "file", mimeType: "video/mp4" }]);
    expectError(await stream(itemId, "raw.mp4", undefined, anna.headers), "not-found");
    const shown = expectData<ClientResult<typeof getVideo>>(
      await test.call(getVideo, { params: { workspaceId: "personal", itemId } }, anna),
    );
    expect(shown.stage).toBe("processing");
  });
});
