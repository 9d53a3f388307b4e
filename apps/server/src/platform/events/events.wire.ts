import type { LiveEvent } from "@stillreel/contract";

/** Channel of the database on which all processes of an installation tell one another. */
export const CHANNEL = "stillreel_events";
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const PAYLOAD_MAX_BYTES = 7_900;
/** More items than this are not named one by one. */
export const NAMED_MAX = 100;

/**
 * What happened, as services tell it. Who caused it is known from the request under way. `hasMoved` says that these items lay elsewhere
 * before: whoever may not read where they are now is told, without their names, that something went. `workspace` is for all that decides
 * who may do what, and for whoever is taken out of a workspace by it.
 */
export type DomainEvent =
  | { type: "items"; workspaceId: string; itemIds: readonly string[] | null; hasMoved?: boolean }
  | { type: "folders" | "workspace"; workspaceId: string }
  | { type: "comments" | "engagement"; workspaceId: string; itemId: string }
  | { type: "transfers"; userId: string };

/** An event, and the one person whom it is for, where that is not everybody in its space. */
export interface Envelope {
  event: Exclude<LiveEvent, { type: "reset" }>;
  userId?: string;
  /** The items of the event lay elsewhere before. */
  hasMoved?: true;
}

/** Things that happened within a moment; the same thing twice is one. */
export interface Gathering {
  add(event: DomainEvent, origin: string | null): void;
  /** Takes everything out as payloads that each fit into one notification. */
  take(): string[];
}

/** Collects events. What many touched at once becomes one hint. */
export function gather(): Gathering {
  const plain = new Map<string, Envelope>();
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
      } else if (event.type === "transfers") {
        plain.set(`transfers ${event.userId} ${origin ?? ""}`, { event: { type: "transfers", origin }, userId: event.userId });
      } else {
        const itemId = "itemId" in event ? event.itemId : "";
        plain.set(`${event.type} ${event.workspaceId} ${itemId} ${origin ?? ""}`, { event: { ...event, origin } });
      }
    },
    take() {
      const envelopes: Envelope[] = [...plain.values()];
      for (const { workspaceId, origin, ids, hasMoved } of items.values())
        envelopes.push({ event: { type: "items", workspaceId, itemIds: ids && [...ids], origin }, ...(hasMoved ? { hasMoved } : {}) });
      plain.clear();
      items.clear();
      return pack(envelopes.map((envelope) => JSON.stringify(envelope)));
    },
  };
}

/** Packs JSON texts into JSON arrays of bounded size. Each text alone is far below the bound. */
function pack(texts: readonly string[]): string[] {
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

/** The envelopes of a payload that a process of ours told. Whatever else is said on the channel is nothing. */
export function unpack(payload: string): Envelope[] {
  try {
    const told: unknown = JSON.parse(payload);
    return Array.isArray(told) ? (told as Envelope[]) : [];
  } catch {
    return [];
  }
}
