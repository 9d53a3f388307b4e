import fc from "fast-check";
import { expect, test } from "vitest";
import { failureOf } from "./open-sources.ts";
import {
  bubbleBox,
  contain,
  contentOf,
  drawingOf,
  evenUp,
  largestPicture,
  partOf,
  pictureSize,
  positionInPicture,
} from "./picture.plan.ts";
import { createSilenceWatch, SILENT_AFTER_MS } from "./silence.plan.ts";

const side = fc.integer({ min: 2, max: 8_000 });
const part = fc.double({ min: 0.01, max: 1, noNaN: true });

test("a picture keeps its shape, is even, and has no more lines than chosen", () => {
  expect(pictureSize({ width: 3840, height: 2160 }, null, 1080)).toEqual({ width: 1920, height: 1080 });
  expect(pictureSize({ width: 1265, height: 709 }, null, 1080)).toEqual({ width: 1264, height: 708 });
  expect(pictureSize({ width: 1080, height: 2340 }, null, 720)).toEqual({ width: 720, height: 1560 });
  expect(pictureSize({ width: 1000, height: 1000 }, { x: 0, y: 0, width: 0.5, height: 0.25 }, 1080)).toEqual({ width: 500, height: 250 });
  fc.assert(
    fc.property(side, side, fc.constantFrom(480, 720, 1080, 2160), (width, height, lines) => {
      const size = pictureSize({ width, height }, null, lines);
      expect((size.width % 2) + (size.height % 2)).toBe(0);
      expect(Math.min(size.width, size.height)).toBeLessThanOrEqual(lines);
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(4_096);
    }),
  );
  expect(largestPicture(720)).toEqual({ width: 1280, height: 720 });
});

test("a tab of an odd size is captured in the next even size, and black rows are not part of its content", () => {
  expect(evenUp({ width: 1440, height: 713 })).toEqual({ width: 1440, height: 714 });
  expect(evenUp(largestPicture(1080, { width: 2560, height: 1305 }))).toEqual({ width: 2120, height: 1080 });
  expect(evenUp({ width: 1280, height: 720 })).toEqual({ width: 1280, height: 720 });
  const box = (frame: [number, number], source: [number, number] | null): number[] => {
    const content = contentOf({ width: frame[0], height: frame[1] }, source && { width: source[0], height: source[1] });
    return [content.x, content.y, content.width, content.height];
  };
  expect(box([1440, 714], [1440, 713])).toEqual([0, 0, 1440, 713]);
  expect(box([1440, 714], [1439, 713])).toEqual([0, 0, 1440, 713]);
  expect(box([2120, 1080], [2560, 1305])).toEqual([0, 0, 2118, 1080]);
  expect(box([1280, 720], null)).toEqual([0, 0, 1280, 720]);
  expect(box([1280, 720], [600, 800]), "a tab that was resized").toEqual([0, 0, 1280, 720]);
});

test("an area has the chosen size in the video, and an odd size is rounded down to an even one", () => {
  const content = contentOf({ width: 1440, height: 714 }, { width: 1440, height: 713 });
  const areaOf = (x: number, y: number, width: number, height: number) => ({
    x: x / 1440,
    y: y / 713,
    width: width / 1440,
    height: height / 713,
  });
  expect(pictureSize(content, areaOf(101, 77, 640, 360), 1080)).toEqual({ width: 640, height: 360 });
  expect(pictureSize(content, areaOf(101, 77, 641, 361), 1080)).toEqual({ width: 640, height: 360 });
  const { from, to } = drawingOf(partOf(content, areaOf(101, 77, 640, 360)), { width: 640, height: 360 });
  expect(from, "pixels are copied, not scaled").toEqual({ x: 101, y: 77, width: 640, height: 360 });
  expect(to).toEqual({ x: 0, y: 0, width: 640, height: 360 });
});

test("no video of a source that does not change its size has a black edge", () => {
  const large = fc.integer({ min: 64, max: 8_000 });
  const wide = fc.double({ min: 0.25, max: 1, noNaN: true });
  const shift = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(large, large, wide, wide, shift, shift, fc.constantFrom(480, 1080), (width, height, w, h, left, top, lines) => {
      fc.pre(Math.max(width, height) / Math.min(width, height) < 8);
      const frame = { width, height };
      const area = { x: left * (1 - w), y: top * (1 - h), width: w, height: h };
      for (const chosen of [null, area]) {
        const size = pictureSize(frame, chosen, lines);
        const { from, to } = drawingOf(partOf({ x: 0, y: 0, ...frame }, chosen), size);
        expect(to).toEqual({ x: 0, y: 0, ...size });
        expect(from.x).toBeGreaterThanOrEqual(0);
        expect(from.y).toBeGreaterThanOrEqual(0);
        expect(from.x + from.width).toBeLessThanOrEqual(width + 1e-6);
        expect(from.y + from.height).toBeLessThanOrEqual(height + 1e-6);
      }
    }),
  );
});

test("a source that changes its shape is shown completely", () => {
  const { from, to } = drawingOf({ x: 0, y: 0, width: 600, height: 800 }, { width: 1280, height: 720 });
  expect(from).toEqual({ x: 0, y: 0, width: 600, height: 800 });
  expect(to).toEqual({ x: 370, y: 0, width: 540, height: 720 });
});

