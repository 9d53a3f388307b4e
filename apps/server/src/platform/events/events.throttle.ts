import type { DomainEvent } from "./events.wire.ts";

/** Minimum interval between engagement events (such as likes and views) of one item. */
const EVERY_MS = 1_000;

type Publish = (event: DomainEvent, origin: string | null) => void;

/**
 * Throttles engagement events per item. The first is published immediately, later ones at most once per second,
 * because many users may watch one video. A delayed event has no origin, because it may have several causes.
 */
export function throttleEngagement(publish: Publish, everyMs = EVERY_MS): Publish {
  /** Items with a recent event. True means that another event is pending. */
  const recent = new Map<string, boolean>();

  function rest(event: DomainEvent & { itemId: string }): void {
    const timer = setTimeout(() => {
      const isDue = recent.get(event.itemId) === true;
      recent.delete(event.itemId);
      if (!isDue) return;
      publish(event, null);
      recent.set(event.itemId, false);
      rest(event);
    }, everyMs);
    timer.unref();
  }

  return (event, origin) => {
    if (event.type !== "engagement") return publish(event, origin);
    if (recent.has(event.itemId)) {
      recent.set(event.itemId, true);
      return;
    }
    publish(event, origin);
    recent.set(event.itemId, false);
    rest(event);
  };
}
