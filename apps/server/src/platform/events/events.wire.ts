import type { LiveEvent } from "@stillreel/contract";

/** Database channel on which all processes of an installation exchange events. */
export const CHANNEL = "stillreel_events";
/** Maximum payload size in bytes. PostgreSQL refuses payloads of 8,000 bytes and more. */
const PAYLOAD_MAX_BYTES = 7_900;
/** Maximum number of item ids in an event. Larger changes have no ids. */
export const NAMED_MAX = 100;

/**
 * An event as services publish it. Its origin is taken from the current request. `hasMoved` means that the items were
 * in another location before. A member who may not read the new location gets an event without ids. `workspace` covers
 * all changes of permissions, and removals from a workspace. `sessions` means that sessions of the user ended; only servers receive it.
 * `notificationId` is the notification that grew, null for changes by the user.
 */
export type DomainEvent =
  | { type: "items"; workspaceId: string; itemIds: readonly string[] | null; hasMoved?: boolean }
  | { type: "folders" | "workspace"; workspaceId: string }
  | { type: "comments" | "engagement"; workspaceId: string; itemId: string }
  | { type: "transfers"; userId: string }
  | { type: "sessions"; userId: string }
  | { type: "notifications"; userId: string; notificationId: string | null };

/** An event, with its only recipient if it is not for the whole workspace. */
export interface Envelope {
  event: Exclude<LiveEvent, { type: "reset" }>;
  userId?: string;
  /** Whether the items of the event were in another location before. */
  hasMoved?: true;
}

/** Notice for the servers that sessions of a user ended. Browsers do not receive it. */
export interface SessionsEnded {
  endedFor: string;
}

/** A message between the servers about a topic of one module. Browsers do not receive it. */
export interface ServerMessage {
  topic: string;
  body: unknown;
}

/** What a payload contains. */
export type Notice = Envelope | SessionsEnded | ServerMessage;

/** Collected events of a short interval, without duplicates. */
export interface Gathering {
  add(event: DomainEvent, origin: string | null): void;
  /** Removes all events and returns them as payloads that each fit into one notification. */
  take(): string[];
}

/** Collects events. Many changes at the same time become one hint. */
export function gather(): Gathering {
  const plain = new Map<string, Envelope | SessionsEnded>();
  const items = new Map<string, { workspaceId: string; origin: string | null; ids: Set<string> | null; hasMoved: boolean }>();
  return {
    add(event, origin) {
      if (event.type === "items") {
        const key = `${event.workspaceId} ${origin ?? ""}`;
        const entry = items.get(key) ?? { workspaceId: event.workspaceId, origin, ids: new Set<string>(), hasMoved: false };
        entry.hasMoved ||= event.hasMoved === true;
        if (event.itemIds === null || event.itemIds.length > NAMED_MAX) entry.ids = null;
        for (const id of entry.ids ? (event.itemIds ?? []) : []) entry.ids?.add(id);
        if (entry.ids && entry.ids.size > NAMED_MAX) entry.ids = null;
        items.set(key, entry);
      } else if (event.type === "sessions") {
        plain.set(`sessions ${event.userId}`, { endedFor: event.userId });
      } else if (event.type === "transfers" || event.type === "notifications") {
        const { type, userId } = event;
        plain.set(`${type} ${userId} ${origin ?? ""}`, { event: { type, origin }, userId });
      } else {
        const itemId = "itemId" in event ? event.itemId : "";
        plain.set(`${event.type} ${event.workspaceId} ${itemId} ${origin ?? ""}`, { event: { ...event, origin } });
      }
    },
    take() {
      const envelopes: (Envelope | SessionsEnded)[] = [...plain.values()];
      for (const { workspaceId, origin, ids, hasMoved } of items.values())
        envelopes.push({ event: { type: "items", workspaceId, itemIds: ids && [...ids], origin }, ...(hasMoved ? { hasMoved } : {}) });
      plain.clear();
      items.clear();
      return pack(envelopes.map((envelope) => JSON.stringify(envelope)));
    },
  };
}

/** Packs JSON texts into JSON arrays of limited size. Each text is far smaller than the limit. */
export function pack(texts: readonly string[]): string[] {
  const payloads: string[] = [];
  let open: string[] = [];
  let bytes = 2;
  for (const text of texts) {
    const size = Buffer.byteLength(text) + 1;
    if (open.length > 0 && bytes + size > PAYLOAD_MAX_BYTES) {
      payloads.push(`[${open.join(",")}]`);
      open = [];
      bytes = 2;
    }
    open.push(text);
    bytes += size;
  }
  if (open.length > 0) payloads.push(`[${open.join(",")}]`);
  return payloads;
}

/** Parses the envelopes of a payload. Other data on the channel is ignored. */
export function unpack(payload: string): Notice[] {
  try {
    const parsed: unknown = JSON.parse(payload);
    return Array.isArray(parsed) ? (parsed as Notice[]) : [];
  } catch {
    return [];
  }
}
