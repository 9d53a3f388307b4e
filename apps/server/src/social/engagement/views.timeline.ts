import { VIEW_BUCKETS } from "@stillreel/contract";
import type { TimelineChange, TimelineFollower } from "../../platform/ports/timeline.port.ts";
import * as repo from "./views.repo.ts";

/** Returns which hundredth before a change each hundredth after it shows; null for parts that were not shown before. */
export function bucketsOf(change: TimelineChange): (number | null)[] {
  return Array.from({ length: VIEW_BUCKETS }, (_, bucket) => {
    const earlier = change.earlierOf(((bucket + 0.5) * change.after) / VIEW_BUCKETS);
    return earlier === null ? null : Math.min(VIEW_BUCKETS - 1, Math.floor((earlier * VIEW_BUCKETS) / Math.max(1e-9, change.before)));
  });
}

/** The watched parts of a video follow it. Numbers of views and their seconds stay unchanged. */
export const viewsTimeline: TimelineFollower = {
  follow: (tx, itemId, change) => repo.moveCoverage(tx, itemId, bucketsOf(change)),
};
