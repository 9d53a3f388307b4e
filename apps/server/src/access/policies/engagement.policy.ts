import { type Decision, ALLOW, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { CommentFacts } from "./comments.policy.ts";

/** May somebody who sees an item like it? Whoever is signed in. */
export function canLike(actor: Actor): Decision {
  return actor.kind === "user" ? ALLOW : deny("sign-in-to-like");
}

/** May the caller react to a comment on an item that they may see? Whoever may comment there. */
export function canReact(actor: Actor, facts: CommentFacts): Decision {
  if (actor.kind !== "user") return deny("sign-in-to-like");
  return facts.isReader || facts.linkAllows === true ? ALLOW : deny("forbidden");
}

/** Does a visit of this caller count as a view? Its owner's do not, however they come. */
export function countsAsView(actor: Actor, ownerId: string | null): boolean {
  return actor.kind !== "user" || actor.id !== ownerId;
}
