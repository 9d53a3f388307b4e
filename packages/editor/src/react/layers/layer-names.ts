import type { Shape } from "@stillreel/contract";
import type { EditorTextKey, EditorTexts } from "../texts.ts";

/** Name of a shape: its kind, and the start of its text. */
export interface ShapeName {
  kind: string;
  detail: string;
}

/** Maximum length of a text in a layer's name. */
const DETAIL_MAX = 40;

const isOwnStamp = (glyph: string): boolean => /^[a-z-]+$/u.test(glyph);

/** Returns a stamp's name in words, or the emoji itself. */
export const stampName = (glyph: string, t: EditorTexts["t"]): string =>
  isOwnStamp(glyph) ? t(`stamps.${glyph}` as EditorTextKey) : glyph;

/** Returns the name of a shape in the list of layers. */
export function shapeName(shape: Shape, t: EditorTexts["t"]): ShapeName {
  switch (shape.type) {
    case "step":
      return { kind: t("shapes.step", { number: shape.number }), detail: "" };
    case "text":
    case "callout":
      return { kind: t(`shapes.${shape.type}`), detail: shape.text.replaceAll(/\s+/gu, " ").trim().slice(0, DETAIL_MAX) };
    case "stamp":
      return { kind: t("shapes.stamp"), detail: stampName(shape.glyph, t) };
    default:
      return { kind: t(`shapes.${shape.type}`), detail: "" };
  }
}
