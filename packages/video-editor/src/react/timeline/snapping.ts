import { timeOf, timelineRanges, timesOf, type VideoEditorState } from "../../core/index.ts";

/** Distance in CSS pixels within which a dragged edge snaps. */
export const SNAP_DISTANCE = 8;

/** Seconds of the timeline that edges snap to: the playhead, cuts, chapters, clicks and the edges of effects. `without`: the dragged effect. */
export function snapTargets({ playhead, timeline, chapters, document, pointer }: VideoEditorState, without: string | null): number[] {
  const targets = [playhead, 0, timeline.duration, ...timeline.segments.map(({ from }) => from)];
  targets.push(...timesOf(timeline, pointer?.clicks.map(([at]) => at) ?? []));
  for (const { at } of chapters) {
    const time = timeOf(timeline, { itemId: undefined, at });
    if (time !== null) targets.push(time);
  }
  for (const { id, itemId, start, end } of document.effects) {
    if (id === without) continue;
    for (const { from, to } of timelineRanges(timeline, itemId, { from: start, to: end })) targets.push(from, to);
  }
  return targets.toSorted((one, other) => one - other);
}

/** Returns the target nearest to a second, or null if none is within the distance. `targets` are in order. */
export function snapped(targets: readonly number[], time: number, distance: number): number | null {
  let low = 0;
  let high = targets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((targets[middle] ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  const near = [targets[low - 1], targets[low]].filter((one) => one !== undefined && Math.abs(one - time) <= distance) as number[];
  return near.toSorted((one, other) => Math.abs(one - time) - Math.abs(other - time))[0] ?? null;
}
