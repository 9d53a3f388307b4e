import { type Decision, ALLOW, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";

/** Facts about comments on one item for a caller with access: as a member or through a link. */
export interface CommentFacts {
  /** Whether the caller may read the item without a link. */
  isReader: boolean;
  /** Whether the caller may change the item. */
  isWriter: boolean;
  /** Whether the link permits comments; null without a link. */
  linkAllows: boolean | null;
}

/** Returns whether the caller may comment. Visitors must sign in, and their link must permit comments. */
export function canComment(actor: Actor, facts: CommentFacts): Decision {
  if (actor.kind !== "user") return deny("sign-in-to-comment");
  return facts.isReader || facts.linkAllows === true ? ALLOW : deny("forbidden");
}

/** Returns whether the caller may edit a comment: their own, while they may comment. */
export function canEditComment(actor: Actor, facts: CommentFacts, authorId: string | null): Decision {
  if (actor.kind !== "user" || actor.id !== authorId) return deny("forbidden");
  return canComment(actor, facts);
}

/** Returns whether the caller may delete a comment: their own, or any on an item that they may change. */
export function canDeleteComment(actor: Actor, facts: CommentFacts, authorId: string | null): Decision {
  if (actor.kind !== "user") return deny("forbidden");
  return facts.isWriter || actor.id === authorId ? ALLOW : deny("forbidden");
}
