import type { Envelope } from "../../platform/events/events.wire.ts";

/** Creates the registry of requests in this process that wait for a change of an item. */
export function createItemSubscribers() {
  const subscribers = new Map<string, Set<() => void>>();
  const notify = (subscriber: Iterable<() => void>): void => [...subscriber].forEach((one) => one());
  const notifyAll = (): void => subscribers.forEach(notify);
  return {
    /** Calls `heard` with every change of this item until the returned function is called. */
    add(itemId: string, subscriber: () => void): () => void {
      const all = subscribers.get(itemId) ?? new Set();
      subscribers.set(itemId, all.add(subscriber));
      return () => {
        if (all.delete(subscriber) && all.size === 0) subscribers.delete(itemId);
      };
    },
    /** Notifies the waiters that an event may concern. */
    deliver({ event }: Envelope): void {
      if (event.type !== "items") return;
      if (event.itemIds === null) notifyAll();
      else for (const itemId of event.itemIds) notify(subscribers.get(itemId) ?? []);
    },
    /** Notifies all waiters, because changes may have been missed. */
    notifyAll,
  };
}
