import fc from "fast-check";
import { expect, test } from "vitest";
import { failureOf, largestPicture } from "./open-sources.ts";
import { bubbleBox, contain, partOf, pictureSize } from "./picture.plan.ts";
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

test("areas are inside the frame, fitted frames inside their box, and the bubble is always completely visible", () => {
  fc.assert(
    fc.property(side, side, part, part, part, part, (width, height, x, y, w, h) => {
      const area = partOf({ width, height }, { x, y, width: w, height: h });
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
