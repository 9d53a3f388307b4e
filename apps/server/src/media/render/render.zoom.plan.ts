import { type Size, viewAt } from "@stillreel/video-editor/core";
import { isSteady, num, pathExpression } from "./render.paths.plan.ts";
import type { Section } from "./render.section.ts";

/** Tolerance of corners in pixels. */
const TOLERANCE_PX = 0.02;

/** Returns filters that enlarge the visible part of the picture. Corners are between pixels, so that slow zooms do not jump. */
export function zoomFilters(section: Section, { width, height }: Size): string[] {
  if (!section.effects.some(({ kind }) => kind === "zoom")) return [];
  const { itemId } = section.placed.clip;
  // Only the zooms of the section are searched for every frame.
  const near = { effects: section.effects.filter(({ kind }) => kind === "zoom") };
  const views = Array.from({ length: section.count }, (_, frame) => viewAt(near, { itemId, at: section.at + frame * section.step }));
  // The filter maps the corners of pixels; their middles would be moved by half the difference of the scales.
  const half = (share: number): number => (1 - share) / 2;
  const sides = {
    left: views.map((view) => view.x * width - half(view.width)),
    right: views.map((view) => (view.x + view.width) * width - half(view.width)),
    top: views.map((view) => view.y * height - half(view.height)),
    bottom: views.map((view) => (view.y + view.height) * height - half(view.height)),
  };
  const isStill = Object.values(sides).every(isSteady);
  const path = (values: readonly number[]): string =>
    isStill ? num(values[0] ?? 0) : `'${pathExpression(values, "(on-1)", TOLERANCE_PX)}'`;
  const [x0, x1, y0, y1] = [path(sides.left), path(sides.right), path(sides.top), path(sides.bottom)];
  const corners = `x0=${x0}:y0=${y0}:x1=${x1}:y1=${y0}:x2=${x0}:y2=${y1}:x3=${x1}:y3=${y1}`;
  // Linear, like the preview: the filter's cubic is sharper than that of canvases.
  return [`perspective=${corners}:sense=source:interpolation=linear:eval=${isStill ? "init" : "frame"}`];
}
