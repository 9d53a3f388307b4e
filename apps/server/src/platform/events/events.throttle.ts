import type { DomainEvent } from "./events.wire.ts";

/** How often the likes, views and the like of one item are told, at most. */
const EVERY_MS = 1_000;

type Publish = (event: DomainEvent, origin: string | null) => void;

/**
 * Tells of an item's engagement at once, and then at most once a second however much happens: many may watch one video. What was
 * held back names no cause, as it may have several.
 */
export function throttleEngagement(publish: Publish, everyMs = EVERY_MS): Publish {
  /** Items that were told of within the last moment; true where more has happened since. */
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
