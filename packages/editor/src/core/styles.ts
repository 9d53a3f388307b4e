import type { ShapeType } from "@stillreel/contract";
import type { Styles, ToolId } from "./editor.types.ts";
import { KINDS } from "./shapes/index.ts";

const SHARED: Styles = {
  color: "#E5352B",
  strokeWidth: 6,
  fill: null,
  fontSize: 24,
  bold: true,
  align: "start",
  opacity: 1,
  dashed: false,
  heads: "end",
  curved: false,
  mode: "pixelate",
  strength: 12,
  round: false,
  dim: 0.45,
  zoom: 2,
  glyph: "check",
};

/** Initial styles of single tools: a highlighter is yellow and broad, even after arrows became green and thin. */
const OWN: Partial<Record<ToolId, Partial<Styles>>> = {
  highlighter: { color: "#FFC42E", strokeWidth: 24 },
  text: { fill: null },
  callout: { align: "middle" },
  step: { color: "#FFC42E", fontSize: 44 },
  stamp: { color: "#FFC42E", fontSize: 64 },
  redact: { color: "#17161C" },
};
const SIZES = ["strokeWidth", "fontSize", "strength"] as const;

const scaled = <S extends Partial<Styles>>(styles: S, by: number): S => ({
  ...styles,
  ...Object.fromEntries(SIZES.flatMap((key) => (styles[key] === undefined ? [] : [[key, Math.max(1, Math.round(styles[key] * by))]]))),
});

/** Returns whether a name is a tool that creates shapes. Then it is also the name of their type. */
export const isShapeTool = (tool: ToolId | ShapeType): tool is ShapeType => Object.hasOwn(KINDS, tool);

/** Stores the last chosen styles of each tool. */
export class StyleMemory {
  #shared: Styles;
  readonly #own = new Map<ToolId, Partial<Styles>>();

  /** @param pixelRatio scale of the shapes: images of dense screens get thicker strokes */
  constructor(pixelRatio: number) {
    this.#shared = scaled(SHARED, pixelRatio);
    for (const [tool, styles] of Object.entries(OWN)) this.#own.set(tool as ToolId, scaled(styles, pixelRatio));
  }

  of(tool: ToolId): Styles {
    return { ...this.#shared, ...this.#own.get(tool) };
  }

  remember(tool: ToolId, patch: Partial<Styles>): void {
    const own = this.#own.get(tool) ?? {};
    const isOwn = ([key]: [string, unknown]): boolean => key in own;
    const entries = Object.entries(patch);
    this.#own.set(tool, { ...own, ...Object.fromEntries(entries.filter(isOwn)) });
    this.#shared = { ...this.#shared, ...Object.fromEntries(entries.filter((entry) => !isOwn(entry))) };
  }
}
