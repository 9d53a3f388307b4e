import type { NewEffect } from "./effect-edits.ts";
import type { VideoEditor } from "./editor.types.ts";

/** Effects that are added with a box in the middle of the picture. */
export type BoxTool = "blur" | "text" | "spotlight" | "zoom";

/** Length of a new effect in seconds. */
const LENGTH_S = 4;

const BOXES = {
  blur: { x: 0.35, y: 0.42, width: 0.3, height: 0.16 },
  text: { x: 0.1, y: 0.78, width: 0.8, height: 0.12 },
  spotlight: { x: 0.3, y: 0.3, width: 0.4, height: 0.4 },
  zoom: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
} as const satisfies Record<BoxTool, { x: number; y: number; width: number; height: number }>;

type WithoutTimes<E> = E extends unknown ? Omit<E, "start" | "end"> : never;

const effectOf = (tool: BoxTool, text: string): WithoutTimes<NewEffect> => {
  const box = BOXES[tool];
  switch (tool) {
    case "blur":
      return { kind: "blur", ...box, strength: 20 };
    case "text":
      return { kind: "text", ...box, text, size: 0.05, color: "#FFFFFF", background: "#17161C", bold: true, align: "middle" };
    case "spotlight":
      return { kind: "spotlight", ...box, round: false, dim: 0.45 };
    case "zoom":
      return { kind: "zoom", ...box, easeIn: 0.6, easeOut: 0.6 };
  }
};

/** Adds an effect of four seconds at the playhead and selects it. Returns whether it was possible. */
export function addDefaultEffect(editor: VideoEditor, tool: BoxTool, text: string): boolean {
  const range = editor.rangeForEffect(LENGTH_S);
  if (!range) {
    editor.refuse("no-end");
    return false;
  }
  const { itemId, start, end } = range;
  return editor.addEffect({ ...effectOf(tool, text), start, end, ...(itemId === undefined ? {} : { itemId }) } as NewEffect) !== null;
}
