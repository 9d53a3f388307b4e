import type { EditEffect, EditEffectOf, Shape, ShapeOf } from "@stillreel/contract";
import { boxAt, type Size, textShapeOf } from "@stillreel/video-editor/core";
import type { Drawing, DrawingTask } from "../../platform/ports/drawing.port.ts";
import { boxesOf, movedBox } from "./render.boxes.plan.ts";
import { cutOut, overlaid } from "./render.covers.plan.ts";
import type { Graph } from "./render.graph.ts";
import { addLens } from "./render.lens.plan.ts";
import { isSteady, pathExpression } from "./render.paths.plan.ts";
import type { Section } from "./render.section.ts";

/** Radius of a spotlight's corners in pixels of the picture, as the image editor draws it. */
const SPOT_CORNER = 14;
/** Colour of the dark around spotlights (#17161C) as luma and chroma. */
const INK = { y: 36, u: 131, v: 128 } as const;
/** Tolerance of moved texts in pixels. */
const TOLERANCE_PX = 0.1;

/** A drawing without its file. The same drawing is made once for all sections. */
export type DrawingPlan = DrawingTask extends infer T ? (T extends DrawingTask ? Omit<T, "path"> : never) : never;
/** Finds a drawing that was made. */
export type FindDrawing = (plan: DrawingPlan) => { path: string; drawing: Drawing } | null;

/** Figures and texts that are drawn together, or one that moves. */
interface Layer {
  plan: DrawingPlan;
  /** Positions of the moving text in pixels, one for each frame; null for a layer that stays. */
  path: { xs: number[]; ys: number[] } | null;
  /** Whether the drawing multiplies the picture, like a felt pen on paper. It is on white then. */
  isInk?: true;
  /** A magnifier, with the mask of its enlarged pixels. They are below the drawing. */
  lens?: { shape: ShapeOf<"magnifier">; mask: DrawingPlan };
}

const isDrawn = (effect: EditEffect): effect is EditEffectOf<"figure" | "text"> => effect.kind === "figure" || effect.kind === "text";
const isSpot = (effect: EditEffect): effect is EditEffectOf<"spotlight"> => effect.kind === "spotlight";

/** Returns whether a section's spotlights can be part of a drawing. */
const spotsStay = (section: Section, size: Size): boolean =>
  section.effects.filter(isSpot).every((effect) => movedBox(effect, section, size)?.isMoving !== true);

const spotShape = ({ id, round, dim, ...effect }: EditEffectOf<"spotlight">, at: number, { width, height }: Size): Shape => {
  const box = boxAt({ ...effect, id, round, dim }, at);
  const [x, y] = [box.x * width, box.y * height];
  const size = { width: box.width * width, height: box.height * height };
  return { id, type: "spotlight", opacity: 1, rotation: 0, hidden: false, round, dim, x, y, ...size };
};

/** Returns the drawings of a section, the lowest first. */
function layersOf(section: Section, size: Size): Layer[] {
  const layers: Layer[] = [];
  let shapes: Shape[] = [];
  const flush = (): void => {
    if (shapes.length > 0) layers.push({ plan: { kind: "shapes", ...size, shapes }, path: null });
    shapes = [];
  };
  for (const effect of section.effects.filter(isDrawn)) {
    if (effect.kind === "figure") {
      const { shape } = effect;
      if (shape.type === "highlighter") {
        flush();
        layers.push({ plan: { kind: "shapes", ...size, shapes: [shape], paper: true }, path: null, isInk: true });
      } else if (shape.type !== "magnifier") shapes.push(shape);
      else if (!shape.hidden) {
        flush();
        const plan = { kind: "lens", part: "edge", ...size, shape } as const;
        layers.push({ plan, path: null, lens: { shape, mask: { ...plan, part: "mask" } } });
      }
      continue;
    }
    const boxes = boxesOf(effect, section, size);
    const [xs, ys] = [boxes.map(({ x }) => x), boxes.map(({ y }) => y)];
    if (isSteady(xs) && isSteady(ys)) {
      shapes.push(textShapeOf(effect, section.at, size));
      continue;
    }
    flush();
    // Drawn in the corner: a text may begin outside of the picture.
    const shape = { ...textShapeOf(effect, section.at, size) };
    const placed = { ...shape, x: shape.x - (xs[0] ?? 0) + size.height / 4, y: shape.y - (ys[0] ?? 0) + size.height / 4 };
    const drawn = { width: size.width * 2, height: size.height * 2 };
    layers.push({
      plan: { kind: "shapes", ...drawn, shapes: [placed] },
      path: { xs: xs.map((x) => x - size.height / 4), ys: ys.map((y) => y - size.height / 4) },
    });
  }
  if (spotsStay(section, size)) shapes.push(...section.effects.filter(isSpot).map((effect) => spotShape(effect, section.at, size)));
  flush();
  return layers;
}

