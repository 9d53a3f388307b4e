import type { Happening } from "./events.wire.ts";

/** How often the likes, views and the like of one item are told, at most. */
const EVERY_MS = 1_000;

type Publish = (happening: Happening, origin: string | null) => void;

/**
 * Tells of an item's engagement at once, and then at most once a second however much happens: many may watch one video. What was
 * held back names no cause, as it may have several.
 */
export function paced(publish: Publish, everyMs = EVERY_MS): Publish {
  /** Items that were told of within the last moment; true where more has happened since. */
  const recent = new Map<string, boolean>();

  function rest(happening: Happening & { itemId: string }): void {
    const timer = setTimeout(() => {
      const isDue = recent.get(happening.itemId) === true;
      recent.delete(happening.itemId);
      if (!isDue) return;
      publish(happening, null);
      recent.set(happening.itemId, false);
      rest(happening);
    }, everyMs);
    timer.unref();
  }

  return (happening, origin) => {
    if (happening.type !== "engagement") return publish(happening, origin);
    if (recent.has(happening.itemId)) {
      recent.set(happening.itemId, true);
      return;
    }
    publish(happening, origin);
    recent.set(happening.itemId, false);
    rest(happening);
  };
}
