import { createHash, randomUUID } from "node:crypto";
import {
  createComment,
  type ClientResult,
  deleteShare,
  getPlayback,
  getShared,
  getVideo,
  listComments,
  recordView,
  unlockShared,
  updateItem,
  updateShare,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectData, expectError, recording, type TestApp, type TestUser, video } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renditions } from "../../platform/db/schema/index.ts";

type Playback = ClientResult<typeof getPlayback>;
let test: TestApp;
let anna: TestUser;
let ben: TestUser;
let film: Buffer;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
  ben = await test.user();
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
const terms = (itemId: string, body: object) =>
  test.call(updateShare, { params: { workspaceId: "personal", itemId }, body: body as never }, anna);
const sha = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Fetches what a player would fetch for a playlist: the bytes of all segments in order, each with a range request. */
async function playedBytes(itemId: string, share?: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const list = (await stream(itemId, "live.m3u8", share, headers)).body;
  const pieces: Buffer[] = [];
  const map = /#EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@(\d+)"/u.exec(list);
  const ranges = [map?.slice(1), ...[...list.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\S+)/gu)].map((one) => [one[3], one[1], one[2]])];
  for (const [uri, length, offset] of ranges as [string, string, string][]) {
    const from = Number(offset);
    const answer = await test.app.inject({
      url: `/api/v1/items/${itemId}/stream/${uri}`,
      headers: { ...headers, range: `bytes=${from}-${from + Number(length) - 1}` },
    });
    expect(answer.statusCode).toBe(206);
    pieces.push(answer.rawPayload);
  }
  return Buffer.concat(pieces);
}

