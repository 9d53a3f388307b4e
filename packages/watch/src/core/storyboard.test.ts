import { expect, test } from "vitest";
import { tileAt, tileFill, tileStyle } from "./storyboard.ts";

const board = { url: "/media/x", columns: 5, rows: 3, tileWidth: 240, tileHeight: 150, interval: 5, count: 13 };

test("the picture of a second is the last one at or before it", () => {
  expect(tileAt(board, 0)).toMatchObject({ x: 0, y: 0 });
  expect(tileAt(board, 29.9)).toMatchObject({ x: 0, y: 150 });
  expect(tileAt(board, 34)).toMatchObject({ x: 240, y: 150 });
});

test("beyond the last picture it is the last one, before the first the first", () => {
  expect(tileAt(board, 9_999)).toMatchObject({ x: 480, y: 300 });
  expect(tileAt(board, -3)).toMatchObject({ x: 0, y: 0 });
});

test("in a box of another width everything is scaled alike", () => {
  expect(tileStyle(board, 34, 120)).toEqual({
    width: "120px",
    height: "75px",
    backgroundImage: 'url("/media/x")',
    backgroundSize: "600px 225px",
    backgroundPosition: "-120px -75px",
  });
});

test("in a box of unknown width it is given in fractions of the file", () => {
  expect(tileFill(board, 34)).toMatchObject({ aspectRatio: "240 / 150", backgroundSize: "500% 300%", backgroundPosition: "25% 50%" });
  expect(tileFill({ ...board, columns: 1, rows: 1, count: 1 }, 3)).toMatchObject({ backgroundPosition: "0% 0%" });
});
