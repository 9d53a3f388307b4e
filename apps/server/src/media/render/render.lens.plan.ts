import type { ShapeOf } from "@stillreel/contract";
import type { Size } from "@stillreel/video-editor/core";
import type { Drawing } from "../../platform/ports/drawing.port.ts";
import type { Graph } from "./render.graph.ts";
import { num } from "./render.paths.plan.ts";

/** Pixels around the lens that are enlarged and cut off, so that a small lens also has room for rounding. */
const MARGIN = 12;

const evenBelow = (value: number): number => 2 * Math.floor(value / 2);
const evenAbove = (value: number): number => 2 * Math.ceil(value / 2);

/** The side of the enlarged part along one axis. */
interface Side {
  /** First pixel of the part of the picture that is cut out, and its length. */
  start: number;
  length: number;
  /** The enlarged part within it: the corners of pixels, as the filter counts them. */
  from: number;
  to: number;
  /** Pixels that the cut part extends beyond the picture on both sides. */
  before: number;
  after: number;
}

/** Returns what is cut out and enlarged along one axis, so that `box` shows the surroundings of `source` from `middle` on. */
function sideOf(box: { at: number; length: number }, middle: number, source: number, zoom: number, picture: number): Side {
  const length = box.length + 2 * MARGIN;
  const first = source + (box.at - MARGIN - middle) / zoom;
  const start = evenBelow(first);
  // The filter maps the corners of pixels; their middles would be moved by half the difference of the scales.
  const from = first - start - (1 - 1 / zoom) / 2;
  const [before, after] = [evenAbove(Math.max(0, -start)), evenAbove(Math.max(0, start + length - picture))];
  return { start, length, from, to: from + length / zoom, before, after };
}

/**
 * Adds the enlarged pixels of a magnifier. Outside of the picture they are white.
 * @param copy the picture that is enlarged, which has its covers already
 * @param mask the area of the lens
 */
export function addLens(
  graph: Graph,
  base: string,
  copy: string,
  shape: ShapeOf<"magnifier">,
  mask: { path: string; drawing: Drawing },
  size: Size,
): string {
  const { drawing: box } = mask;
  const { source, zoom } = shape;
  const x = sideOf({ at: box.x, length: box.width }, shape.x + shape.width / 2, source.x, zoom, size.width);
  const y = sideOf({ at: box.y, length: box.height }, shape.y + shape.height / 2, source.y, zoom, size.height);
  const [x0, x1, y0, y1] = [num(x.from), num(x.to), num(y.from), num(y.to)];
  const isOutside = x.before >= x.length || x.after >= x.length || y.before >= y.length || y.after >= y.length;
  const isWithin = x.before + x.after + y.before + y.after === 0;
  const part = [
    ...(isWithin ? [] : [`pad=iw+${x.before + x.after}:ih+${y.before + y.after}:${x.before}:${y.before}:color=white`]),
    `crop=${x.length}:${y.length}:${x.start + x.before}:${y.start + y.before}`,
    // Linear, like the preview.
    `perspective=x0=${x0}:y0=${y0}:x1=${x1}:y1=${y0}:x2=${x0}:y2=${y1}:x3=${x1}:y3=${y1}:sense=source:interpolation=linear`,
    `crop=${box.width}:${box.height}:${MARGIN}:${MARGIN}`,
  ];
  // Nothing of the picture is in a part outside of it. Its size has no limit there.
  const white = [`crop=${box.width}:${box.height}:0:0`, `drawbox=color=white:t=fill`];
  const alpha = graph.chain([graph.image(mask.path)], ["alphaextract"]);
  const lens = graph.chain([copy], [...(isOutside ? white : part), "format=yuva420p"]);
  return graph.chain([base, graph.chain([lens, alpha], ["alphamerge"])], [`overlay=${box.x}:${box.y}`]);
}
