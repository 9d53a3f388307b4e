import type { Shape } from "./annotations.contract.ts";

/** Returns the letters that a shape draws: its text, or the glyph of a stamp. Empty for shapes without letters. */
export const lettersOf = (shape: Shape): string => ("text" in shape ? shape.text : "glyph" in shape ? shape.glyph : "");
