import { expect, test } from "vitest";
import { bodyOf, type ExportChoice, lowerHeights } from "./export-plan.ts";

const choice: ExportChoice = { format: "mp4", height: null, isPart: false, range: { from: 2, to: 7 }, frames: 12, captions: null };

test("the request of an export contains only what its format uses", () => {
  expect(bodyOf({ ...choice, height: 720, captions: "en" }, 3)).toEqual({ format: "mp4", height: 720, captions: "en" });
  expect(bodyOf({ ...choice, isPart: true }, 3)).toEqual({ format: "mp4", from: 2, to: 7 });
  expect(bodyOf({ ...choice, format: "gif", height: 720 }, 3)).toEqual({ format: "gif", from: 2, to: 7 });
  expect(bodyOf({ ...choice, format: "mp3", height: 720, captions: "en" }, 3)).toEqual({ format: "mp3" });
  expect(bodyOf({ ...choice, format: "png" }, 3)).toEqual({ format: "png", from: 3 });
  expect(bodyOf({ ...choice, format: "png", isPart: true }, 3)).toEqual({ format: "png", from: 2, to: 7, frames: 12 });
});

test("a video is never enlarged", () => {
  expect(lowerHeights(2_160)).toEqual([1_440, 1_080, 720, 480]);
  expect(lowerHeights(1_440)).toEqual([1_080, 720, 480]);
  expect(lowerHeights(1_080)).toEqual([720, 480]);
  expect(lowerHeights(400)).toEqual([]);
});
