import type { Shape } from "@stillreel/contract";
import { expect, test } from "vitest";
import { createEditorTexts } from "../texts.ts";
import { describeChange, type Seen } from "./announcements.plan.ts";

const { t } = createEditorTexts("en", "ltr");
const box = (id: string, x = 0): Shape => ({
  id,
  type: "rectangle",
  x,
  y: 5,
  width: 40,
  height: 30,
  color: "#E5352B",
  strokeWidth: 4,
  fill: null,
  radius: 0,
  opacity: 1,
  rotation: 0,
  hidden: false,
});
const seen = (shapes: Shape[], more: Partial<Seen> & { crop?: Seen["document"]["crop"] } = {}): Seen => ({
  document: { version: 1, crop: more.crop ?? null, shapes },
  selection: more.selection ?? [],
  tool: more.tool ?? "select",
});
const announced = (before: Seen, after: Seen): string => describeChange(before, after, t);

test("a new shape is announced before its selection and the reset of the tool", () => {
  expect(announced(seen([], { tool: "rectangle" }), seen([box("a")], { selection: ["a"] }))).toBe("Rectangle added");
});

test("several new shapes are counted", () => {
  expect(announced(seen([]), seen([box("a"), box("b"), box("c")]))).toBe("3 shapes added");
});

test("one removed shape is announced by name, several by their number", () => {
  expect(announced(seen([box("a")]), seen([]))).toBe("Rectangle deleted");
  expect(announced(seen([box("a"), box("b")]), seen([]))).toBe("2 shapes deleted");
});

test("the final position of a moved shape is announced in image pixels", () => {
  expect(announced(seen([box("a")]), seen([box("a", 12.4)]))).toBe("12 from the left, 5 from the top, 40 by 30");
});

test("hiding and showing name the shape", () => {
  expect(announced(seen([box("a")]), seen([{ ...box("a"), hidden: true }]))).toBe("Rectangle hidden");
  expect(announced(seen([{ ...box("a"), hidden: true }]), seen([box("a")]))).toBe("Rectangle shown");
});

test("a changed order is announced as in the list of layers, counted from the top", () => {
  const [a, b, c] = [box("a"), box("b"), box("c")];
  expect(announced(seen([a, b, c]), seen([b, c, a]))).toBe("Rectangle, 1 of 3");
});

test("a selection is announced by name, by count, and by its end", () => {
  const shapes = [box("a"), box("b"), box("c")];
  expect(announced(seen(shapes), seen(shapes, { selection: ["b"] }))).toBe("Rectangle selected");
  expect(announced(seen(shapes), seen(shapes, { selection: ["a", "b", "c"] }))).toBe("3 selected");
  expect(announced(seen(shapes, { selection: ["a"] }), seen(shapes))).toBe("Nothing selected");
});

test("a tool says what Enter will do", () => {
  expect(announced(seen([]), seen([], { tool: "ellipse" }))).toBe("Ellipse tool. Press Enter to place it in the middle.");
  expect(announced(seen([], { tool: "ellipse" }), seen([]))).toBe("Select tool");
});

test("a crop is announced by its size, and when it is removed", () => {
  const crop = { x: 0, y: 0, width: 640, height: 480 };
  expect(announced(seen([]), { ...seen([]), document: { version: 1, crop, shapes: [] } })).toBe("Cropped to 640 by 480 pixels");
  expect(announced({ ...seen([]), document: { version: 1, crop, shapes: [] } }, seen([]))).toBe("Crop removed");
});

test("zooming and panning are not announced", () => {
  const same = seen([box("a")]);
  expect(announced(same, { ...same })).toBe("");
});
