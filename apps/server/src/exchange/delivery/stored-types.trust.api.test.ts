import { getImage, getPlayback, getShare, getUserData, getVideo, listWorkspaces, putCaptions } from "@stillreel/contract";
import { createCrew, createTestApp, expectData, multipart, png, type TestApp, type TestUser, video } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

let test: TestApp;
let anna: TestUser;
beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
});
afterAll(() => test.close());

/** A field of a response or an entry of a playlist, with the address in it. */
type NamedAddress = [name: string, url: string];

const fetched = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers: { ...anna.headers, ...headers } });

/** Returns the addresses of files in a response. */
function addressesIn(prefix: string, json: unknown): NamedAddress[] {
  const found = JSON.stringify(json).matchAll(/"(\w+)":"(\/(?:media|api\/v1)\/[^"]+)"/gu);
  return [...found].map(([, name, url]) => [`${prefix}.${name}`, String(url)]);
}

/** Returns the playlists and segment files that a playlist names, and those that they name. */
async function addressesBehind(playlist: string): Promise<NamedAddress[]> {
  const { body } = await fetched(playlist);
  const found = new Set([...body.matchAll(/^(?!#)\S+$|URI="([^"]+)"/gmu)].map(([line, uri]) => uri ?? line));
  const all: NamedAddress[] = [];
  for (const each of found) {
    const { pathname, search } = new URL(each, `http://here${playlist}`);
    all.push([`stream/${pathname.split("/").at(-1)}`, pathname + search]);
    if (pathname.endsWith(".m3u8")) all.push(...(await addressesBehind(pathname + search)));
  }
  return all;
}

async function uploaded(url: string, bytes: Uint8Array, fileName: string): Promise<{ id: string }> {
  const form = multipart({}, { fileName, type: "text/html", bytes });
  const answer = await test.app.inject({ method: "POST", url, headers: { ...anna.headers, ...form.headers }, payload: form.payload });
  return expectData<{ id: string }>(answer, answer.statusCode);
}

/** Uploads an image, a video with several qualities and captions, and the pictures of a user and of a workspace. */
async function everyKind(): Promise<{ imageId: string; videoId: string }> {
  const { id: imageId } = await test.image(anna, { bytes: png(1200, 750), fileName: "page.html" });
  const film = await video({ width: 1440, height: 960, rate: 5, seconds: 2, fragments: true });
  const { id: videoId } = await uploaded("/api/v1/workspace/personal/files/video", film, "page.html.mp4");
  await test.runJobs();
  const vtt = "WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n";
  expectData(await test.call(putCaptions, { params: { itemId: videoId, language: "en" }, body: { vtt } }, anna));
  const workspaceId = await createCrew(test, anna, []);
  await uploaded("/api/v1/auth/upload-avatar", png(50, 50), "me.html");
  for (const kind of ["avatar", "thumbnail"]) await uploaded(`/api/v1/workspace/${workspaceId}/${kind}`, png(50, 50), "logo.html");
  return { imageId, videoId };
}

const PLAYLIST = "application/vnd.apple.mpegurl";
/** The type of every file. A new kind of file needs a row. */
const TYPES: Record<string, string> = {
  "user.photoURL": "image/webp",
  "workspace.avatar": "image/webp",
  "workspace.thumbnail": "image/webp",
  "image.photoURL": "image/webp",
  "image.preview": "image/webp",
  "image.sourceUrl": "image/png",
  "image.thumbnailLargeUrl": "image/webp",
  "image.thumbnailUrl": "image/webp",
  "video.photoURL": "image/webp",
  "video.posterUrl": "image/webp",
  "video.sourceUrl": "video/mp4",
  "video.thumbnailLargeUrl": "image/webp",
  "video.thumbnailUrl": "image/webp",
  "video.url": "image/webp",
  "playback.posterUrl": "image/webp",
  "playback.url": "image/webp",
  "playback.waveformUrl": "application/octet-stream",
  "source.file": "video/mp4",
  "source.hls": PLAYLIST,
  "stream/720.m3u8": PLAYLIST,
  "stream/720.mp4": "video/mp4",
  "stream/480.m3u8": PLAYLIST,
  "stream/480.mp4": "video/mp4",
  "captions.url": "text/vtt; charset=utf-8",
};

it("S13: every stored file has an allowed content type and is not sniffed", { timeout: 60_000 }, async () => {
  const { imageId, videoId: itemId } = await everyKind();
  const playback = (await test.call(getPlayback, { params: { itemId }, query: {} }, anna)).data();
  const { slug } = (await test.call(getShare, { params: { workspaceId: "personal", itemId: imageId } }, anna)).data();
  const preview = await fetched(`/s/${slug}/preview`);
  const addresses = [
    ["image.preview", String(preview.headers.location)] satisfies NamedAddress,
    ...addressesIn("user", (await test.call(getUserData, {}, anna)).data()),
    ...addressesIn("workspace", (await test.call(listWorkspaces, {}, anna)).data()),
    ...addressesIn("image", (await test.call(getImage, { params: { workspaceId: "personal", itemId: imageId } }, anna)).data()),
    ...addressesIn("video", (await test.call(getVideo, { params: { workspaceId: "personal", itemId } }, anna)).data()),
    ...playback.sources.map(({ kind, url }): NamedAddress => [`source.${kind}`, url]),
    ...addressesIn("captions", playback.captions),
    ...addressesIn("playback", { ...playback, sources: [], captions: [] }),
    ...(await addressesBehind(playback.sources.find(({ kind }) => kind === "hls")?.url ?? "")),
  ];
  const types: Record<string, string> = {};
  for (const [name, url] of addresses) {
    const { statusCode, headers } = await fetched(url, { accept: name.startsWith("captions") ? "text/vtt" : "*/*" });
    expect(statusCode, name).toBe(200);
    expect(headers["x-content-type-options"], name).toBe("nosniff");
    expect(headers["content-security-policy"], name).toMatch(/^sandbox; default-src 'none'$/u);
    types[name] = String(headers["content-type"]);
  }
  expect(types).toEqual(TYPES);
  const { rows } = await test.ports.pool.query<{ kind: string }>("select distinct kind from renditions order by kind");
  expect(rows.map(({ kind }) => kind)).toEqual([
    "hls-480",
    "hls-720",
    "playback",
    "poster",
    "preview",
    "storyboard",
    "thumbnail-large",
    "thumbnail-small",
    "waveform",
  ]);
});
