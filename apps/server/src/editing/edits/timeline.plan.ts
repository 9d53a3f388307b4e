import type { EditDocument } from "@stillreel/contract";
import {
  outputPosition,
  outputRanges,
  outputTimes,
  sourceAt,
  speedOf,
  timeMapOf,
  type TimeMap,
  wholeVideo,
} from "@stillreel/video-editor/core";
import type { SourceRange, TimelineChange } from "../../platform/ports/timeline.port.ts";

/** Ends shorter than this many seconds are rounding errors. */
const ROUNDING_S = 1e-6;

/** Returns the parts of sources that an edited video shows in a range. */
function sourcesOf({ clips }: TimeMap, { from, to }: { from: number; to: number }): SourceRange[] {
  return clips.flatMap((placed) => {
    const [start, end] = [Math.max(from, placed.from), Math.min(to, placed.to)];
    if (end - start <= ROUNDING_S) return [];
    const at = (time: number): number => placed.clip.start + (time - placed.from) * speedOf(placed.clip);
    return [{ itemId: placed.clip.itemId, from: at(start), to: at(end) }];
  });
}

/**
 * Returns the change of times from one version of a video to another.
 * @param before the document of the version that was shown; null for the unedited video
 * @param durationS length of the unedited video
 */
export function timelineChange(before: EditDocument | null, after: EditDocument | null, durationS: number): TimelineChange {
  const [old, next] = [before, after].map((document) => timeMapOf(document ?? wholeVideo(durationS))) as [TimeMap, TimeMap];
  return {
    before: old.duration,
    after: next.duration,
    unedited: durationS,
    sourceOf: (time) => {
      const { itemId, at } = sourceAt(old, time);
      return { itemId, at };
    },
    sourcesOf: (range) => sourcesOf(old, range),
    shownAt: ({ itemId, at }) => outputPosition(next, { itemId, at }),
    rangesOf: ({ itemId, from, to }) => outputRanges(next, itemId, { from, to }),
    earlierOf: (time) => {
      const { itemId, at } = sourceAt(next, time);
      return outputTimes(old, { itemId, at })[0] ?? null;
    },
  };
}

/** A time before the end of a video at which its last frame is shown, in seconds from the end. */
const LAST_FRAME_S = 0.002;

/**
 * Returns at which second one version of a video shows what another one shows at a time; null when that is cut away. Unlike the change of
 * times, the end of a clip is not a part of it: a frame is what follows.
 * @param from the version of the time, to: the other one; null for the unedited video
 * @param durationS length of the unedited video
 */
export function frameTime(
  { from, to }: { from: EditDocument | null; to: EditDocument | null },
  at: number,
  durationS: number,
): number | null {
  const [old, next] = [from, to].map((document) => timeMapOf(document ?? wholeVideo(durationS))) as [TimeMap, TimeMap];
  const { itemId, at: sourceTime } = sourceAt(old, Math.min(at, old.duration - LAST_FRAME_S));
  return outputTimes(next, { itemId, at: sourceTime })[0] ?? null;
}
