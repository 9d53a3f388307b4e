import { expect, it } from "vitest";
import { wholeVideo } from "./document.ts";
import { boxToOutput, boxToPicture, frameLayout, placementOf, shadowOf, toOutput, toPicture } from "./placement.ts";

const MAIN = { width: 1920, height: 1080 };
const own = (patch: object) => ({ ...wholeVideo(10), ...patch });
const at = (itemId: string | undefined, second = 1) => ({ itemId, at: second });

it("shows the whole picture of an unedited video", () => {
  const placement = placementOf(own({}), { main: MAIN, own: MAIN, source: at(undefined) });
  expect(placement.size).toEqual(MAIN);
  expect(toOutput(placement, { x: 0.25, y: 0.5 })).toEqual({ x: 480, y: 540 });
});

it.each([0, 90, 180, 270] as const)(
  "finds the point of the picture below a pixel again, with crop, zoom, frame and %i degrees",
  (rotate) => {
    const zoom = { id: "z", kind: "zoom", start: 0, end: 5, easeIn: 0, easeOut: 0, x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
    const document = own({
      rotate,
      crop: { x: 0.1, y: 0.2, width: 0.5, height: 0.6 },
      effects: [zoom],
      frame: { background: { color: "#000000" }, space: 96, corners: 0, shadow: false },
    });
    const placement = placementOf(document, { main: MAIN, own: MAIN, source: at(undefined) });
    const back = toPicture(placement, toOutput(placement, { x: 0.41, y: 0.47 }));
    expect(back.x).toBeCloseTo(0.41, 9);
    expect(back.y).toBeCloseTo(0.47, 9);
    const box = { x: 0.4, y: 0.4, width: 0.1, height: 0.2 };
    const boxBack = boxToPicture(placement, boxToOutput(placement, box));
    for (const side of ["x", "y", "width", "height"] as const) expect(boxBack[side]).toBeCloseTo(box[side], 9);
  },
);

it("rotates clockwise: the top left of the picture is at the top right", () => {
  const placement = placementOf(own({ rotate: 90 }), { main: MAIN, own: MAIN, source: at(undefined) });
  expect(placement.size).toEqual({ width: 1080, height: 1920 });
  expect(toOutput(placement, { x: 0, y: 0 })).toEqual({ x: 1080, y: 0 });
  expect(toOutput(placement, { x: 1, y: 0 })).toEqual({ x: 1080, y: 1920 });
});

it("fits a joined picture into the video without its crop and rotation", () => {
  const document = own({ rotate: 90, crop: { x: 0, y: 0, width: 1, height: 0.5 } });
  const placement = placementOf(document, { main: MAIN, own: { width: 500, height: 500 }, source: at("joined") });
  expect(placement.size).toEqual({ width: 540, height: 1920 });
  expect(placement.target).toEqual({ x: 0, y: 690, width: 540, height: 540 });
  expect(placement.rotate).toBe(0);
});

it("fits a joined picture to even pixels, as videos need them", () => {
  const target = (width: number, height: number) =>
    placementOf(own({}), { main: { width: 640, height: 360 }, own: { width, height }, source: at("joined") }).target;
  expect(target(300, 400)).toEqual({ x: 184, y: 0, width: 270, height: 360 });
  expect(target(500, 201)).toEqual({ x: 0, y: 50, width: 640, height: 258 });
  expect(target(10_000, 1)).toEqual({ x: 0, y: 178, width: 640, height: 2 });
});

it("enlarges a frame to its shape with even space, never less than the given one", () => {
  const layout = (shape: "auto" | "16:9" | "1:1" | "9:16", size = { width: 960, height: 540 }) =>
    frameLayout(own({ frame: { background: { color: "#000000" }, space: 96, corners: 0, shadow: 0.5, shape } }), size);
  expect(layout("auto").size).toEqual({ width: 1056, height: 636 });
  expect(layout("16:9")).toMatchObject({ size: { width: 1130, height: 636 }, inside: { x: 85, y: 48 } });
  expect(layout("1:1")).toMatchObject({ size: { width: 1056, height: 1056 }, inside: { x: 48, y: 258 } });
  expect(layout("9:16").size).toEqual({ width: 1056, height: 1878 });
  expect(layout("1:1", { width: 540, height: 960 })).toMatchObject({ size: { width: 1014, height: 1014 }, inside: { x: 237, y: 27 } });
});

it("reads strengths of shadows, also those of documents that only say whether there is one", () => {
  expect([true, false, 0.25, 0].map((shadow) => shadowOf({ shadow }))).toEqual([0.6, 0, 0.25, 0]);
});

it("adds the frame's space around the picture, in pixels at a width of 1,920", () => {
  const frame = { background: { color: "#000000" }, space: 96, corners: 24, shadow: true };
  expect(frameLayout(own({ frame }), { width: 960, height: 540 })).toEqual({
    size: { width: 1056, height: 636 },
    inside: { x: 48, y: 48, width: 960, height: 540 },
    corners: 12,
  });
});
