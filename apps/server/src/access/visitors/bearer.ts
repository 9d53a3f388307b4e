import type { Actor, UserActor } from "../../platform/http/actor.ts";

const BY_LINK = "share-";

/** Who was given an address of media, and by which link; null where they had a right of their own. */
export interface Bearer {
  actor: Actor;
  slug: string | null;
}

/** By what an address of media names whom it was made for, where a link brought them. */
export const bearerId = (slug: string, actor: Actor): string =>
  actor.kind === "user" ? `${actor.id} ${BY_LINK}${slug}` : `${BY_LINK}${slug}`;

/** Somebody as far as rights to items need to know, from their id alone: what was begun for them goes on, or not. */
function personOf(id: string): UserActor {
  return { kind: "user", id, role: "user", sessionId: "", authenticatedAt: new Date(0), personalWorkspaceId: "" };
}

/** Reads {@link bearerId} back; an id alone is somebody's who had a right of their own. */
export function bearerOf(callerId: string): Bearer {
  const [, id = "", slug = null] = /^([^ ]*?) ?(?:share-([A-Za-z0-9_-]+))?$/u.exec(callerId) ?? [];
  const isUser = id !== "" && id !== "anonymous" && id !== "system";
  return { actor: isUser ? personOf(id) : { kind: "anonymous" }, slug };
}
