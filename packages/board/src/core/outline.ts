import type { BoardElement } from "@stillreel/contract";

/** Kinds of objects that people distinguish. */
type ObjectKind = BoardElement["type"] | "note" | "item";

/** An object of a board with the text that names it. */
export interface OutlineEntry {
  id: string;
  kind: ObjectKind;
  /** Text on the object, or name of the frame. Empty without a text. */
  text: string;
  /** Name of the frame, or the heading above, that the object belongs to. */
  section: string | null;
  itemId: string | null;
}

/** Font size from which a text is a heading. */
const HEADING_SIZE = 28;
/** Vertical distance in which objects count as one row. */
const ROW = 60;

const isText = (element: BoardElement): boolean => element.type === "text" && typeof element.text === "string";
/** Returns the text of an element without the line breaks of its layout. */
const textOf = (element: BoardElement): string => (element.originalText ?? element.text ?? "").replaceAll(/\s+/gu, " ").trim();

function kindOf(element: BoardElement): ObjectKind {
  if (element.customData?.itemId) return "item";
  return element.customData?.note ? "note" : element.type;
}

/** Returns the nearest heading above an element whose start is not to the right of it. */
function headingOf(element: BoardElement, headings: readonly BoardElement[]): string | null {
  const above = headings.filter(({ id, x, y }) => id !== element.id && y <= element.y && x <= element.x + element.width);
  const [nearest] = above.toSorted((a, b) => b.x - a.x || b.y - a.y);
  return nearest ? textOf(nearest) : null;
}

/** Returns the objects of a board in reading order: row by row, in each row from the left. A text in a shape is the text of that shape. */
export function outlineOf(elements: readonly BoardElement[]): OutlineEntry[] {
  const shown = elements.filter(({ isDeleted }) => !isDeleted);
  const texts = new Map(shown.filter((one) => isText(one) && one.containerId).map((one) => [one.containerId, textOf(one)]));
  const frames = new Map(shown.filter(({ type }) => type === "frame" || type === "magicframe").map((one) => [one.id, one.name ?? ""]));
  const headings = shown.filter((one) => isText(one) && !one.containerId && (one.fontSize ?? 0) >= HEADING_SIZE);
  return shown
    .filter((one) => !(isText(one) && one.containerId))
    .toSorted((a, b) => Math.floor(a.y / ROW) - Math.floor(b.y / ROW) || a.x - b.x)
    .map((one) => ({
      id: one.id,
      kind: kindOf(one),
      text: texts.get(one.id) ?? frames.get(one.id) ?? textOf(one),
      section: (one.frameId && frames.get(one.frameId)) || headingOf(one, headings),
      itemId: one.customData?.itemId ?? null,
    }));
}

/** Returns the texts of a board as lines, with an empty line before each section. */
export function asText(elements: readonly BoardElement[]): string {
  const lines = outlineOf(elements).filter(({ text }) => text !== "");
  const sections = Map.groupBy(lines, ({ section }) => section ?? "");
  return [...sections]
    .map(([section, entries]) => [
      ...(section ? [section] : []),
      ...entries.filter(({ text }) => text !== section).map(({ text }) => `- ${text}`),
    ])
    .map((part) => part.join("\n"))
    .join("\n\n");
}
