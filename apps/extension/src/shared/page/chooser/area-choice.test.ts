import { expect, test } from "vitest";
import { type AreaChoice, cursorAt, draggedTo, NOTHING, pressedAt, released, stepOf } from "./area-choice.ts";

const LIMITS = { x: 0, y: 0, width: 1000, height: 800 };
const BOX = { x: 100, y: 100, width: 200, height: 100 };
const still: AreaChoice = { box: BOX, drag: null };

test("a box is drawn from the pressed position, within the limits, and remains after the release", () => {
  const drawn = draggedTo(pressedAt(null, { x: 900, y: 700 }), { x: 1200, y: 650 }, LIMITS);
  expect(drawn.drag?.kind).toBe("new");
  expect(released(drawn, false)).toEqual({ box: { x: 900, y: 650, width: 100, height: 50 }, drag: null });
});

test("a click or a very thin box leaves the previous choice unchanged", () => {
  const pressed = pressedAt(BOX, { x: 500, y: 500 });
  expect(released(pressed, true)).toEqual(still);
  expect(released(draggedTo(pressed, { x: 501, y: 600 }, LIMITS), false)).toEqual(still);
  expect(released(draggedTo(pressed, { x: 600, y: 600 }, LIMITS), true)).toEqual(still);
  expect(released(pressedAt(null, { x: 5, y: 5 }), true)).toEqual(NOTHING);
});

test("a box that is dragged by its inside moves with the pointer and stops at the limits", () => {
  const pressed = pressedAt(BOX, { x: 150, y: 150 });
  expect(draggedTo(pressed, { x: 160, y: 130 }, LIMITS).box).toEqual({ ...BOX, x: 110, y: 80 });
  expect(draggedTo(pressed, { x: 2_000, y: 0 }, LIMITS).box).toEqual({ ...BOX, x: 800, y: 0 });
});

test("a box that is dragged by a handle is resized from its start, within the limits and the minimum size", () => {
  const pressed = pressedAt(BOX, { x: 305, y: 150 });
  expect(draggedTo(pressed, { x: 5_000, y: 0 }, LIMITS).box).toEqual({ ...BOX, width: 900 });
  const flat = draggedTo(pressed, { x: 100, y: 0 }, LIMITS);
  expect(flat.box?.width).toBe(0);
  expect(released(flat, false)).toEqual({ box: { ...BOX, width: 2 }, drag: null });
  expect(draggedTo(flat, { x: 400, y: 0 }, LIMITS).box).toEqual({ ...BOX, width: 300 });
});

test("a pointer without a drag changes nothing", () => {
  expect(draggedTo(still, { x: 500, y: 500 }, LIMITS)).toBe(still);
});

test("the cursor shows the effect of a press, and during drawing that it draws", () => {
  expect(cursorAt(NOTHING, { x: 150, y: 150 })).toBe("crosshair");
  expect(cursorAt(still, { x: 150, y: 150 })).toBe("move");
  expect(cursorAt(still, { x: 500, y: 500 })).toBe("crosshair");
  expect(cursorAt(still, { x: 100, y: 100 })).toBe("nw-resize");
  expect(cursorAt(still, { x: 300, y: 150 })).toBe("e-resize");
  const drawing = draggedTo(pressedAt(null, { x: 100, y: 100 }), { x: 300, y: 200 }, LIMITS);
  expect(cursorAt(drawing, { x: 300, y: 200 })).toBe("crosshair");
});

test("arrow keys step by one pixel, or ten; other keys do not step", () => {
  expect(stepOf("ArrowUp", false)).toEqual([0, -1]);
  expect(stepOf("ArrowRight", true)).toEqual([10, 0]);
  expect(stepOf("Home", true)).toBeNull();
});
