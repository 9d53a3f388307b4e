import { type EditDocument, type EditEffectOf, lettersOf, type ShapeOf } from "@stillreel/contract";
import { boxAt, type Size } from "./effects.ts";

/** Limits of the font sizes of the image editor's texts, in pixels. */
const FONT_SIZE = { least: 4, most: 2_000 } as const;
/** Space between the letters and the edge of their background, as a share of the font's size: as the image editor draws it. */
const PADDING = 0.4;

/** Returns a text as a shape of the image editor, in pixels of the picture, so that preview and render draw the same letters. */
export function textShapeOf(effect: EditEffectOf<"text">, at: number, picture: Size): ShapeOf<"text"> {
  const box = boxAt(effect, at);
  const fontSize = Math.min(FONT_SIZE.most, Math.max(FONT_SIZE.least, effect.size * picture.height));
  const padding = effect.background === null ? 0 : fontSize * PADDING;
  return {
    id: effect.id,
    type: "text",
    opacity: 1,
    rotation: 0,
    hidden: false,
    x: box.x * picture.width + padding,
    y: box.y * picture.height + padding,
    width: Math.max(fontSize, box.width * picture.width - 2 * padding),
    color: effect.color,
    fill: effect.background,
    text: effect.text,
    fontSize,
    bold: effect.bold,
    align: effect.align,
  };
}

/** Returns the texts and emoji that are drawn on the video. */
export const textsOf = ({ effects }: Pick<EditDocument, "effects">): string[] =>
  effects.flatMap((effect) => {
    if (effect.kind === "text") return [effect.text];
    return effect.kind === "figure" ? [lettersOf(effect.shape)] : [];
  });
