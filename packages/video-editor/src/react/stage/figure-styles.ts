import { shapeScale, StyleMemory } from "@stillreel/editor/core";
import type { FigureTool, Size, VideoEditor } from "../../core/index.ts";

/** Styles of the next figure, for each editor. */
const memories = new WeakMap<VideoEditor, StyleMemory>();

/** Returns the styles that were chosen last in an editor. New figures have a size that fits to the picture. */
export function stylesOf(editor: VideoEditor, picture: Size): StyleMemory {
  const known = memories.get(editor) ?? new StyleMemory(shapeScale(picture));
  memories.set(editor, known);
  return known;
}

/** Remembers a style for the next figure of a type. */
export function rememberStyle(editor: VideoEditor, type: FigureTool, patch: Parameters<StyleMemory["remember"]>[1]): void {
  stylesOf(editor, editor.getState().sources[0] ?? { width: 1_920, height: 1_080 }).remember(type, patch);
}
