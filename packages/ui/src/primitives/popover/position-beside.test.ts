import { expect, test } from "vitest";
import { positionBeside, type PlacementOptions } from "./position-beside.ts";

const WINDOW = { width: 800, height: 600 };
const OPTIONS: PlacementOptions = { align: "start", isMirrored: false, gap: 10, edge: 8, overflow: "shrink" };

test("a box is below its button, at the same edge", () => {
  const anchor = { x: 100, y: 50, width: 80, height: 30 };
  expect(positionBeside(anchor, { width: 200, height: 100 }, WINDOW, OPTIONS)).toMatchObject({ left: 100, top: 90 });
  expect(positionBeside(anchor, { width: 60, height: 100 }, WINDOW, { ...OPTIONS, align: "end" })).toMatchObject({ left: 120, top: 90 });
  expect(positionBeside(anchor, { width: 60, height: 100 }, WINDOW, { ...OPTIONS, isMirrored: true })).toMatchObject({ left: 120 });
});

test("near the lower edge it is above, and it never leaves the window", () => {
  const anchor = { x: 760, y: 560, width: 30, height: 30 };
  const { left, top } = positionBeside(anchor, { width: 200, height: 100 }, WINDOW, OPTIONS);
  expect(top).toBe(450);
  expect(left).toBe(592);
});

test("an element that is higher than the available space gets all of it", () => {
  const { top, maxHeight } = positionBeside({ x: 0, y: 100, width: 10, height: 10 }, { width: 50, height: 2_000 }, WINDOW, OPTIONS);
  expect(top).toBe(120);
  expect(maxHeight).toBe(472);
});

test("a box that may cover its anchor keeps its height and stays inside of the window", () => {
  const anchor = { x: 300.5, y: 300, width: 100, height: 30 };
  const options: PlacementOptions = { ...OPTIONS, align: "end", edge: 10, overflow: "cover" };
  expect(positionBeside(anchor, { width: 200, height: 250 }, WINDOW, options)).toEqual({ left: 200.5, top: 340 });
  expect(positionBeside(anchor, { width: 200, height: 280 }, WINDOW, options)).toEqual({ left: 200.5, top: 10 });
  expect(positionBeside(anchor, { width: 200, height: 500 }, WINDOW, options).top).toBe(10);
});
