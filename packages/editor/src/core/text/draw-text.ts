import type { DrawingContext } from "../drawing-context.ts";
import type { Rect } from "../editor.types.ts";
import { fontOf, TEXT_RENDERING } from "./fonts.ts";
import type { TextLayout } from "./layout.ts";

/** Draws lines of text into a box, from its top. */
export function drawText(
  ctx: DrawingContext,
  layout: TextLayout,
  box: Rect,
  { fontSize, bold, align, color }: { fontSize: number; bold: boolean; align: "start" | "middle" | "end"; color: string },
): void {
  ctx.font = fontOf(fontSize, bold);
  ctx.textRendering = TEXT_RENDERING;
  ctx.fillStyle = color;
  ctx.textBaseline = "alphabetic";
  for (const [index, line] of layout.lines.entries()) {
    const isRight = align === "middle" ? false : (align === "end") !== (line.direction === "rtl");
    ctx.direction = line.direction;
    ctx.textAlign = align === "middle" ? "center" : isRight ? "right" : "left";
    const x = align === "middle" ? box.x + box.width / 2 : isRight ? box.x + box.width : box.x;
    ctx.fillText(line.text, x, box.y + index * layout.lineHeight + layout.baseline);
  }
}

/** Returns black or white, whichever is readable on a color. */
export function readableOn(color: string): string {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return luminance > 0.4 ? "#17161C" : "#FFFFFF";
}
