import { eachGrapheme } from "@stillreel/contract";
import { fontGeneration, fontOf, LINE_HEIGHT, TEXT_RENDERING } from "./fonts.ts";

interface TextLine {
  text: string;
  width: number;
  /** Direction of its paragraph, by the first letter with a direction. */
  direction: "ltr" | "rtl";
}

/** A text in lines. Lengths are in the text's pixels. */
export interface TextLayout {
  lines: readonly TextLine[];
  width: number;
  height: number;
  lineHeight: number;
  /** Distance from the top of a line to its baseline. */
  baseline: number;
}

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const STRONG = /\p{L}/u;
/** Line break opportunities: after spaces and hyphens, and between ideographs. */
const PIECES =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][\u3000-\u303f\uff00-\uff0f]*\s*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}-]*-*\s*/gu;

let context: OffscreenCanvasRenderingContext2D | null | undefined;
function measuring(font: string): OffscreenCanvasRenderingContext2D | null {
  if (context === undefined) context = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (context) {
    context.font = font;
    context.textRendering = TEXT_RENDERING;
  }
  return context;
}

/** Measures a text. Without a canvas (tests in Node) every letter has the average width of Latin ones. */
function widthOf(text: string, fontSize: number, bold: boolean): number {
  const canvas = measuring(fontOf(fontSize, bold));
  return canvas ? canvas.measureText(text).width : text.length * fontSize * 0.55;
}

function baselineOf(fontSize: number, bold: boolean): number {
  const canvas = measuring(fontOf(fontSize, bold));
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = canvas?.measureText("Ag") ?? {
    fontBoundingBoxAscent: fontSize * 0.95,
    fontBoundingBoxDescent: fontSize * 0.3,
  };
  return (fontSize * LINE_HEIGHT - (ascent + descent)) / 2 + ascent;
}

export function directionOf(text: string): "ltr" | "rtl" {
  const strong = STRONG.exec(text)?.[0];
  return strong && RTL.test(strong) ? "rtl" : "ltr";
}

function wrapped(paragraph: string, maxWidth: number, width: (text: string) => number): string[] {
  if (width(paragraph) <= maxWidth) return [paragraph];
  const lines: string[] = [];
  let line = "";
  for (const piece of paragraph.match(PIECES) ?? []) {
    if (piece === "") continue;
    if (width((line + piece).trimEnd()) <= maxWidth) {
      line += piece;
      continue;
    }
    if (line !== "") lines.push(line.trimEnd());
    line = piece;
    // A word longer than a line is broken between letters.
    while (width(line.trimEnd()) > maxWidth) {
      let head = "";
      for (const segment of eachGrapheme(line)) {
        if (head !== "" && width(head + segment) > maxWidth) break;
        head += segment;
      }
      if (head.length >= line.length) break;
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  // Trailing spaces are preserved while they fit, as in any text field.
  return [...lines, width(line) <= maxWidth ? line : line.trimEnd()];
}

/** Breaks a text into lines no wider than `maxWidth` (null: only at its own line breaks). */
export function layoutText(text: string, fontSize: number, bold: boolean, maxWidth: number | null): TextLayout {
  const width = (line: string): number => widthOf(line, fontSize, bold);
  const lines = text.split("\n").flatMap((paragraph) => {
    const direction = directionOf(paragraph);
    return (maxWidth === null ? [paragraph] : wrapped(paragraph, Math.max(1, maxWidth), width)).map((line) => ({
      text: line,
      width: width(line),
      direction,
    }));
  });
  const lineHeight = fontSize * LINE_HEIGHT;
  const widest = lines.reduce((most, line) => Math.max(most, line.width), 0);
  return { lines, width: maxWidth ?? widest, height: lines.length * lineHeight, lineHeight, baseline: baselineOf(fontSize, bold) };
}

const known = new WeakMap<object, { generation: number; layout: TextLayout }>();

/** {@link layoutText}, memoized by shape: shapes are replaced, never mutated. */
export function layoutOf(shape: { text: string; fontSize: number; bold: boolean }, maxWidth: number | null): TextLayout {
  const found = known.get(shape);
  if (found?.generation === fontGeneration()) return found.layout;
  const layout = layoutText(shape.text, shape.fontSize, shape.bold, maxWidth);
  known.set(shape, { generation: fontGeneration(), layout });
  return layout;
}
