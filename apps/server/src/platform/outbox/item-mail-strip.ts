import { faceHtml } from "./item-mail-face.ts";
import { tableOf, YELLOW } from "./mail-frame.ts";
import type { Strip } from "./mail-layout.ts";

/** Side of the marker, and height of the strip, in pixels. */
const MARKER = 26;
const HEIGHT = 6;
/** Part of the width, in percent, that is left for the marker on the smallest screen. */
const SHARED = 95;

interface Piece {
  from: number;
  to: number;
}

/** Returns the parts between the chapters, cut at the position of the marker. */
function piecesOf({ chapters, at }: Strip): { played: Piece[]; rest: Piece[] } {
  const starts = [...new Set([0, ...chapters])].filter((start) => start < 1).toSorted((a, b) => a - b);
  const pieces = starts.map((from, index): Piece => ({ from, to: starts[index + 1] ?? 1 }));
  return {
    played: pieces.flatMap(({ from, to }) => (from < at ? [{ from, to: Math.min(to, at) }] : [])),
    rest: pieces.flatMap(({ from, to }) => (to > at ? [{ from: Math.max(from, at), to }] : [])),
  };
}

/** Returns a cell of the strip. A nested table has the exact height in programs that give each cell the height of a line. */
function cellOf({ from, to }: Piece, isPlayed: boolean): string {
  const width = Math.max(1, Math.round((to - from) * SHARED));
  const colour = isPlayed ? YELLOW : "#d3d5dc";
  const bar = `<tr><td class="${isPlayed ? "played" : "rest"}" height="${HEIGHT}" bgcolor="${colour}" style="height:${HEIGHT}px;border-radius:2px;background-color:${colour};font-size:0;line-height:0">&nbsp;</td></tr>`;
  return `<td width="${width}%" valign="middle" style="padding:0 1px">${tableOf("", bar)}</td>`;
}

/** Returns the chapters of a video as a strip, with the person who commented at the position of the comment. */
export function stripHtml(strip: Strip): string {
  const { played, rest } = piecesOf(strip);
  const marker = `<td width="${MARKER}" align="center" valign="middle">${faceHtml(strip.face, MARKER - 4, `border:2px solid ${YELLOW};`)}</td>`;
  const cells = [...played.map((piece) => cellOf(piece, true)), marker, ...rest.map((piece) => cellOf(piece, false))];
  return tableOf("margin:10px 0 0", `<tr>${cells.join("")}</tr>`);
}
