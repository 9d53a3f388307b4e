import type { Envelope } from "../../platform/events/events.wire.ts";

/** Requests of this process that wait until something of an item has changed. */
export function createEars() {
  const ears = new Map<string, Set<() => void>>();
  const tell = (heard: Iterable<() => void>): void => [...heard].forEach((one) => one());
  const tellAll = (): void => ears.forEach(tell);
  return {
    /** Calls `heard` with every change of this item, until the answered function is called. */
    add(itemId: string, heard: () => void): () => void {
      const all = ears.get(itemId) ?? new Set();
      ears.set(itemId, all.add(heard));
      return () => {
        if (all.delete(heard) && all.size === 0) ears.delete(itemId);
      };
    },
    /** Tells those whom an event may be about. */
    deliver({ event }: Envelope): void {
      if (event.type !== "items") return;
      if (event.itemIds === null) tellAll();
      else for (const itemId of event.itemIds) tell(ears.get(itemId) ?? []);
    },
    /** Everything may have changed while nobody listened. */
    tellAll,
  };
}
