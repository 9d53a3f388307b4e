import { invalid } from "../../platform/http/app-error.ts";
import type { CommentFacts } from "../../access/policies/comments.policy.ts";
import type { VisitedItem } from "../../library/visits/index.ts";
import type { CommentAt } from "./comments.repo.ts";

/** Maximum difference between a player's clock and the probed length, in seconds. */
const END_SLACK_S = 1;

/** Returns the facts that decide about comment permissions on this item. */
export const factsOf = ({ permission, linkAllowsComments }: Pick<VisitedItem, "permission" | "linkAllowsComments">): CommentFacts => ({
  isReader: permission.read,
  isWriter: permission.write,
  linkAllows: linkAllowsComments,
});

/**
 * Checks a comment position: a point in a picture, or a time before the end of a video.
 * @throws AppError `validation-failed`
 */
export function assertAt(visited: Pick<VisitedItem, "type" | "durationS">, at: CommentAt | null): void {
  if (at === null) return;
  if (visited.type === "image" && typeof at === "number") throw invalid("at", "On an image, give a point: { x, y } from 0 to 1.");
  if (visited.type === "video" && typeof at !== "number") throw invalid("at", "On a video, give seconds.");
  if (typeof at === "number" && visited.durationS !== null && at > visited.durationS + END_SLACK_S)
    throw invalid("at", "The video is not that long.");
}

interface Answer {
  id: string;
  parentId: string | null;
}

/** Returns the top-level comment of a reply chain, as far as it can be followed. A cycle ends where it started. */
export function topOf(comment: Answer, byId: ReadonlyMap<string, Answer>): string | null {
  const seen = new Set<string>();
  let top = comment;
  while (top.parentId !== null) {
    if (seen.has(top.id)) return null;
    seen.add(top.id);
    const above = byId.get(top.parentId);
    if (!above) break;
    top = above;
  }
  return top.id;
}
