import { expect, test } from "vitest";
import { foldersOf, nextPieceBytes, numbered, planSave, waitMs } from "./saves.plan.ts";

const image = { type: "image", title: "Shot", fullFileName: "Shot.png", mimeType: "image/png" } as const;
const video = { type: "video", title: "Film", fullFileName: "Film.webm", mimeType: "video/webm" } as const;

test("an image that already has the format is saved unchanged, others are converted", () => {
  expect(planSave(image, "png", false, null)).toEqual({ kind: "original", fileName: "Shot.png", mimeType: "image/png" });
  expect(planSave(image, "jpg", false, null)).toMatchObject({ kind: "converted", fileName: "Shot.jpg", mimeType: "image/jpeg" });
  expect(planSave({ ...image, fullFileName: "a.gif", mimeType: "image/gif" }, "jpg", false, null)).toMatchObject({ kind: "original" });
});

test("a video is saved as the MP4 that plays everywhere, or unchanged", () => {
  expect(planSave(video, "png", true, null)).toEqual({ kind: "universal", fileName: "Film.mp4", mimeType: "video/mp4" });
  expect(planSave(video, "png", false, null)).toMatchObject({ kind: "original", fileName: "Film.webm" });
  expect(planSave(video, "original", true, null)).toMatchObject({ kind: "original", fileName: "Film.webm" });
});

test("a requested name gets the ending of the file, and no separators", () => {
  expect(planSave(image, "original", false, "a/b").fileName).toBe("a_b.png");
  expect(planSave(image, "pdf", false, "Version 1.2").fileName).toBe("Version 1.2.pdf");
});

test("a taken name gets a number before its ending", () => {
  expect(numbered("Shot.png", 2)).toBe("Shot (2).png");
  expect(numbered("Shot", 3)).toBe("Shot (3)");
});

test("waits are those that the service asks for, otherwise they double up to five minutes", () => {
  expect(waitMs(0, 40)).toBe(40_000);
  expect([0, 1, 2].map((tries) => waitMs(tries, undefined))).toEqual([1_000, 2_000, 4_000]);
  expect(waitMs(20, undefined)).toBe(300_000);
});

test("nested folders have no empty names", () => {
  expect(foldersOf(" A / B //C/ ")).toEqual(["A", "B", "C"]);
  expect(foldersOf("")).toEqual([]);
});

test("pieces grow on a fast connection, and are small on a slow one", () => {
  const mib = 1024 ** 2;
  expect([8, 32, 64].map((size) => nextPieceBytes(size * mib, 100) / mib)).toEqual([16, 64, 64]);
  expect(nextPieceBytes(32 * mib, 2_000)).toBe(32 * mib);
  expect(nextPieceBytes(64 * mib, 5_000)).toBe(8 * mib);
});
