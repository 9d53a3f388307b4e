import type { Shape } from "@stillreel/contract";
import type { EditorState } from "../../core/index.ts";
import { shapeName } from "../layers/layer-names.ts";
import type { EditorTexts } from "../texts.ts";

/** The part of an editor's state that is announced. */
export type Seen = Pick<EditorState, "document" | "selection" | "tool">;
type Translate = EditorTexts["t"];

/** Returns the announcement for the difference of two states, or an empty text. */
export function describeChange(before: Seen, after: Seen, t: Translate): string {
  return (
    describeShapes(before.document.shapes, after.document.shapes, t) ||
    describeCrop(before, after, t) ||
    describeSelection(before, after, t) ||
    describeTool(before, after, t)
  );
}

function describeTool(before: Seen, after: Seen, t: Translate): string {
  if (before.tool === after.tool) return "";
  if (after.tool === "select") return t("said.selectTool");
  return after.tool === "crop" ? t("said.cropTool") : t("said.tool", { name: t(`tools.${after.tool}`) });
}

function describeShapes(before: readonly Shape[], after: readonly Shape[], t: Translate): string {
  if (before === after) return "";
  const old = new Map(before.map((shape) => [shape.id, shape]));
  const added = after.filter(({ id }) => !old.has(id));
  const [first] = added;
  if (first) return added.length > 1 ? t("said.addedMany", { count: added.length }) : t("said.added", { name: shapeName(first, t).kind });
  if (after.length < before.length) {
    const left = new Set(after.map(({ id }) => id));
    const gone = before.filter(({ id }) => !left.has(id));
    return gone.length === 1 && gone[0]
      ? t("said.deleted", { name: shapeName(gone[0], t).kind })
      : t("said.deletedMany", { count: gone.length });
  }
  return describeOrder(before, after, t) || describeOne(old, after, t);
}

function describeOrder(before: readonly Shape[], after: readonly Shape[], t: Translate): string {
  const indexes = new Map(before.map(({ id }, index) => [id, index]));
  const moved = after.filter(({ id }, index) => indexes.get(id) !== index);
  if (moved.length === 0) return "";
  // The moved shape is the one whose index changed most.
  const distance = (shape: Shape): number => Math.abs((indexes.get(shape.id) ?? 0) - after.indexOf(shape));
  const furthest = moved.reduce((best, shape) => (distance(shape) > distance(best) ? shape : best));
  return t("said.moved", { name: shapeName(furthest, t).kind, place: after.length - after.indexOf(furthest), count: after.length });
}

/** Describes one shape that was hidden, moved or resized. */
function describeOne(old: ReadonlyMap<string, Shape>, after: readonly Shape[], t: Translate): string {
  const changed = after.filter((shape) => old.get(shape.id) !== shape);
  const [shape] = changed;
  if (!shape || changed.length > 1) return "";
  const was = old.get(shape.id);
  if (was && was.hidden !== shape.hidden) return t(shape.hidden ? "said.hidden" : "said.shown", { name: shapeName(shape, t).kind });
  if (!("height" in shape) || !was || !("height" in was)) return "";
  const { x, y, width, height } = shape;
  if (was.x === x && was.y === y && was.width === width && was.height === height) return "";
  return t("said.place", { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) });
}

function describeCrop({ document: { crop: before } }: Seen, { document: { crop: after } }: Seen, t: Translate): string {
  if (before === after) return "";
  return after ? t("said.cropped", { width: after.width, height: after.height }) : t("said.uncropped");
}

function describeSelection(before: Seen, after: Seen, t: Translate): string {
  if (before.selection === after.selection) return "";
  const { selection, document } = after;
  if (selection.length > 1) return t("said.selectedMany", { count: selection.length });
  const shape = document.shapes.find(({ id }) => id === selection[0]);
  if (!shape) return before.selection.length > 0 && before.tool === after.tool ? t("said.nothing") : "";
  const isSame = before.selection.length === 1 && before.selection[0] === shape.id;
  return isSame ? "" : t("said.selected", { name: shapeName(shape, t).kind });
}
