import type { Storyboard } from "./watch.types.ts";

/** Position of a frame in the storyboard's file, and the size of the file, in its pixels. */
export interface Tile {
  x: number;
  y: number;
  width: number;
  height: number;
  sheetWidth: number;
  sheetHeight: number;
}

/** Returns the frame of a second: the last one at or before it. */
export function tileAt(board: Storyboard, seconds: number): Tile {
  const number = Math.min(board.count - 1, Math.max(0, Math.floor(seconds / board.interval)));
  return {
    x: (number % board.columns) * board.tileWidth,
    y: Math.floor(number / board.columns) * board.tileHeight,
    width: board.tileWidth,
    height: board.tileHeight,
    sheetWidth: board.columns * board.tileWidth,
    sheetHeight: board.rows * board.tileHeight,
  };
}

/** Returns styles that show one frame of a storyboard in a box of a width. The height follows. */
export function tileStyle(board: Storyboard, seconds: number, width: number): Record<string, string> {
  const tile = tileAt(board, seconds);
  const scale = width / tile.width;
  return {
    width: `${width}px`,
    height: `${Math.round(tile.height * scale)}px`,
    backgroundImage: `url("${board.url}")`,
    backgroundSize: `${tile.sheetWidth * scale}px ${tile.sheetHeight * scale}px`,
    backgroundPosition: `${-tile.x * scale}px ${-tile.y * scale}px`,
  };
}

/** Returns styles that fill a box of any width with one frame of a storyboard. The box has the frame's aspect ratio. */
export function tileFill(board: Storyboard, seconds: number): Record<string, string> {
  const { x, y, width, height } = tileAt(board, seconds);
  const part = (at: number, size: number, count: number): number => (count > 1 ? (at / size / (count - 1)) * 100 : 0);
  return {
    aspectRatio: `${width} / ${height}`,
    backgroundImage: `url("${board.url}")`,
    backgroundSize: `${board.columns * 100}% ${board.rows * 100}%`,
    backgroundPosition: `${part(x, width, board.columns)}% ${part(y, height, board.rows)}%`,
  };
}
