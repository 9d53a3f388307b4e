import { expect, test } from "vitest";
import { placeBeside } from "./place.ts";
import { rovedTo } from "./roving.ts";

test("arrows run around at both ends", () => {
  expect(rovedTo("ArrowDown", 2, 3, "vertical", false)).toBe(0);
  expect(rovedTo("ArrowUp", 0, 3, "vertical", false)).toBe(2);
  expect(rovedTo("Home", 2, 3, "vertical", false)).toBe(0);
  expect(rovedTo("End", 0, 3, "vertical", false)).toBe(2);
});

test("arrows sideways follow the direction of reading", () => {
  expect(rovedTo("ArrowRight", 0, 3, "horizontal", false)).toBe(1);
  expect(rovedTo("ArrowRight", 1, 3, "horizontal", true)).toBe(0);
  expect(rovedTo("ArrowLeft", 1, 3, "horizontal", true)).toBe(2);
});

test("keys that do not belong to the axis lead nowhere", () => {
  expect(rovedTo("ArrowLeft", 1, 3, "vertical", false)).toBeNull();
  expect(rovedTo("a", 1, 3, "both", false)).toBeNull();
  expect(rovedTo("ArrowDown", 0, 0, "both", false)).toBeNull();
});

const WINDOW = { width: 800, height: 600 };

test("a box stands below its button, at the same edge", () => {
  const anchor = { x: 100, y: 50, width: 80, height: 30 };
  expect(placeBeside(anchor, { width: 200, height: 100 }, WINDOW, "start", false)).toMatchObject({ left: 100, top: 90 });
  expect(placeBeside(anchor, { width: 60, height: 100 }, WINDOW, "end", false)).toMatchObject({ left: 120, top: 90 });
  expect(placeBeside(anchor, { width: 60, height: 100 }, WINDOW, "start", true)).toMatchObject({ left: 120 });
});

test("near the lower edge it stands above, and it never leaves the window", () => {
  const anchor = { x: 760, y: 560, width: 30, height: 30 };
  const { left, top } = placeBeside(anchor, { width: 200, height: 100 }, WINDOW, "start", false);
  expect(top).toBe(450);
  expect(left).toBe(592);
});

test("what is higher than the room gets as much as there is", () => {
  const { top, maxHeight } = placeBeside({ x: 0, y: 100, width: 10, height: 10 }, { width: 50, height: 2_000 }, WINDOW, "start", false);
  expect(top).toBe(120);
  expect(maxHeight).toBe(472);
});
