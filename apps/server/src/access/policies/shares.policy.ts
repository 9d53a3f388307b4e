import { type Decision, ALLOW, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";

/** What decides whether a link opens. `isReader`: the caller may read the item by themselves. */
export interface ShareFacts {
  visibility: "link" | "workspace" | "private";
  revoked: boolean;
  trashed: boolean;
  expiresAt: Date | null;
  hasPassword: boolean;
  unlocked: boolean;
  isReader: boolean;
  /** Has its item not arrived yet, or is it being recorded and not to be watched meanwhile? */
  unfinished: boolean;
  isOwner: boolean;
  /** Have as many seen it as may, the caller not being one of them? */
  spent: boolean;
}

/**
 * May the bearer of the link see what is behind it? Revoked, expired, spent, trashed and private links look like links that never
 * were, and so does what is still being made, but to its owner; only a link that would open asks for its password.
 */
export function canOpen(_actor: Actor, facts: ShareFacts, now: Date): Decision {
  if (facts.revoked || facts.trashed) return deny("not-found");
  if (facts.expiresAt !== null && facts.expiresAt.getTime() <= now.getTime()) return deny("not-found");
  if (facts.visibility !== "link" && !facts.isReader) return deny("not-found");
  if ((facts.unfinished && !facts.isOwner) || facts.spent) return deny("not-found");
  if (facts.hasPassword && !facts.unlocked) return deny("password-required");
  return ALLOW;
}

/** May the bearer take the original with them? A video needs a signed-in visitor (the terms of the link come first). */
export function canDownload(actor: Actor, facts: { allowDownload: boolean; type: "image" | "video" }): Decision {
  if (!facts.allowDownload) return deny("forbidden");
  return facts.type === "video" && actor.kind !== "user" ? deny("sign-in-to-download") : ALLOW;
}
