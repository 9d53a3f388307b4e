import { shapesOf, withChanged } from "./document-edits.ts";
import type { Editor, EditorCommand, KeyInput, ToolId } from "./editor.types.ts";
import { kindOf } from "./shapes/index.ts";
import type { EditorStore } from "./store.ts";

/** The letter of each tool. */
export const TOOL_KEYS: Readonly<Record<string, ToolId>> = {
  v: "select",
  c: "crop",
  a: "arrow",
  l: "line",
  r: "rectangle",
  o: "ellipse",
  p: "pen",
  h: "highlighter",
  t: "text",
  b: "callout",
  n: "step",
  x: "redact",
  u: "blur",
  s: "spotlight",
  m: "magnifier",
  e: "stamp",
};

/** Keys with Ctrl or Command. */
const MOD_COMMANDS: Readonly<Record<string, EditorCommand>> = {
  z: "undo",
  y: "redo",
  d: "duplicate",
  a: "select-all",
  "+": "zoom-in",
  "=": "zoom-in",
  "-": "zoom-out",
  "0": "zoom-fit",
  "1": "zoom-100",
  "]": "bring-to-front",
  "[": "send-to-back",
};

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Handles a key while nothing is dragged or edited. Returns whether it was handled. */
export function handleKey(editor: Editor, store: EditorStore, { key, shift, alt, mod }: KeyInput): boolean {
  const { selection, tool, cropping } = store.state;
  const letter = key.toLowerCase();
  if (mod) {
    if (letter === "z" && shift) editor.run("redo");
    else if (letter === "c" && selection.length > 0) editor.copyShapes();
    else if (letter === "x" && selection.length > 0) {
      editor.copyShapes();
      editor.run("delete");
    } else if (letter === "v") return editor.pasteShapes();
    else {
      const command = MOD_COMMANDS[letter];
      if (!command || alt) return false;
      editor.run(command);
    }
    return true;
  }
  const arrow = ARROWS[key];
  if (arrow) {
    const [dx, dy] = arrow.map((direction) => direction * (shift ? 10 : 1)) as [number, number];
    if (selection.length === 0 || cropping) return false;
    if (alt) editor.resizeBy(dx, dy);
    else nudge(store, dx, dy);
    return true;
  }
  if (alt) return false;
  if (key === "Escape") return escape(editor, store);
  if (key === "Enter") {
    if (cropping) editor.run("apply-crop");
    else if (selection.length === 1 && selection[0] !== undefined) return startWriting(editor, store, selection[0]);
    else if (selection.length === 0 && tool !== "select" && tool !== "crop") editor.insertDefault(tool);
    else return false;
    return true;
  }
  if (key === "Delete" || key === "Backspace") {
    if (selection.length === 0) return false;
    editor.run("delete");
    return true;
  }
  if (key === "[" || key === "]") {
    if (selection.length === 0) return false;
    editor.run(key === "[" ? "send-backward" : "bring-forward");
    return true;
  }
  if (/^[0-9]$/u.test(key)) {
    if (!editor.styleKeys().includes("opacity")) return false;
    editor.setStyle({ opacity: key === "0" ? 1 : Number(key) / 10 });
    return true;
  }
  const chosen = shift ? undefined : TOOL_KEYS[letter];
  if (!chosen) return false;
  editor.setTool(chosen);
  return true;
}

/** Cancels one thing at a time: the crop, the tool, the selection. */
function escape(editor: Editor, store: EditorStore): boolean {
  const { cropping, tool, selection } = store.state;
  if (cropping) editor.run("cancel-crop");
  else if (tool !== "select") editor.setTool("select");
  else if (selection.length > 0) editor.run("select-none");
  else return false;
  return true;
}

function startWriting(editor: Editor, store: EditorStore, id: string): boolean {
  const [shape] = shapesOf(store.state.document, [id]);
  if (shape?.type !== "text" && shape?.type !== "callout") return false;
  editor.startEditing(id);
  return true;
}

function nudge(store: EditorStore, dx: number, dy: number): void {
  const { document, selection } = store.state;
  const moved = shapesOf(document, selection).map((shape) => kindOf(shape).moved(shape, dx, dy));
  store.changeOn("nudge", withChanged(document, moved));
}
