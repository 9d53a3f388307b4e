import { createHash, randomUUID } from "node:crypto";
import {
  createComment,
  deleteShare,
  getPlayback,
  getShared,
  listComments,
  recordView,
  unlockShared,
  updateItem,
  updateShare,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectError, recording, sharedItem, type TestApp, type TestUser, video } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

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

describe("a recording that is not live", () => {
  it("is playable by its owner from the first second, and by no other user", async () => {
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
    expect(sharedItem((await test.call(getShared, { params: { slug } })).data())).toMatchObject({ id: itemId, title: "Take", live: false });
    expect((await play(itemId, slug)).data()).toMatchObject({ stage: "processing", live: false, duration: 5 });
    expect((await test.app.inject(`/s/${slug}`)).body).not.toContain('data-waiting="recording"');
  });

  it("is not playable by other members of its workspace before it ends", async () => {
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

  it("hides an incomplete upload in the same way", async () => {
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

  it("has no page when its link is private", async () => {
    const { itemId, slug } = await started();
    await terms(itemId, { visibility: "private" });
    expect((await test.app.inject(`/s/${slug}`)).statusCode).toBe(404);
  });
});

describe("a live recording", () => {
  it("lists each received second in its playlist, and is playable to its end", async () => {
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
    const shown = sharedItem((await test.call(getShared, { params: { slug } })).data());
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

  it("continues without a gap when its bytes move to the store between two requests", async () => {
    const { url, itemId, slug } = await started({ live: "true" });
    await send(url, 0, film.length);
    expect((await stream(itemId, "live.m3u8", slug)).statusCode).toBe(200);
    expect((await stream(itemId, "raw.mp4", slug)).statusCode).toBe(200);
    await send(url, film.length, film.length, true);
    // The cached access decision of this visit still says that it is being recorded.
    expect((await stream(itemId, "live.m3u8", slug)).body.match(/#EXTINF/gu)).toHaveLength(5);
    expect(sha((await stream(itemId, "raw.mp4", slug)).rawPayload)).toBe(sha(film));
  });

  it("sends only new segments to followers", async () => {
    film = await recording({ seconds: 40, width: 1920, height: 1080 });
    const { url, itemId, slug } = await started({ live: "true" });
    await send(url, 0, film.length);
    const skipped = (await stream(itemId, "live.m3u8", `${slug}&_HLS_skip=YES`)).body;
    expect(skipped).toContain("#EXT-X-SKIP:SKIPPED-SEGMENTS=28");
    expect(skipped.match(/#EXTINF/gu)).toHaveLength(12);
    expect(skipped).toContain("CAN-SKIP-UNTIL=12.0");
    film = await recording({ seconds: 5, width: 1920, height: 1080 });
  });

  it("stops for every follower within five seconds when its link is revoked, locked or made private", async () => {
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
  it("are served by ranges, during the recording and afterwards", async () => {
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

  it("are refused without a permission on the item or its own link", async () => {
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

  it("require the password of the link", async () => {
    const { itemId, slug } = await ended();
    await terms(itemId, { password: "open sesame" });
    expectError(await play(itemId, slug), "password-required");
    expectError(await stream(itemId, "live.m3u8", slug), "not-found");
    const unlocked = await test.call(unlockShared, { params: { slug }, body: { password: "open sesame" } });
    const cookie = String(unlocked.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await play(itemId, slug, null, { cookie })).statusCode).toBe(200);
    expect((await stream(itemId, "live.m3u8", slug, { cookie })).statusCode).toBe(200);
  });

  it("are limited to the maximum of views; a counted visitor can continue", async () => {
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
