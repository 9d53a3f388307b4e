import type { Actor, UserActor } from "../../platform/http/actor.ts";

const BY_LINK = "share-";

/** The recipient of a media address and the link that was used; null when they have their own permission. */
export interface Bearer {
  actor: Actor;
  slug: string | null;
}

/** Returns the caller id of a media address that was created through a link. */
export const bearerId = (slug: string, actor: Actor): string =>
  actor.kind === "user" ? `${actor.id} ${BY_LINK}${slug}` : `${BY_LINK}${slug}`;

/** Returns a user actor by id, for checking permissions of work that was started for the user. */
function personOf(id: string): UserActor {
  return { kind: "user", id, role: "user", sessionId: "", authenticatedAt: new Date(0), personalWorkspaceId: "" };
}

/** Parses the result of {@link bearerId}; a plain id belongs to a user with their own permission. */
export function bearerOf(callerId: string): Bearer {
  const [, id = "", slug = null] = /^([^ ]*?) ?(?:share-([A-Za-z0-9_-]+))?$/u.exec(callerId) ?? [];
  const isUser = id !== "" && id !== "anonymous" && id !== "system";
  return { actor: isUser ? personOf(id) : { kind: "anonymous" }, slug };
}
