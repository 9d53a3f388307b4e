import { type Decision, ALLOW, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";

/** What decides about comments on one item, for one caller who may see it: as a member of its space, or by a link that opens. */
export interface CommentFacts {
  /** The caller may read the item without a link. */
  isReader: boolean;
  /** The caller may change the item. */
  isWriter: boolean;
  /** Whether the link that brought the caller lets them comment; null without a link. */
  linkAllows: boolean | null;
}

/** May the caller say something? Visitors must sign in, and their link must allow it. */
export function canComment(actor: Actor, facts: CommentFacts): Decision {
  if (actor.kind !== "user") return deny("sign-in-to-comment");
  return facts.isReader || facts.linkAllows === true ? ALLOW : deny("forbidden");
}

/** May the caller change this comment? Their own, while they may comment at all. */
export function canEditComment(actor: Actor, facts: CommentFacts, authorId: string | null): Decision {
  if (actor.kind !== "user" || actor.id !== authorId) return deny("forbidden");
  return canComment(actor, facts);
}

/** May the caller delete this comment? Their own, or any on an item that they may change. */
export function canDeleteComment(actor: Actor, facts: CommentFacts, authorId: string | null): Decision {
  if (actor.kind !== "user") return deny("forbidden");
  return facts.isWriter || actor.id === authorId ? ALLOW : deny("forbidden");
}
