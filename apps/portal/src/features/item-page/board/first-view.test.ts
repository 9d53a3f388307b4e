import { expect, test } from "vitest";
import { type Box, partOf, partView, viewOf } from "./first-view.ts";

const SCREEN = { width: 1_200, height: 900 };
const box = (x: number, y: number, updated = 1): Box => ({ x, y, width: 100, height: 100, updated });

/** Returns the part of the drawing that a view shows. */
function shownBy(elements: readonly Box[]) {
  const view = partView(elements, SCREEN);
  if (!view) return null;
  const [left, top] = [-view.scrollX, -view.scrollY].map(Math.round);
  return {
    zoom: view.zoom,
    left,
    top,
    right: Math.round(-view.scrollX + SCREEN.width / view.zoom),
    bottom: Math.round(-view.scrollY + SCREEN.height / view.zoom),
  };
}

test("an empty board and a drawing that can be read as a whole are shown whole", () => {
  expect(partView([], SCREEN)).toBeNull();
  expect(partView([box(0, 0)], SCREEN)).toBeNull();
  expect(partView([box(0, 0), box(5_900, 4_400)], SCREEN)).toBeNull();
});

test("a larger drawing begins at the element that was changed last", () => {
  expect(shownBy([box(0, 0), box(9_950, 9_950, 7), box(19_900, 19_900)])).toEqual({
    zoom: 0.5,
    left: 8_800,
    top: 9_100,
    right: 11_200,
    bottom: 10_900,
  });
});

test("what is beside the drawing is not shown, except a margin of 40 pixels", () => {
  expect(shownBy([box(0, 0, 7), box(19_900, 19_900)])).toMatchObject({ left: -80, top: -80 });
  expect(shownBy([box(0, 0), box(19_900, 19_900, 7)])).toMatchObject({ right: 20_080, bottom: 20_080 });
});

test("a drawing that is only wide is in the middle of the height", () => {
  expect(shownBy([box(0, 0), box(19_900, 0)])).toMatchObject({ top: -850, bottom: 950 });
});

test("a part is shown again on a screen of any size, unless nothing is visible there", () => {
  const part = partOf({ zoom: 0.5, scrollX: -1_000, scrollY: -2_000 }, SCREEN);
  expect(part).toEqual({ x: 2_200, y: 2_900, zoom: 0.5 });
  expect(viewOf(part, [box(2_150, 2_850)], SCREEN)).toEqual({ zoom: 0.5, scrollX: -1_000, scrollY: -2_000 });
  expect(viewOf(part, [box(2_150, 2_850)], { width: 400, height: 300 })).toEqual({ zoom: 0.5, scrollX: -1_800, scrollY: -2_600 });
  expect(viewOf(part, [box(0, 0), box(5_000, 5_000)], SCREEN)).toBeNull();
});
