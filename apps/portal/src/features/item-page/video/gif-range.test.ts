import { GIF_MAX_S } from "@stillreel/contract";
import { expect, test } from "vitest";
import { movedRange } from "./gif-range.ts";

const range = { from: 10, to: 15 };

test("one end of the range can be moved alone within the limits", () => {
  expect(movedRange(range, "from", 12, 60)).toEqual({ from: 12, to: 15 });
  expect(movedRange(range, "to", 20.06, 60)).toEqual({ from: 10, to: 20.1 });
});

test("the other end follows where the part would become too long, too short, or leave the video", () => {
  expect(movedRange(range, "to", 55, 60)).toEqual({ from: 55 - GIF_MAX_S, to: 55 });
  expect(movedRange({ from: 30, to: 55 }, "from", 2, 60)).toEqual({ from: 2, to: 2 + GIF_MAX_S });
  expect(movedRange(range, "from", 40, 60)).toEqual({ from: 40, to: 40.5 });
  expect(movedRange(range, "to", 3, 60)).toEqual({ from: 2.5, to: 3 });
  expect(movedRange(range, "from", 99, 60.04)).toEqual({ from: 59.5, to: 60 });
});
