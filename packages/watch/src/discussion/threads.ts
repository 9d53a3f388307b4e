import type { Comment } from "../core/index.ts";

/** The comments of an item as threads. */
export interface Threads {
  /** Comments at a second of the video in order of time, then all others in order of creation. */
  tops: Comment[];
  /** Replies by the id of their parent, in order of creation. */
  answers: Map<string, Comment[]>;
}

/** Groups comments, which are given in order of creation. A reply without a known parent becomes a top-level comment. */
export function threadsOf(comments: readonly Comment[]): Threads {
  const known = new Set(comments.flatMap(({ id, parentId }) => (parentId === null ? [id] : [])));
  const isTop = ({ parentId }: Comment): boolean => parentId === null || !known.has(parentId);
  const answers = Map.groupBy(
    comments.filter((comment) => !isTop(comment)),
    ({ parentId }) => parentId ?? "",
  );
  return { tops: comments.filter(isTop).toSorted((one, other) => byTime(secondOf(one), secondOf(other))), answers };
}

/** Seconds of a comment on a video. Infinity without a time, which is sorted last. */
const secondOf = ({ at }: Comment): number => (typeof at === "number" ? at : Infinity);

/** Two comments without a time keep their order. */
const byTime = (one: number, other: number): number => (one === other ? 0 : one - other);
