import type { TimelineChange, TimelineFollower } from "../../platform/ports/timeline.port.ts";
import * as repo from "./comments.repo.ts";

/** Returns a comment after a change of the video. One on a removed part is at the nearest place. Its position in the source is retained. */
export function followComment({ id, at, source, isCut: wasCut }: repo.TimedComment, change: TimelineChange): repo.TimedComment {
  const { itemId, at: sourceAt } = source ?? change.sourceOf(at);
  const { time, isCut } = change.shownAt({ itemId, at: sourceAt });
  return {
    id,
    at: Math.min(change.after, Math.max(0, time)),
    source: { ...(itemId === undefined ? {} : { itemId }), at: sourceAt },
    // Without its position, a comment on a removed part does not get its part back.
    isCut: isCut || (wasCut && source === null),
  };
}

/** Comments with times follow the video. */
export const commentsTimeline: TimelineFollower = {
  async follow(tx, itemId, change) {
    const timed = await repo.lockTimed(tx, itemId);
    if (timed.length > 0)
      await repo.moveTimed(
        tx,
        timed.map((comment) => followComment(comment, change)),
      );
  },
  forget: (tx, itemId) => repo.forgetSources(tx, itemId),
};
