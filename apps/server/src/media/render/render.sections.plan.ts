import type { EditDocument, EditEffect } from "@stillreel/contract";
import type { Section } from "./render.section.ts";
import { hasBox, sizeChanges, withFewSizes } from "./render.boxes.plan.ts";
import { effectsAt, type PlacedClip, speedOf, timeMapOf } from "@stillreel/video-editor/core";

/** Tolerance in frames for times that should be exactly on the grid. */
const ON_GRID = 1e-6;

/** Returns the number of the first frame at or after a time. */
export const frameAt = (time: number, rate: number): number => Math.ceil(time * rate - ON_GRID);

/** Returns the frames of a document at a rate, as sections in their order. */
export function sectionsOf(document: EditDocument, rate: number): Section[] {
  const steady = withSteadyBoxes(document);
  return timeMapOf(document).clips.flatMap((placed) => clipSections(steady, placed, rate));
}

/** Returns a document whose boxes have few sizes each. */
export const withSteadyBoxes = (document: EditDocument): EditDocument => ({ ...document, effects: document.effects.map(withFewSizes) });

/** Returns the times at which a graph must change: an effect starts or ends, or the size of its box changes. */
const bordersOf = (effect: EditEffect): number[] => [effect.start, effect.end, ...(hasBox(effect) ? sizeChanges(effect) : [])];

/** Returns the frames at which the fades of a clip end and begin: between them, frames can be copied. */
function fadeBorders({ clip, from, to }: PlacedClip, rate: number): number[] {
  const { fadeIn = 0, fadeOut = 0 } = clip;
  return [...(fadeIn > 0 ? [frameAt(from + fadeIn, rate)] : []), ...(fadeOut > 0 ? [Math.floor((to - fadeOut) * rate + ON_GRID)] : [])];
}

/** Returns the frames of a clip. @param document with {@link withSteadyBoxes} */
export function clipSections(document: EditDocument, placed: PlacedClip, rate: number): Section[] {
  const [from, to] = [frameAt(placed.from, rate), frameAt(placed.to, rate)];
  const speed = speedOf(placed.clip);
  const sourceOf = (frame: number): number => placed.clip.start + (frame / rate - placed.from) * speed;
  const firstFrameAt = (at: number): number => frameAt(placed.from + (at - placed.clip.start) / speed, rate);
  const borders = new Set([from, ...fadeBorders(placed, rate).filter((border) => border > from && border < to)]);
  for (const effect of document.effects)
    if (effect.itemId === placed.clip.itemId)
      for (const border of bordersOf(effect).map(firstFrameAt)) if (border > from && border < to) borders.add(border);
  const starts = [...borders].toSorted((one, other) => one - other).filter((start) => start < to);
  return starts.map((first, index) => {
    const count = (starts[index + 1] ?? to) - first;
    // The middle of the first frame's time decides, so that rounding does not move an effect by a frame.
    const at = sourceOf(first);
    const effects = effectsAt(document, { itemId: placed.clip.itemId, at: at + (ON_GRID * speed) / rate });
    return { placed, first, count, at, step: speed / rate, effects };
  });
}

/** Returns the section of the single frame that is shown at a time; the last frame at the end. */
export function frameSection(document: EditDocument, time: number, rate: number): Section {
  const sections = sectionsOf(document, rate);
  const frame = Math.max(0, Math.floor(time * rate + ON_GRID));
  const section = sections.findLast(({ first }) => first <= frame) ?? sections[0];
  if (!section) throw new RangeError("An edited video has at least one frame.");
  const offset = Math.min(section.count - 1, frame - section.first);
  return { ...section, first: section.first + offset, count: 1, at: section.at + offset * section.step };
}
