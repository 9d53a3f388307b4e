import { expect, test } from "vitest";
import { fitZoom, scrollToPreserve, stepZoom, wheelZoom, ZOOM_MAX, ZOOM_MIN } from "./zoom.ts";

test("a large image is scaled to fit, a small image retains its size", () => {
  expect(fitZoom({ width: 2000, height: 1000 }, { width: 1048, height: 900 }, 24)).toBe(0.5);
  expect(fitZoom({ width: 1000, height: 2000 }, { width: 1048, height: 548 }, 24)).toBe(0.25);
  expect(fitZoom({ width: 100, height: 50 }, { width: 1048, height: 900 }, 24)).toBe(1);
  expect(fitZoom({ width: 1_000_000, height: 10 }, { width: 100, height: 100 }, 24)).toBe(ZOOM_MIN);
});

test("zoom steps are round numbers and end at the limits", () => {
  expect(stepZoom(0.73, 1)).toBe(0.75);
  expect(stepZoom(0.73, -1)).toBe(0.67);
  expect(stepZoom(1, 1)).toBe(1.25);
  expect(stepZoom(ZOOM_MAX, 1)).toBe(ZOOM_MAX);
  expect(stepZoom(ZOOM_MIN, -1)).toBe(ZOOM_MIN);
});

test("the wheel is reversible and bounded", () => {
  expect(wheelZoom(wheelZoom(1, 120), -120)).toBeCloseTo(1);
  expect(wheelZoom(1, 1e6)).toBe(ZOOM_MIN);
  expect(wheelZoom(1, -1e6)).toBe(ZOOM_MAX);
});

test("the point under the pointer stays under it", () => {
  // Picture at 0, scroll offset 100, pointer at 50: picture point 150. At twice the size it is at 300, so the offset is 250.
  expect(scrollToPreserve(50, 100, 2, 0, 0)).toBe(250);
});