/** Returns the masks of the section's moving spotlights. */
const masksOf = (section: Section, size: Size): { effect: EditEffectOf<"spotlight">; plan: DrawingPlan }[] =>
  section.effects.filter(isSpot).flatMap((effect) => {
    const box = movedBox(effect, section, size);
    if (box === null) return [];
    return [
      { effect, plan: { kind: "mask", width: box.width, height: box.height, radius: effect.round ? "round" : SPOT_CORNER } as const },
    ];
  });

/** Returns what must be drawn before a section is compiled. */
export const drawingsOf = (section: Section, size: Size): DrawingPlan[] => [
  ...layersOf(section, size).flatMap(({ plan, lens }) => (lens ? [plan, lens.mask] : [plan])),
  ...(spotsStay(section, size) ? [] : masksOf(section, size).map(({ plan }) => plan)),
];

/** Adds figures, texts and spotlights over a picture. */
export function addLayers(graph: Graph, from: string, section: Section, size: Size, find: FindDrawing): string {
  const layers = layersOf(section, size);
  const masks = layers.map(({ lens }) => (lens ? find(lens.mask) : null)).map((mask) => (mask && mask.drawing.width > 0 ? mask : null));
  const count = masks.filter((mask) => mask !== null).length;
  // Magnifiers show the covered picture without figures.
  const [base = from, ...copies] = count === 0 ? [] : graph.split([from], [`split=${count + 1}`], count + 1);
  let current = base;
  for (const [index, { plan, path, lens, isInk }] of layers.entries()) {
    const mask = masks[index];
    if (lens && mask) current = addLens(graph, current, copies.shift() ?? "", lens.shape, mask, size);
    const found = find(plan);
    if (!found || found.drawing.width === 0) continue;
    const { x, y } = found.drawing;
    if (isInk) {
      current = addInk(graph, current, found);
      continue;
    }
    const moved = (values: readonly number[], by: number): string =>
      `'${pathExpression(
        values.map((value) => value + by),
        "n",
        TOLERANCE_PX,
      )}'`;
    const at = path === null ? `overlay=${x}:${y}` : `overlay=x=${moved(path.xs, x)}:y=${moved(path.ys, y)}:eval=frame`;
    current = graph.chain([current, graph.image(found.path)], [at]);
  }
  return spotsStay(section, size) ? current : addMovingSpots(graph, current, section, size, find);
}

/** Multiplies a part of the picture with a drawing on white. Only with the colours themselves is the result that of a browser. */
function addInk(graph: Graph, from: string, { path, drawing: { x, y, width, height } }: { path: string; drawing: Drawing }): string {
  const [base = "", copy = ""] = graph.split([from], ["split=2"], 2);
  const part = graph.chain([copy], [`crop=${width}:${height}:${x}:${y}`, "format=gbrp"]);
  const ink = graph.chain([graph.image(path)], ["format=gbrp"]);
  const inked = graph.chain([part, ink], ["blend=all_mode=multiply", "format=yuv420p"]);
  return graph.chain([base, inked], [`overlay=${x}:${y}`]);
}

/** Darkens the picture, and puts the lit parts over it. */
function addMovingSpots(graph: Graph, from: string, section: Section, size: Size, find: FindDrawing): string {
  const masks = masksOf(section, size);
  const dim = Math.max(...section.effects.filter(isSpot).map((effect) => effect.dim));
  const [base = "", ...copies] = graph.split([from], [`split=${masks.length + 1}`], masks.length + 1);
  const level = (value: number): string => `val*${1 - dim}+${value * dim}`;
  let current = graph.chain([base], [`lutyuv=y='${level(INK.y)}':u='${level(INK.u)}':v='${level(INK.v)}'`]);
  for (const [index, { effect, plan }] of masks.entries()) {
    const box = movedBox(effect, section, size);
    const found = find(plan);
    if (!box || !found) continue;
    const mask = graph.chain([graph.image(found.path)], ["alphaextract"]);
    const part = graph.chain([copies[index] ?? ""], [...cutOut(box, 0, size), "format=yuva420p"]);
    current = overlaid(graph, current, graph.chain([part, mask], ["alphamerge"]), box);
  }
  return current;
}
