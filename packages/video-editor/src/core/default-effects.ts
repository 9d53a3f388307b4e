import type { PointerTrack } from "@stillreel/contract";
import type { NewEffect } from "./effect-edits.ts";
import { type ShareBox, zoomBox } from "./effects.ts";
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

/** Returns the box of a new zoom around the last click before its start, or the first one during it. Null without such a click. */
function aimedBox(pointer: PointerTrack | null, start: number, end: number): ShareBox | null {
  const clicks = pointer?.clicks ?? [];
  const click = clicks.findLast(([at]) => at <= start) ?? clicks.find(([at]) => at < end);
  if (!click) return null;
  const { width, height } = BOXES.zoom;
  return zoomBox({ x: click[1] - width / 2, y: click[2] - height / 2, width, height });
}

/** Adds an effect of four seconds at the playhead and selects it. Returns whether it was possible. */
export function addDefaultEffect(editor: VideoEditor, tool: BoxTool, text: string): boolean {
  const range = editor.rangeForEffect(LENGTH_S);
  if (!range) {
    editor.refuse("no-end");
    return false;
  }
  const { itemId, start, end } = range;
  const aimed = tool === "zoom" && itemId === undefined ? aimedBox(editor.getState().pointer, start, end) : null;
  return (
    editor.addEffect({ ...effectOf(tool, text), ...aimed, start, end, ...(itemId === undefined ? {} : { itemId }) } as NewEffect) !== null
  );
}
