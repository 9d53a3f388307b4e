import { expect, test } from "vitest";
import { countChosen, isChosen, nothingChosen, reduceSelection, type Selection, type SelectionEvent } from "./selection.machine.ts";

const ORDER = ["a", "b", "c", "d", "e", "f"];
const run = (...events: SelectionEvent[]): Selection => events.reduce(reduceSelection, nothingChosen("images"));
const chosen = (selection: Selection): string => ORDER.filter((id) => isChosen(selection, id)).join("");
const toggle = (id: string): SelectionEvent => ({ type: "toggle", id });
const extend = (id: string, from?: string): SelectionEvent => ({ type: "extend", id, order: ORDER, ...(from ? { from } : {}) });

test("toggling selects and deselects an item", () => {
  expect(chosen(run(toggle("b"), toggle("d")))).toBe("bd");
  expect(chosen(run(toggle("b"), toggle("d"), toggle("b")))).toBe("d");
});

test("a range goes from the last single choice to the item, in both directions, and can shrink again", () => {
  expect(chosen(run(toggle("b"), extend("d")))).toBe("bcd");
  expect(chosen(run(toggle("d"), extend("b")))).toBe("bcd");
  expect(chosen(run(toggle("b"), extend("e"), extend("c")))).toBe("bc");
  expect(chosen(run(toggle("d"), extend("f"), extend("b")))).toBe("bcd");
});

test("items that were selected before a range remain selected", () => {
  expect(chosen(run(toggle("a"), toggle("c"), extend("e"), extend("d")))).toBe("acd");
});

test("without an earlier choice the range begins at the card in focus, or is the one item", () => {
  expect(chosen(run(extend("d", "c")))).toBe("cd");
  expect(chosen(run(extend("d", "c"), extend("e", "d")))).toBe("cde");
  expect(chosen(run(extend("d")))).toBe("d");
  expect(chosen(run(extend("nowhere")))).toBe("");
});

test("all means also what is not loaded, less the exceptions", () => {
  const all = run({ type: "all" });
  expect(countChosen(all, 214)).toBe(214);
  expect(isChosen(all, "not loaded yet")).toBe(true);
  const most = [toggle("b"), toggle("c")].reduce(reduceSelection, all);
  expect(countChosen(most, 214)).toBe(212);
  expect(chosen(most)).toBe("adef");
  expect(chosen(reduceSelection(most, extend("b")))).toBe("abcdef");
});

test("a marquee adds to or inverts the selection, and deselects what it leaves", () => {
  const before = run(toggle("a"), toggle("c"));
  const swept = (ids: string[], isToggling = false): string => chosen(reduceSelection(before, { type: "sweep", ids, before, isToggling }));
  expect(swept(["b", "c"])).toBe("abc");
  expect(swept(["b"])).toBe("abc");
  expect(swept(["b", "c"], true)).toBe("ab");
  const wide = reduceSelection(before, { type: "sweep", ids: ["d", "e"], before, isToggling: false });
  expect(chosen(reduceSelection(wide, { type: "sweep", ids: ["d"], before, isToggling: false }))).toBe("acd");
});

test("another view starts without a selection, the same view retains it", () => {
  const state = run(toggle("a"));
  expect(reduceSelection(state, { type: "enter", view: "images" })).toBe(state);
  expect(reduceSelection(state, { type: "enter", view: "videos" })).toEqual(nothingChosen("videos"));
});

test("items that vanish leave the choice, and a range no longer begins at them", () => {
  const state = run(toggle("a"), toggle("c"), { type: "gone", ids: ["c", "x"] });
  expect(chosen(state)).toBe("a");
  expect(chosen(reduceSelection(state, extend("e")))).toBe("ae");
  expect(reduceSelection(state, { type: "gone", ids: ["x"] })).toBe(state);
});

test("clearing removes the selection, and changes nothing without one", () => {
  expect(chosen(run(toggle("a"), { type: "clear" }))).toBe("");
  expect(chosen(run({ type: "all" }, { type: "clear" }))).toBe("");
  const empty = nothingChosen("images");
  expect(reduceSelection(empty, { type: "clear" })).toBe(empty);
});