describe("a recording that nobody else may watch yet", () => {
  it("is there for its owner from the first second on, and for nobody else at any address", async () => {
    const { url, itemId, slug } = await started();
    expect((await play(itemId, undefined, anna)).data()).toMatchObject({ stage: "recording", sources: [] });
    await send(url, 0, 40_000);
    const own = (await play(itemId, undefined, anna)).data();
    expect(own).toMatchObject({ stage: "recording", live: true, duration: 4, width: 1920, height: 1080 });
    expect(own.sources).toMatchObject([{ kind: "hls", mimeType: "application/vnd.apple.mpegurl", codecs: "avc1.640028,opus" }]);
    expect((await stream(itemId, "live.m3u8", undefined, anna.headers)).body).not.toContain("ENDLIST");
    // Also through their own link, as on a page that they opened themselves.
    expect((await play(itemId, slug, anna)).statusCode).toBe(200);
    for (const headers of [{}, ben.headers] as Record<string, string>[]) {
      const who = { ...headers };
      for (const address of [
        `/api/v1/shared/${slug}`,
        `/s/${slug}/video`,
        `/s/${slug}/preview`,
        `/api/v1/items/${itemId}/playback?share=${slug}`,
        `/api/v1/items/${itemId}/stream/live.m3u8?share=${slug}`,
        `/api/v1/items/${itemId}/stream/raw.mp4?share=${slug}`,
        `/api/v1/items/${itemId}/comments?share=${slug}`,
        `/api/v1/items/${itemId}/download?format=original&share=${slug}`,
      ])
        expectError(await test.app.inject({ url: address, headers: who }), "not-found");
    }
    const visit = { session: randomUUID(), seconds: 9, segments: [[0, 9]] as [number, number][] };
    expectError(await test.call(recordView, { params: { itemId }, query: { share: slug }, body: visit }), "not-found");
    expectError(await test.call(createComment, { params: { itemId }, query: { share: slug }, body: { text: "Hi" } }, ben), "not-found");
    expectError(await test.call(unlockShared, { params: { slug }, body: { password: "x" } }), "not-found");
    // Its page says that it will be available, and reveals nothing about the item.
    const page = await test.app.inject(`/s/${slug}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('data-waiting="recording"');
    expect(page.body).not.toContain("Take");
    expect(page.body).not.toContain("/media/");

    await send(url, 40_000, film.length, true);
    expect((await test.call(getShared, { params: { slug } })).data().item).toMatchObject({ id: itemId, title: "Take", live: false });
    expect((await play(itemId, slug)).data()).toMatchObject({ stage: "processing", live: false, duration: 5 });
    expect((await test.app.inject(`/s/${slug}`)).body).not.toContain('data-waiting="recording"');
  });

  it("is not for the members of its space either", async () => {
    const { id: teamId } = await createTeam(test, [
      [anna, "owner"],
      [ben, "member"],
    ]);
    const { url, itemId, slug } = await started({ workspaceId: teamId });
    await send(url, 0, 40_000);
    for (const share of [undefined, slug]) expectError(await play(itemId, share, ben), "not-found");
    expectError(await stream(itemId, "raw.mp4", undefined, ben.headers), "not-found");
    await send(url, 40_000, film.length, true);
    expect((await play(itemId, undefined, ben)).data().stage).toBe("processing");
  });

  it("keeps private what is only uploaded, the same way", async () => {
    const clip = await video({ seconds: 1 } as never);
    const { headers } = await tus("POST", "/uploads", {
      "upload-length": String(clip.length),
      "upload-metadata": encoded({ fullFileName: "a.mp4" }),
    });
    const [itemId, slug] = [String(headers["item-id"]), String(headers["share-url"]).split("/").at(-1) ?? ""];
    expectError(await test.call(getShared, { params: { slug } }), "not-found");
    expectError(await play(itemId, slug), "not-found");
    expect((await test.app.inject(`/s/${slug}`)).body).toContain('data-waiting="uploading"');
    expect((await play(itemId, undefined, anna)).data()).toMatchObject({ stage: "uploading", sources: [], live: false });
  });

  it("does not tell more of a link that would not open", async () => {
    const { itemId, slug } = await started();
    await terms(itemId, { visibility: "private" });
    expect((await test.app.inject(`/s/${slug}`)).statusCode).toBe(404);
  });
});

describe("a recording that is watched while it is made", () => {
  it("has each second in its playlist as soon as it came, and goes on to its end for those who watch", async () => {
    const { url, itemId, slug } = await started({ live: "true" });
    expectError(await stream(itemId, "live.m3u8", slug), "not-found");
    let known = 0;
    for (let at = 0; at < film.length; at += 9_000) {
      await send(url, at, Math.min(at + 9_000, film.length));
      const answer = await stream(itemId, "live.m3u8", slug);
      if (answer.statusCode === 404) continue;
      const count = answer.body.match(/#EXTINF/gu)?.length ?? 0;
      expect(count).toBeGreaterThanOrEqual(known);
      expect(answer.body).toContain("#EXT-X-PLAYLIST-TYPE:EVENT");
      expect(answer.body).not.toContain("#EXT-X-ENDLIST");
      known = count;
    }
    expect(known).toBe(5);
    const shown = (await test.call(getShared, { params: { slug } })).data().item;
    expect(shown).toMatchObject({ stage: "recording", live: true });
    expect((await play(itemId, slug)).data()).toMatchObject({ live: true, duration: 5, failure: null });
    expect((await test.call(listComments, { params: { itemId }, query: { share: slug } })).statusCode).toBe(200);
    const while_ = await playedBytes(itemId, slug);
    await send(url, film.length, film.length, true);
    test.clock.advance(4_000);
    const list = await stream(itemId, "live.m3u8", slug);
    expect(list.body.trimEnd().endsWith("#EXT-X-ENDLIST")).toBe(true);
    const after = await playedBytes(itemId, slug);
    expect(sha(after)).toBe(sha(while_));
    expect(after.equals(film.subarray(0, after.length))).toBe(true);
  });

  it("goes on without a gap where its bytes move to the store between two looks", async () => {
    const { url, itemId, slug } = await started({ live: "true" });
    await send(url, 0, film.length);
    expect((await stream(itemId, "live.m3u8", slug)).statusCode).toBe(200);
    expect((await stream(itemId, "raw.mp4", slug)).statusCode).toBe(200);
    await send(url, film.length, film.length, true);
    // The cached access decision of this visit still says that it is being recorded.
    expect((await stream(itemId, "live.m3u8", slug)).body.match(/#EXTINF/gu)).toHaveLength(5);
    expect(sha((await stream(itemId, "raw.mp4", slug)).rawPayload)).toBe(sha(film));
  });

  it("tells those who follow only what is new", async () => {
    film = await recording({ seconds: 40, width: 1920, height: 1080 });
    const { url, itemId, slug } = await started({ live: "true" });
    await send(url, 0, film.length);
    const skipped = (await stream(itemId, "live.m3u8", `${slug}&_HLS_skip=YES`)).body;
    expect(skipped).toContain("#EXT-X-SKIP:SKIPPED-SEGMENTS=28");
    expect(skipped.match(/#EXTINF/gu)).toHaveLength(12);
    expect(skipped).toContain("CAN-SKIP-UNTIL=12.0");
    film = await recording({ seconds: 5, width: 1920, height: 1080 });
  });

  it("stops for everybody within five seconds when its link is revoked, locked, or made private", async () => {
    for (const close of [
      (itemId: string) => test.call(deleteShare, { params: { workspaceId: "personal", itemId } }, anna),
      (itemId: string) => terms(itemId, { visibility: "private" }),
      (itemId: string) => terms(itemId, { password: "open sesame" }),
      (itemId: string) => terms(itemId, { expiresAt: new Date(test.clock.now().getTime() + 1_000).toISOString() }),
      (itemId: string) =>
        test.call(updateItem, { params: { workspaceId: "personal", type: "video", itemId }, body: { trash: true } } as never, anna),
    ]) {
      const { url, itemId, slug } = await started({ live: "true" });
      await send(url, 0, film.length);
      for (const name of ["live.m3u8", "raw.mp4"]) expect((await stream(itemId, name, slug)).statusCode).toBe(200);
      expect((await close(itemId)).statusCode).toBeLessThan(300);
      test.clock.advance(5_000);
      for (const name of ["live.m3u8", "raw.mp4"]) expectError(await stream(itemId, name, slug), "not-found");
    }
  });
});

describe("the bytes of a recording", () => {
  it("are the same by ranges, while it grows and afterwards", async () => {
    const { url, itemId } = await started();
    await send(url, 0, 30_000);
    const own = anna.headers;
    const range = async (header: string) => stream(itemId, "raw.mp4", undefined, { ...own, range: header });
    const growing = await range("bytes=100-199");
    expect([growing.statusCode, growing.headers["content-range"], growing.headers["content-length"]]).toEqual([
      206,
      "bytes 100-199/30000",
      "100",
    ]);
    expect(growing.rawPayload.equals(film.subarray(100, 200))).toBe(true);
    const behind = await range("bytes=30000-");
    expectError(behind, "range-not-satisfiable");
    expect(behind.headers["content-range"]).toBe("bytes */30000");
    await send(url, 30_000, film.length, true);
    test.clock.advance(5_000);
    for (const [header, from, to] of [
      ["bytes=0-0", 0, 1],
      ["bytes=29990-30010", 29_990, 30_011],
      ["bytes=-7", film.length - 7, film.length],
      [`bytes=${film.length - 3}-999999999`, film.length - 3, film.length],
    ] as const) {
      const answer = await range(header);
      expect(answer.statusCode).toBe(206);
      expect(answer.rawPayload.equals(film.subarray(from, to))).toBe(true);
    }
    const whole = await stream(itemId, "raw.mp4", undefined, own);
    expect([whole.statusCode, sha(whole.rawPayload)]).toEqual([200, sha(film)]);
    expect(whole.headers).toMatchObject({
      "content-type": "video/mp4",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
    });
    const head = await stream(itemId, "raw.mp4", undefined, own, "HEAD");
    expect([head.statusCode, head.headers["content-length"], head.body]).toEqual([200, String(film.length), ""]);
  });

  it("are nobody's who has neither rights nor a link of this very item", async () => {
    const { itemId } = await ended();
    const other = await ended();
    for (const [share, headers] of [
      [undefined, {}],
      [undefined, ben.headers],
      [other.slug, {}],
      ["x", {}],
      ["", {}],
      [`${other.slug}&share=${other.slug}`, {}],
    ] as [string | undefined, Record<string, string>][])
      for (const name of ["live.m3u8", "raw.mp4"]) expectError(await stream(itemId, name, share, headers), "not-found");
    for (const name of ["raw.m3u8", "live.mp4", "index.mp4", "index.m3u8", "720.mp4", "720.m3u8", "..%2fraw.mp4", "%00", "x", "9999.mp4"])
      expectError(await stream(itemId, name, undefined, anna.headers), "not-found");
    for (const id of ["x", "%00", randomUUID()]) expectError(await stream(id, "live.m3u8", undefined, anna.headers), "not-found");
    expectError(await play(itemId), "unauthenticated");
  });

  it("hold to the link's password", async () => {
    const { itemId, slug } = await ended();
    await terms(itemId, { password: "open sesame" });
    expectError(await play(itemId, slug), "password-required");
    expectError(await stream(itemId, "live.m3u8", slug), "not-found");
    const unlocked = await test.call(unlockShared, { params: { slug }, body: { password: "open sesame" } });
    const cookie = String(unlocked.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await play(itemId, slug, null, { cookie })).statusCode).toBe(200);
    expect((await stream(itemId, "live.m3u8", slug, { cookie })).statusCode).toBe(200);
  });

  it("are for as many visitors as the link lets in; who came first may go on", async () => {
    const { itemId, slug } = await ended();
    await terms(itemId, { maxViews: 1 });
    const page = await test.app.inject(`/s/${slug}`);
    const cookie = String(page.headers["set-cookie"]).split(";")[0] ?? "";
    expect(cookie).toMatch(/^unlock-/u);
    const body = { session: randomUUID(), seconds: 4, segments: [[0, 4]] as [number, number][], source: "link" as const };
    expect((await test.call(recordView, { params: { itemId }, query: { share: slug }, body }, null, { cookie })).data().counted).toBe(true);
    test.clock.advance(5_000);
    expect((await stream(itemId, "raw.mp4", slug, { cookie })).statusCode).toBe(200);
    expectError(await stream(itemId, "raw.mp4", slug), "not-found");
    expectError(await test.call(getShared, { params: { slug } }), "not-found");
    expect((await test.app.inject(`/s/${slug}`)).statusCode).toBe(404);
    await terms(itemId, { maxViews: 2 });
    expect((await test.call(getShared, { params: { slug } })).statusCode).toBe(200);
  });
});

describe("what there is to play", () => {
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

  it("is several qualities where they were made, each by the parts of its file", async () => {
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

  it("is the file that plays everywhere, once it is made", async () => {
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

  it("is what was recorded, by its parts rather than by its file, where nothing better was made of it", async () => {
    const { itemId, slug } = await ended();
    await test.ports.db.execute(sql`update items set stage = 'ready' where id = ${itemId}`);
    expect((await play(itemId, slug)).data().sources).toMatchObject([{ kind: "hls" }, { kind: "file", mimeType: "video/mp4" }]);
  });

  it("is what was recorded, when nothing could be made of it", async () => {
    const { itemId, slug } = await ended();
    await test.ports.db.execute(sql`update items set stage = 'failed', failure = 'It is damaged.' where id = ${itemId}`);
    expect((await play(itemId, slug)).data()).toMatchObject({ sources: [{ kind: "hls" }], failure: "It is damaged." });
  });

  it("is nothing of a picture", async () => {
    const picture = await test.image<{ id: string }>(anna);
    expectError(await play(picture.id, undefined, anna), "not-found");
    expectError(await stream(picture.id, "raw.mp4", undefined, anna.headers), "not-found");
  });

  it("is asked of an ordinary video, too", async () => {
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
