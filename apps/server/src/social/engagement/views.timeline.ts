import { VIEW_BUCKETS } from "@stillreel/contract";
import type { TimelineChange, TimelineFollower } from "../../platform/ports/timeline.port.ts";
import * as repo from "./views.repo.ts";

const NUMBERS = Array.from({ length: VIEW_BUCKETS }, (_, bucket) => bucket);
/** Part of a video of some length that a hundredth of it shows, and the second in its middle. */
const partOf = (bucket: number, length: number) => ({ from: (bucket * length) / VIEW_BUCKETS, to: ((bucket + 1) * length) / VIEW_BUCKETS });
const middleOf = (bucket: number, length: number): number => ((bucket + 0.5) * length) / VIEW_BUCKETS;

const bucketOf = (second: number, length: number): number =>
  Math.min(VIEW_BUCKETS - 1, Math.floor((second * VIEW_BUCKETS) / Math.max(1e-9, length)));

/**
 * Returns how watched hundredths follow a change. `source` names for each hundredth of the unedited video the one that showed its middle
 * before the change, and `known` the one whose state that got from the last change: rounding is not watching. `shown` names for each
 * hundredth after the change where its middle was watched: in the unedited video, or, for a joined item, in the video before. Null: nowhere.
 */
export function coverageMoves(change: TimelineChange): {
  source: repo.BucketMap;
  known: repo.BucketMap;
  shown: readonly { source: number | null; before: number | null }[];
} {
  const shownBefore = NUMBERS.map((bucket) => change.sourcesOf(partOf(bucket, change.before)));
  const shownAfter = NUMBERS.map((bucket) => change.rangesOf(partOf(bucket, change.unedited)));
  const source = NUMBERS.map((bucket) => {
    const at = middleOf(bucket, change.unedited);
    const index = shownBefore.findIndex((parts) => parts.some(({ itemId, from, to }) => itemId === undefined && at >= from && at < to));
    return index === -1 ? null : index;
  });
  return {
    source,
    known: source.map((bucket) => {
      if (bucket === null) return null;
      const { itemId, at } = change.sourceOf(middleOf(bucket, change.before));
      return itemId === undefined ? bucketOf(at, change.unedited) : null;
    }),
    shown: NUMBERS.map((bucket) => {
      const at = middleOf(bucket, change.after);
      const index = shownAfter.findIndex((ranges) => ranges.some(({ from, to }) => at >= from && at < to));
      const earlier = index === -1 ? change.earlierOf(at) : null;
      return { source: index === -1 ? null : index, before: earlier === null ? null : bucketOf(earlier, change.before) };
    }),
  };
}

/**
 * The watched parts of a video follow it. What was watched of removed parts is stored, so that it comes back with them. Numbers of views and
 * their seconds stay unchanged.
 */
export const viewsTimeline: TimelineFollower = {
  follow: (tx, itemId, change) => repo.moveCoverage(tx, itemId, coverageMoves(change)),
  forget: (tx, itemId) => repo.forgetSourceCoverage(tx, itemId),
};
