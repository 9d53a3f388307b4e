import type { BoardDocument, BoardElement } from "@stillreel/contract";
import { LINE_HEIGHT, plainElement, textParts } from "./plain-element.ts";

/** Average width of a character relative to the size of the font. */
const CHARACTER = 0.55;

/** Returns the approximate width of a text in pixels. Chinese characters are as wide as they are high. */
const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? 1 : CHARACTER), 0) * size;

/** Divides a text into lines, at the borders of words, that are at most `width` pixels wide. */
function wrap(text: string, width: number, size: number): string[] {
  const lines = [""];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && widthOf((line + segment).trimEnd(), size) > width) lines.push(segment.trimStart());
    else lines[lines.length - 1] = line + segment;
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** Distance of a text from the edges of its shape in pixels, as in the drawing program (`board-assets.config.ts`). */
export const TEXT_PADDING = 10;

/** Returns whether a text is read from the right. */
const isFromRight = (text: string): boolean => /^[^\p{Script=Latin}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text);

/** Fills of notes and shapes. */
export const FILL = { orange: "#ffd59e", green: "#bdebca", blue: "#c9d5ff", red: "#ffcfc7", yellow: "#fff0b3" } as const;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Adds elements to a document, each above the one before. */
// oxlint-disable-next-line max-lines-per-function -- its methods share one list of elements
export function createSketch() {
  const elements: BoardElement[] = [];
  const add = (parts: Partial<BoardElement> & Box & Pick<BoardElement, "type">): BoardElement => {
    const number = elements.length;
    const element = plainElement(`template-${number}`, {
      versionNonce: number + 1,
      // Keys with the first character "b" have two digits.
      index: `b${number.toString(36).padStart(2, "0").toUpperCase()}`,
      seed: 1_000 + number,
      ...parts,
    });
    elements.push(element);
    return element;
  };
  const text = (value: string, at: { x: number; y: number }, fontSize = 20): BoardElement =>
    add({
      type: "text",
      ...at,
      width: widthOf(value, fontSize),
      height: fontSize * LINE_HEIGHT,
      ...textParts(value, fontSize),
    });
  /** Puts a text into a shape: into its middle, or where it begins to be read. */
  const label = (container: BoardElement, value: string, anchor: "middle" | "top"): void => {
    const size = 20;
    const lines = wrap(value, container.width - 2 * TEXT_PADDING, size);
    const width = Math.max(...lines.map((line) => widthOf(line, size)));
    const height = lines.length * size * LINE_HEIGHT;
    const bound = text(value, { x: 0, y: 0 });
    const textAlign = anchor === "middle" ? "center" : isFromRight(value) ? "right" : "left";
    const free = { x: container.width - width, y: container.height - height };
    const left = { center: free.x / 2, right: free.x - TEXT_PADDING, left: TEXT_PADDING }[textAlign];
    Object.assign(bound, {
      x: container.x + left,
      y: container.y + (anchor === "middle" ? free.y / 2 : TEXT_PADDING),
      text: lines.join("\n"),
      width,
      height,
      containerId: container.id,
      textAlign,
      verticalAlign: anchor,
    });
    container.boundElements = [{ id: bound.id, type: "text" }];
  };
  /** A shape with a text in its middle. */
  const shape = (type: "rectangle" | "diamond" | "ellipse", box: Box, value: string, parts: Partial<BoardElement> = {}): BoardElement => {
    const container = add({ type, ...box, ...parts });
    if (value !== "") label(container, value, "middle");
    return container;
  };
  return {
    elements,
    text,
    shape,
    note: (at: { x: number; y: number }, value: string, fill: string): BoardElement => {
      const note = add({
        type: "rectangle",
        ...at,
        width: 150,
        height: 112,
        strokeColor: "transparent",
        backgroundColor: fill,
        strokeWidth: 1,
        customData: { note: true },
      });
      if (value !== "") label(note, value, "top");
      return note;
    },
    frame: (box: Box, name: string): BoardElement => add({ type: "frame", ...box, name, strokeColor: "#bbbbbb", roughness: 0 }),
    /** An arrow between two shapes, attached to both. */
    arrow: (from: BoardElement, to: BoardElement): BoardElement => {
      const isDown = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
      const start = isDown ? [from.x + from.width / 2, from.y + from.height] : [from.x + from.width, from.y + from.height / 2];
      const end = isDown ? [to.x + to.width / 2, to.y] : [to.x, to.y + to.height / 2];
      const [x = 0, y = 0] = start;
      const delta: [number, number] = [(end[0] ?? 0) - x, (end[1] ?? 0) - y];
      const arrow = add({
        type: "arrow",
        x,
        y,
        width: Math.abs(delta[0]),
        height: Math.abs(delta[1]),
        points: [[0, 0], delta],
        startBinding: { elementId: from.id, focus: 0, gap: 4 },
        endBinding: { elementId: to.id, focus: 0, gap: 4 },
        startArrowhead: null,
        endArrowhead: "arrow",
        elbowed: false,
      });
      for (const one of [from, to]) one.boundElements = [...(one.boundElements ?? []), { id: arrow.id, type: "arrow" }];
      return arrow;
    },
    document: (): BoardDocument => ({ format: 1, elements, canvas: { background: "#ffffff", grid: true } }),
  };
}
