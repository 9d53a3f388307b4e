import type { Comment } from "../core/index.ts";

/** Numbers the pins of an image in the order of their creation. */
export function pinNumbers(comments: readonly Comment[], removed: ReadonlySet<string>): Map<string, number> {
  const pinned = comments.filter(({ id, at, parentId }) => typeof at === "object" && at !== null && parentId === null && !removed.has(id));
  return new Map(pinned.map(({ id }, index) => [id, index + 1]));
}
