import { BOARD_TEMPLATES, BoardDocument } from "@stillreel/contract";
import { expect, test } from "vitest";
import { templateOf } from "./templates.ts";
import { createSketch, TEXT_PADDING } from "./sketch.ts";

test.each(BOARD_TEMPLATES)("template %s is a valid document whose parts name each other", (name) => {
  const { elements } = BoardDocument.parse(templateOf(name, (text) => text));
  expect(elements.length).toBeGreaterThanOrEqual(name === "blank" ? 0 : 8);
  const ids = new Set(elements.map(({ id }) => id));
  expect(ids.size).toBe(elements.length);
  const indices = elements.map(({ index }) => index ?? "");
  expect(indices).toEqual(indices.toSorted());
  expect(new Set(indices).size).toBe(indices.length);
  for (const { containerId, frameId, boundElements, startBinding, endBinding } of elements)
    for (const named of [
      containerId,
      frameId,
      startBinding?.elementId,
      endBinding?.elementId,
      ...(boundElements ?? []).map(({ id }) => id),
    ])
      if (named) expect(ids).toContain(named);
});

test("a template begins at the right in a language that is read from there", () => {
  const english = templateOf("retro", (text) => text).elements;
  const arabic = templateOf("retro", (text) => text, true).elements;
  const headings = (elements: typeof english): string[] =>
    elements.filter(({ type, containerId }) => type === "text" && !containerId).map(({ text }) => text ?? "");
  const leftFirst = (elements: typeof english): typeof english => elements.toSorted((one, other) => one.x - other.x);
  expect(headings(leftFirst(english))).toEqual(["retroKeep", "retroChange", "retroTry"]);
  expect(headings(leftFirst(arabic))).toEqual(["retroTry", "retroChange", "retroKeep"]);
  for (const text of arabic.filter(({ containerId }) => containerId)) {
    const note = arabic.find(({ id }) => id === text.containerId);
    expect(text.x).toBeGreaterThanOrEqual(note?.x ?? Infinity);
    expect(text.x + text.width).toBeLessThanOrEqual((note?.x ?? 0) + (note?.width ?? 0));
  }
});

test("arrows of a template that begins at the right end at their shapes", () => {
  const { elements } = BoardDocument.parse(templateOf("flow", (text) => text, true));
  const arrows = elements.filter(({ type }) => type === "arrow");
  expect(arrows.length).toBe(6);
  for (const arrow of arrows) {
    const target = elements.find(({ id }) => id === arrow.endBinding?.elementId);
    const [x = 0] = arrow.points?.at(-1) ?? [];
    expect(arrow.x + x).toBeGreaterThanOrEqual((target?.x ?? Infinity) - 1);
    expect(arrow.x + x).toBeLessThanOrEqual((target?.x ?? 0) + (target?.width ?? 0) + 1);
  }
});

test.each(["Add notes with N", "Mit N fügen Sie Notizen hinzu", "按 N 添加便签"])(
  "a text in a shape is divided into lines that fit: %s",
  (label) => {
    const sketch = createSketch();
    const note = sketch.note({ x: 0, y: 0 }, label, "#ffffff");
    const text = sketch.elements.find((element) => element.containerId === note.id);
    expect(text?.width).toBeLessThanOrEqual(note.width - 16);
    expect(text?.text?.replaceAll("\n", "").replaceAll(" ", "")).toBe(label.replaceAll(" ", ""));
    expect(text?.originalText).toBe(label);
  },
);

test.each([
  ["Add notes with N", "left", { x: 110, y: 210 }],
  ["اضغط N لإضافة ملاحظة", "right", { x: null, y: 210 }],
])("the text of a note begins in its upper corner: %s", (label, textAlign, { x, y }) => {
  const sketch = createSketch();
  const note = sketch.note({ x: 100, y: 200 }, label, "#ffffff");
  const text = sketch.elements.find((element) => element.containerId === note.id);
  expect(text).toMatchObject({ textAlign, verticalAlign: "top", y });
  expect(text?.x).toBeCloseTo(x ?? 100 + note.width - TEXT_PADDING - (text?.width ?? 0));
});
