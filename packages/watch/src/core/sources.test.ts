import { expect, test } from "vitest";
import { attemptsOf, distinctQualities, variantsOf } from "./sources.ts";

const file = { kind: "file" as const, url: "/media/a", mimeType: "video/mp4", codecs: "avc1.640028,mp4a.40.2", height: 1080 };
const webm = { ...file, url: "/media/b", mimeType: "video/webm", codecs: "vp9,opus" };
const hls = {
  kind: "hls" as const,
  url: "/api/v1/items/x/stream/index.m3u8",
  mimeType: "application/vnd.apple.mpegurl",
  codecs: null,
  height: null,
};
const everything = { canPlay: () => true, hasMediaSource: true };
const methods = (attempts: ReturnType<typeof attemptsOf>) => attempts.map(({ source, method }) => `${source.url} ${method}`);

test("sources are tried in the server's order, and playlists first by the browser itself", () => {
  expect(methods(attemptsOf({ sources: [file, hls], live: false }, everything))).toEqual([
    `${file.url} native`,
    `${hls.url} native`,
    `${hls.url} hls.js`,
  ]);
});

test("a live playlist uses hls.js first, then native playback", () => {
  expect(methods(attemptsOf({ sources: [hls], live: true }, everything))).toEqual([`${hls.url} hls.js`, `${hls.url} native`]);
});

test("unsupported sources are omitted; if none is supported, the first is tried", () => {
  const safari = { canPlay: (type: string) => !type.includes("webm"), hasMediaSource: false };
  expect(methods(attemptsOf({ sources: [webm, hls], live: false }, safari))).toEqual([`${hls.url} native`]);
  const nothing = { canPlay: () => false, hasMediaSource: false };
  expect(methods(attemptsOf({ sources: [webm, hls], live: false }, nothing))).toEqual([`${webm.url} native`]);
});

test("the qualities of a playlist become sources beside it; files stand before playlists of the same height", () => {
  const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=854x480,CODECS="avc1.64001f,mp4a.40.2"
480.m3u8?share=abc
#EXT-X-STREAM-INF:BANDWIDTH=4000000,RESOLUTION=1920x1080
1080.m3u8`;
  const variants = variantsOf(master, hls, "https://reels.example/s/abc");
  expect(variants.map(({ height, source }) => [height, source.url])).toEqual([
    [480, "https://reels.example/api/v1/items/x/stream/480.m3u8?share=abc"],
    [1080, "https://reels.example/api/v1/items/x/stream/1080.m3u8"],
  ]);
  const all = distinctQualities([{ height: 1080, source: file }, ...variants]);
  expect(all.map(({ height, source }) => [height, source.kind])).toEqual([
    [1080, "file"],
    [480, "hls"],
  ]);
  expect(variantsOf("#EXTM3U\n#EXTINF:1,\npart.mp4", hls, "https://reels.example/")).toEqual([]);
});
