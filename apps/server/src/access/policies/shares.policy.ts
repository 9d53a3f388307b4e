import type { ItemType } from "@stillreel/contract";
import { type Decision, ALLOW, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { canRead, canWrite, type Permission, type SpaceFacts } from "./items.policy.ts";

/** Facts about opening a link. `isReader`: the caller may read the item without it. */
export interface ShareFacts {
  visibility: "link" | "workspace" | "private";
  revoked: boolean;
  /** Whether an administrator removed the link. */
  takenDown: boolean;
  trashed: boolean;
  expiresAt: Date | null;
  hasPassword: boolean;
  unlocked: boolean;
  isReader: boolean;
  /** Whether its item has not arrived, or is being recorded without live access. */
  unfinished: boolean;
  isOwner: boolean;
  /** Whether the caller got access by name after asking for it: the settings of the link do not apply to them. */
  isGuest?: boolean;
  /** Whether the view limit is reached and the caller was not admitted before. */
  spent: boolean;
}

/**
 * Returns whether a link opens for its bearer. Revoked, expired, exhausted, trashed, private and unfinished links do not exist, except
 * for the owner; only a link that would open asks for its password. A link that an administrator removed says so to everyone for whom it
 * would exist.
 */
export function canOpen(_actor: Actor, facts: ShareFacts, now: Date): Decision {
  if (facts.revoked || facts.trashed) return deny("not-found");
  if (facts.isGuest === true) return facts.takenDown ? deny("link-removed") : facts.unfinished ? deny("not-found") : ALLOW;
  if (facts.expiresAt !== null && facts.expiresAt.getTime() <= now.getTime()) return deny("not-found");
  if (facts.visibility !== "link" && !facts.isReader) return deny("not-found");
  if (facts.takenDown) return deny("link-removed");
  if ((facts.unfinished && !facts.isOwner) || facts.spent) return deny("not-found");
  if (facts.hasPassword && !facts.unlocked) return deny("password-required");
  return ALLOW;
}

/** Returns whether the bearer may download the original. A video needs a signed-in visitor (after the link's own settings). */
export function canDownload(actor: Actor, facts: { allowDownload: boolean; type: ItemType }): Decision {
  if (!facts.allowDownload) return deny("forbidden");
  return facts.type === "video" && actor.kind !== "user" ? deny("sign-in-to-download") : ALLOW;
}

/**
 * Returns whether the caller may mail the link of an item: users who may create one, and readers while there is one, because they can
 * already copy it.
 */
export function canMail(actor: Actor, facts: SpaceFacts & { grant?: Permission | null; hasLink: boolean }): Decision {
  const read = canRead(actor, facts);
  return read.ok && facts.hasLink ? ALLOW : canWrite(actor, facts);
}