test("areas are inside the frame, fitted frames inside their box, and the bubble is always completely visible", () => {
  fc.assert(
    fc.property(side, side, part, part, part, part, (width, height, x, y, w, h) => {
      const area = partOf({ x: 0, y: 0, width, height }, { x, y, width: w, height: h });
      expect(area.x + area.width).toBeLessThanOrEqual(width + 1e-6);
      expect(area.y + area.height).toBeLessThanOrEqual(height + 1e-6);
      const inner = contain({ width: w * 1_000, height: h * 1_000 }, { width, height });
      expect(inner.x).toBeGreaterThanOrEqual(0);
      expect(inner.width).toBeLessThanOrEqual(width);
      expect(inner.height).toBeLessThanOrEqual(height);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 64, max: 4_000 }), fc.integer({ min: 64, max: 4_000 }), part, part, part, (width, height, x, y, size) => {
      const box = bubbleBox({ x, y, size, shape: "round" }, { width, height });
      expect(box.width).toBe(box.height);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }),
  );
});

test("a browser's refusal is mapped by its subject", () => {
  const refused = (name: string, message = ""): DOMException => new DOMException(message, name);
  expect(failureOf(refused("NotAllowedError", "Permission denied"), "screen")).toEqual({ code: "cancelled" });
  expect(failureOf(refused("NotAllowedError", "Permission denied by system"), "screen")).toEqual({ code: "not-allowed", what: "screen" });
  expect(failureOf(refused("NotAllowedError"), "microphone")).toEqual({ code: "not-allowed", what: "microphone" });
  expect(failureOf(refused("NotFoundError"), "camera")).toEqual({ code: "no-device", what: "camera" });
  expect(failureOf(refused("NotReadableError"), "camera")).toEqual({ code: "device-busy", what: "camera" });
  expect(failureOf(new Error("Cannot capture a tab with an active stream."), "tab")).toEqual({ code: "device-busy", what: "tab" });
  expect(failureOf(new TypeError("odd"), "tab")).toEqual({ code: "failed", detail: "TypeError: odd" });
});

test("five seconds of nothing are noticed, unless it is muted; a sound ends the warning", () => {
  const watch = createSilenceWatch();
  expect(watch.update(0, true, 0)).toBe(false);
  expect(watch.update(0.001, true, SILENT_AFTER_MS - 1)).toBe(false);
  expect(watch.update(0, true, SILENT_AFTER_MS)).toBe(true);
  expect(watch.update(0.2, true, SILENT_AFTER_MS + 100)).toBe(false);
  for (let now = 6_000; now < 30_000; now += 500) expect(watch.update(0, false, now)).toBe(false);
  expect(watch.update(0, true, 30_000)).toBe(false);
});

test("a point of the tab is at the same point of the video, also in an area, and nowhere outside of it", () => {
  const source = { width: 1_440, height: 713 };
  const frame = { width: 1_440, height: 714 };
  const ratio = source.width / source.height;
  const positionOf = (x: number, y: number, area: { x: number; y: number; width: number; height: number } | null, lines = 1080) => {
    const picture = pictureSize(contentOf(frame, source), area, lines);
    return positionInPicture({ x, y, ratio }, { frame, source, area, picture });
  };
  const expectNear = (position: { x: number; y: number } | null, x: number, y: number): void => {
    expect(position?.x).toBeCloseTo(x, 2);
    expect(position?.y).toBeCloseTo(y, 2);
  };
  for (const lines of [1080, 480]) {
    expectNear(positionOf(0.25, 0.75, null, lines), 0.25, 0.75);
    expectNear(positionOf(0.5, 0.5, { x: 0.4, y: 0.25, width: 0.2, height: 0.5 }, lines), 0.5, 0.5);
    expectNear(positionOf(0.45, 0.25, { x: 0.4, y: 0.25, width: 0.2, height: 0.5 }, lines), 0.25, 0);
  }
  expect(positionOf(0.3, 0.5, { x: 0.4, y: 0.25, width: 0.2, height: 0.5 })).toBeNull();
  expect(positionOf(0.5, 0.8, { x: 0.4, y: 0.25, width: 0.2, height: 0.5 })).toBeNull();
});

test("after a tab was resized, no point of it is known", () => {
  const source = { width: 1_280, height: 720 };
  const picture = { width: 1_280, height: 720 };
  const positionOf = (frame: { width: number; height: number }, ratio: number) =>
    positionInPicture({ x: 0.5, y: 0.5, ratio }, { frame, source, area: null, picture });
  expect(positionOf(source, 1_280 / 720)).not.toBeNull();
  expect(positionOf(source, 1_280 / 721), "a rounded size").not.toBeNull();
  expect(positionOf(source, 900 / 720)).toBeNull();
  expect(positionOf({ width: 900, height: 720 }, 1_280 / 720)).toBeNull();
  expect(positionOf({ width: 640, height: 360 }, 640 / 360), "a smaller copy").not.toBeNull();
});
