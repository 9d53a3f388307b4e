import type { Envelope } from "../../platform/events/events.wire.ts";

/** Requests of this process that wait until something of an item has changed. */
export function createItemSubscribers() {
  const subscribers = new Map<string, Set<() => void>>();
  const notify = (heard: Iterable<() => void>): void => [...heard].forEach((one) => one());
  const notifyAll = (): void => subscribers.forEach(notify);
  return {
    /** Calls `heard` with every change of this item, until the answered function is called. */
    add(itemId: string, heard: () => void): () => void {
      const all = subscribers.get(itemId) ?? new Set();
      subscribers.set(itemId, all.add(heard));
      return () => {
        if (all.delete(heard) && all.size === 0) subscribers.delete(itemId);
      };
    },
    /** Tells those whom an event may be about. */
    deliver({ event }: Envelope): void {
      if (event.type !== "items") return;
      if (event.itemIds === null) notifyAll();
      else for (const itemId of event.itemIds) notify(subscribers.get(itemId) ?? []);
    },
    /** Everything may have changed while nobody listened. */
    notifyAll,
  };
}
