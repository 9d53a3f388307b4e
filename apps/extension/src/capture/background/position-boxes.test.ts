import { expect, test } from "vitest";
import { positionBoxes } from "./position-boxes.ts";
import type { Clipper, FoundBox, FoundInPage, PictureFrame } from "../core/sensitive-boxes.ts";

const clipper = (view: Clipper["view"], more: Partial<Clipper> = {}): Clipper => ({
  view,
  scrollX: 0,
  scrollY: 0,
  scrollWidth: view.width,
  scrollHeight: view.height,
  ...more,
});
const WINDOW = { x: 0, y: 0, width: 1_000, height: 800 };
const box = (x: number, y: number, more: Partial<FoundBox> = {}): FoundBox => ({
  kind: "email",
  x,
  y,
  width: 100,
  height: 20,
  isFixed: false,
  clippers: [],
  ...more,
});
const page = (boxes: FoundBox[], more: Partial<FoundInPage> = {}): FoundInPage => ({
  boxes,
  clippers: [],
  document: clipper(WINDOW, { scrollHeight: 3_000 }),
  ...more,
});
const visible: PictureFrame = { space: "viewport", origin: { x: 0, y: 0 }, pixelRatio: 1, width: 1_000, height: 800 };
const whole: PictureFrame = { space: "content", origin: { x: 0, y: 0 }, pixelRatio: 1, width: 1_000, height: 3_000 };

test("a box in a capture of the viewport has its position, with a margin", () => {
  expect(positionBoxes(page([box(10, 10)]), visible)).toEqual([{ kind: "email", x: 8, y: 8, width: 104, height: 24 }]);
});

test("boxes are scaled to the picture's pixels, and rounded outwards", () => {
  const [placed] = positionBoxes(page([box(10.3, 10)]), { ...visible, pixelRatio: 1.5, width: 1_500, height: 1_200 });
  expect(placed).toEqual({ kind: "email", x: 12, y: 12, width: 157, height: 36 });
});

test("a captured area contains its content and cuts boxes at its edge", () => {
  const area: PictureFrame = { ...visible, origin: { x: 50, y: 0 }, width: 40, height: 100 };
  expect(positionBoxes(page([box(10, 10), box(10, 300)]), area)).toEqual([{ kind: "email", x: 0, y: 8, width: 40, height: 24 }]);
});

test("boxes of a full page have the position of their content, independent of the scroll position", () => {
  const scrolled = page([box(10, -390), box(10, 700)], { document: clipper(WINDOW, { scrollY: 500, scrollHeight: 3_000 }) });
  expect(positionBoxes(scrolled, whole).map(({ y }) => y)).toEqual([108, 1_198]);
});

test("a fixed element appears once in a full-page capture: at the top or at the bottom", () => {
  const scrolled = page([box(10, 10, { isFixed: true }), box(10, 770, { isFixed: true })], {
    document: clipper(WINDOW, { scrollY: 500, scrollHeight: 3_000 }),
  });
  expect(positionBoxes(scrolled, whole).map(({ y }) => y)).toEqual([8, 2_968]);
});

test("content that a scroller has scrolled out of view is not in a capture of the viewport", () => {
  const list = clipper({ x: 0, y: 100, width: 500, height: 200 }, { scrollHeight: 900 });
  const found = page([box(10, 400, { clippers: [0] }), box(10, 290, { clippers: [0] })], { clippers: [list] });
  expect(positionBoxes(found, visible)).toEqual([{ kind: "email", x: 8, y: 288, width: 104, height: 12 }]);
});

test("boxes in an inner scroller and in the frame around it have their positions in the capture", () => {
  const main = clipper({ x: 0, y: 60, width: 1_000, height: 700 }, { scrollY: 300, scrollHeight: 2_000 });
  const found = page([box(10, 100, { clippers: [0] }), box(10, 900, { clippers: [0] }), box(10, 20), box(10, 770)], { clippers: [main] });
  const frame: PictureFrame = { ...whole, origin: { x: 0, y: -60 }, scroller: main.view, height: 2_100 };
  expect(positionBoxes(found, frame).map(({ y }) => y)).toEqual([398, 1_198, 18, 2_068]);
});

test("an image has at most as many boxes as the server accepts", () => {
  const many = Array.from({ length: 800 }, (_, index) => box(10, index));
  expect(positionBoxes(page(many), whole)).toHaveLength(500);
});
