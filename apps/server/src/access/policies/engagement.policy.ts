import { type Decision, ALLOW, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { CommentFacts } from "./comments.policy.ts";

/** Returns whether a reader may like an item: every signed-in user. */
export function canLike(actor: Actor): Decision {
  return actor.kind === "user" ? ALLOW : deny("sign-in-to-like");
}

/** Returns whether the caller may react to a comment: everyone who may comment. */
export function canReact(actor: Actor, facts: CommentFacts): Decision {
  if (actor.kind !== "user") return deny("sign-in-to-like");
  return facts.isReader || facts.linkAllows === true ? ALLOW : deny("forbidden");
}

/** Returns whether a visit counts as a view: visits of the owner never do. */
export function countsAsView(actor: Actor, ownerId: string | null): boolean {
  return actor.kind !== "user" || actor.id !== ownerId;
}
