import type { LiveEvent } from "@stillreel/contract";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import type { ItemPlace } from "./live.repo.ts";
import type { Envelope } from "../../platform/events/events.wire.ts";

/** An event that is about a space. */
export type SpaceEvent = Extract<LiveEvent, { workspaceId: string }>;

/** The items that an event names. */
export function namedIn(event: Envelope["event"]): readonly string[] {
  if (event.type === "items") return event.itemIds ?? [];
  return event.type === "comments" || event.type === "engagement" ? [event.itemId] : [];
}

/**
 * What a member whom entries may bind hears of an event: the items that they may read are named, others never are. What is gone, or
 * went to where they may not see it, they are told of without a name, as it may have stood on their page.
 * @param places where the items lie by now
 */
export function visibleEvents(
  rights: Pick<SpaceRights, "onItem" | "hidden">,
  { event, hasMoved = false }: { event: SpaceEvent; hasMoved?: boolean | undefined },
  places: ReadonlyMap<string, ItemPlace>,
): SpaceEvent[] {
  const { workspaceId, origin } = event;
  // A folder that went elsewhere took along what is in it: out of what they may read, or into it.
  if (event.type === "folders" && rights.hidden !== null) return [event, { type: "items", workspaceId, itemIds: null, origin }];
  const named = namedIn(event);
  if (named.length === 0) return [event];
  const there = named.filter((id) => places.get(id)?.workspaceId === workspaceId);
  const readable = there.filter((id) => rights.onItem(id, places.get(id)?.folderId ?? null).read);
  if (event.type !== "items") return readable.length > 0 ? [event] : [];
  if (readable.length === named.length) return [event];
  const isTold = there.length < named.length || hasMoved;
  if (isTold) return [{ ...event, itemIds: null }];
  return readable.length > 0 ? [{ ...event, itemIds: readable }] : [];
}
