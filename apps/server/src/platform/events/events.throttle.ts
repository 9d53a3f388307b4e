import type { DomainEvent } from "./events.wire.ts";

/** Minimum interval between engagement events (such as likes and views) of one item. */
const ENGAGEMENT_MS = 1_000;
/** Minimum interval between events of one notification, which collects many events of the same kind. */
const NOTIFICATION_MS = 60_000;

type Publish = (event: DomainEvent, origin: string | null) => void;

interface Throttled {
  key: string;
  everyMs: number;
}

/** Returns the subject of an event and the interval of its events. Null for events that are sent immediately. */
function throttled(event: DomainEvent): Throttled | null {
  if (event.type === "engagement") return { key: `${event.type} ${event.itemId}`, everyMs: ENGAGEMENT_MS };
  if (event.type === "notifications" && event.notificationId !== null)
    return { key: `${event.type} ${event.notificationId}`, everyMs: NOTIFICATION_MS };
  return null;
}

/**
 * Throttles events that many users can cause: engagement per item, and notifications per notification. The first is published
 * immediately, later ones once per interval. A delayed event has no origin, because it may have several causes.
 */
export function throttleEvents(publish: Publish): Publish {
  /** Subjects with a recent event. True means that another event is pending. */
  const recent = new Map<string, boolean>();

  function rest(event: DomainEvent, { key, everyMs }: Throttled): void {
    const timer = setTimeout(() => {
      const isDue = recent.get(key) === true;
      recent.delete(key);
      if (!isDue) return;
      publish(event, null);
      recent.set(key, false);
      rest(event, { key, everyMs });
    }, everyMs);
    timer.unref();
  }

  return (event, origin) => {
    const subject = throttled(event);
    if (subject === null) return publish(event, origin);
    if (recent.has(subject.key)) {
      recent.set(subject.key, true);
      return;
    }
    publish(event, origin);
    recent.set(subject.key, false);
    rest(event, subject);
  };
}
