import { frameFileId, frameOf, versionMark } from "@stillreel/contract";
import { expect, test } from "vitest";
import { type Film, isFollowed, planFrames } from "./frames.plan.ts";

const versionId = "0190e0aa-0000-7000-8000-0000abcdef12";
const videoId = "0190e0aa-0000-7000-8000-000000000001";
const version = { document: null, durationMs: 4_000, isShown: false };
const clips = [
  { start: 2, end: 4, speed: 2 },
  { start: 0, end: 1 },
];
const film = {
  itemId: videoId,
  storageKey: "b/1",
  versions: [
    { ...version, id: videoId, kind: "original" },
    { ...version, id: versionId, kind: "edit", isShown: true, document: { clips } },
  ],
} as unknown as Film;
const frame = (mark: string, hash = "a".repeat(12)) => frameFileId({ videoId, version: mark, hash });
const row = (fileId: string, sha256 = (frameOf(fileId)?.hash ?? "").padEnd(64, "0")) => ({
  boardId: "board",
  fileId,
  sha256,
});
const plan = (at: number, ...stored: ReturnType<typeof row>[]) =>
  planFrames(film, stored, [{ boardId: "board", fileId: frame("original"), at }]).needed.map((one) => one.at);

test("maps times by order and speed, and leaves out what is cut away", () => {
  const stored = row(frame("original"));
  expect(plan(3, stored)).toEqual([0.5]);
  expect(plan(0.5, stored)).toEqual([1.5]);
  // The end of a clip is not a part of it, except the end of the video.
  expect(plan(1, stored)).toEqual([]);
  expect(plan(1.7, stored)).toEqual([]);
  expect(plan(4, stored)).toEqual([expect.closeTo(0.999, 3)]);
});

test("needs the frame that a user took: elements alone name no frame", () => {
  expect(plan(3)).toEqual([]);
  expect(plan(3, row(frame("original"), "f".repeat(64)))).toEqual([]);
  expect(plan(3, { ...row(frame("original")), boardId: "other" })).toEqual([]);
});

test("makes a frame once, and deletes only what the server made of other versions", () => {
  const [mine, made] = [row(frame("original")), row(frame(versionMark(versionId)), "f".repeat(64))];
  expect(isFollowed(made)).toBe(true);
  expect(plan(3, mine, made)).toEqual([]);
  const old = row(frame("00000000"), "f".repeat(64));
  expect(planFrames(film, [mine, made, old], []).unused).toEqual([old]);
});
