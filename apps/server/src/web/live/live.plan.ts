import type { LiveEvent } from "@stillreel/contract";
import type { SpaceRights } from "../../access/policies/space-rights.ts";
import type { ItemPlacement } from "./live.repo.ts";
import type { Envelope } from "../../platform/events/events.wire.ts";

/** An event of a workspace. */
export type SpaceEvent = Extract<LiveEvent, { workspaceId: string }>;

/** Returns the ids of the items that an event names. */
export function namedIn(event: Envelope["event"]): readonly string[] {
  if (event.type === "items") return event.itemIds ?? [];
  return event.type === "comments" || event.type === "engagement" ? [event.itemId] : [];
}

/**
 * Returns the events for a member who is subject to rights entries. Only readable items are named. For items that were
 * deleted or moved out of the member's access, the event has no ids, because the member's page may show them.
 * @param itemPlacements current locations of the items
 */
export function visibleEvents(
  rights: Pick<SpaceRights, "onItem" | "hidden">,
  { event, hasMoved = false }: { event: SpaceEvent; hasMoved?: boolean | undefined },
  itemPlacements: ReadonlyMap<string, ItemPlacement>,
): SpaceEvent[] {
  const { workspaceId, origin } = event;
  // A moved folder takes its contents out of the member's access or into it.
  if (event.type === "folders" && rights.hidden !== null) return [event, { type: "items", workspaceId, itemIds: null, origin }];
  const named = namedIn(event);
  if (named.length === 0) return [event];
  const there = named.filter((id) => itemPlacements.get(id)?.workspaceId === workspaceId);
  const readable = there.filter((id) => rights.onItem(id, itemPlacements.get(id)?.folderId ?? null).read);
  if (event.type !== "items") return readable.length > 0 ? [event] : [];
  if (readable.length === named.length) return [event];
  const isReported = there.length < named.length || hasMoved;
  if (isReported) return [{ ...event, itemIds: null }];
  return readable.length > 0 ? [{ ...event, itemIds: readable }] : [];
}
