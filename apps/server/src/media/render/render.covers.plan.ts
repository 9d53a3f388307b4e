import { type EditEffect, FRAME_BASE_WIDTH } from "@stillreel/contract";
import type { Size } from "@stillreel/video-editor/core";
import { type MovedBox, movedBox } from "./render.boxes.plan.ts";
import type { Graph } from "./render.graph.ts";
import { num } from "./render.paths.plan.ts";
import type { Section } from "./render.section.ts";

type Cover = Extract<EditEffect, { kind: "blur" | "pixelate" | "solid" }>;

export const isCover = (effect: EditEffect): effect is Cover =>
  effect.kind === "blur" || effect.kind === "pixelate" || effect.kind === "solid";

/** Returns a colour as filters write it. */
const colorOf = (color: string): string => `0x${color.slice(1)}`;

/** Adds a cover over a picture and returns the label of the result. Text from users is never in a graph. */
export function addCover(graph: Graph, from: string, effect: Cover, section: Section, size: Size): string {
  const box = movedBox(effect, section, size);
  if (box === null) return from;
  if (effect.kind === "solid") return addSolid(graph, from, box, colorOf(effect.color));
  const [base = "", copy = ""] = graph.split([from], ["split"], 2);
  const scale = size.width / FRAME_BASE_WIDTH;
  const patch =
    effect.kind === "blur"
      ? blurred(graph, copy, box, (effect.strength / 2) * scale, size)
      : pixelated(graph, copy, box, Math.max(2, Math.round(effect.strength * scale)), size);
  return overlaid(graph, base, patch, box);
}

/** Puts a patch at the place of a box. */
export const overlaid = (graph: Graph, base: string, patch: string, { x, y, isMoving }: MovedBox): string =>
  graph.chain([base, patch], [`overlay=x='${x}':y='${y}':eval=${isMoving ? "frame" : "init"}`]);

function addSolid(graph: Graph, from: string, box: MovedBox, color: string): string {
  const { width, height, x, y, isMoving } = box;
  if (!isMoving) return graph.chain([from], [`drawbox=x=${x}:y=${y}:w=${width}:h=${height}:color=${color}:t=fill`]);
  // One frame, which the overlay repeats.
  const patch = graph.chain([], [`color=c=${color}:s=${width}x${height}:r=1:d=1`, "format=yuv420p"]);
  return overlaid(graph, from, patch, box);
}

/** Returns filters that extend the picture on every side by repeating its edge. */
const extended = (x: number, y: number): string[] => [
  `pad=iw+${2 * x}:ih+${2 * y}:${x}:${y}`,
  `fillborders=left=${x}:right=${x}:top=${y}:bottom=${y}:mode=smear`,
];

const even = (length: number): number => 2 * Math.ceil(length / 2);

/** Returns filters that cut a box with a margin out of a picture, also where it extends beyond it. */
export function cutOut({ width, height, x, y, least, most }: MovedBox, margin: number, size: Size): string[] {
  const left = even(Math.max(0, margin - least.x, most.x + width + margin - size.width));
  const top = even(Math.max(0, margin - least.y, most.y + height + margin - size.height));
  const isInside = left === 0 && top === 0;
  const [dx, dy] = [left - margin, top - margin];
  return [
    ...(isInside ? [] : extended(Math.max(2, left), Math.max(2, top))),
    `crop=w=${width + 2 * margin}:h=${height + 2 * margin}:x='${x}+${isInside ? dx : Math.max(2, left) - margin}':y='${y}+${isInside ? dy : Math.max(2, top) - margin}'`,
  ];
}

/**
 * Returns filters of a Gaussian blur. With few steps, the filter's curve has a higher middle and longer ends than a Gaussian one. The planes
 * of colours have half of the sides, which the filter ignores.
 */
const gaussian = (sigma: number): string[] => [
  `gblur=sigma=${num(sigma)}:steps=6:planes=1`,
  `gblur=sigma=${num(sigma / 2)}:steps=6:planes=6`,
];

/** A Gaussian blur that, like the preview's, continues beyond the box. */
function blurred(graph: Graph, from: string, box: MovedBox, sigma: number, size: Size): string {
  const margin = even(3 * sigma);
  return graph.chain([from], [...cutOut(box, margin, size), ...gaussian(sigma), `crop=${box.width}:${box.height}:${margin}:${margin}`]);
}

/** Averages of cells that are aligned to the picture's origin. */
function pixelated(graph: Graph, from: string, box: MovedBox, side: number, size: Size): string {
  const [columns, rows] = [Math.ceil(size.width / side), Math.ceil(size.height / side)];
  const whole = { width: columns * side, height: rows * side };
  const [right, bottom] = [whole.width - size.width, whole.height - size.height];
  const aligned =
    right + bottom === 0
      ? []
      : [`pad=${whole.width}:${whole.height}:0:0`, `fillborders=left=0:top=0:right=${right}:bottom=${bottom}:mode=smear`];
  return graph.chain(
    [from],
    [
      ...aligned,
      `scale=${columns}:${rows}:flags=area`,
      // Otherwise two cells would have one colour.
      "format=yuv444p",
      `scale=${whole.width}:${whole.height}:flags=neighbor`,
      ...cutOut(box, 0, whole),
    ],
  );
}
