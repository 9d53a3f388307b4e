import { createListener, type Listener } from "../db/listen.ts";
import type { Ports } from "../ports/index.ts";
import { createPublisher } from "./events.publisher.ts";
import { createRelay } from "./events.relay.ts";
import { CHANNEL, type DomainEvent, type Envelope, unpack } from "./events.wire.ts";

export { originHook } from "./events.origin.ts";
export type { DomainEvent, Envelope } from "./events.wire.ts";

/** Receives what every process of the installation publishes. */
export interface Subscriber {
  onEvent(envelope: Envelope): void;
  /** Sessions of the user ended. */
  onSessionsEnded(userId: string): void;
  /** Events may have been missed: everything may have changed. */
  onGap(): void;
  /** A message of {@link Events.relay}, also those of this process. */
  onMessage?(topic: string, body: unknown): void;
}

/** The bus of domain events between all processes of an installation. */
export interface Events {
  /** Publishes an event to the subscribers of all processes. Called after the change was committed; never throws. */
  publish(event: DomainEvent): void;
  /**
   * Sends a message to the subscribers of all processes, with those of a few milliseconds in one notification. It may be lost, so it carries
   * no state. Its JSON is far smaller than a notification.
   */
  relay(topic: string, body: unknown): void;
  /** Sends what was collected without waiting. */
  flush(): Promise<void>;
  /** Registers a subscriber. Nothing arrives before the returned listener was started. */
  subscribe(subscriber: Subscriber): Listener;
}

/** Creates the bus. It sends by NOTIFY and receives by LISTEN. */
export function createEvents({ pool, log }: Pick<Ports, "pool" | "log">): Events {
  return {
    ...createPublisher({ pool, log }),
    ...createRelay({ pool, log }),
    subscribe: ({ onEvent, onSessionsEnded, onGap, onMessage }) =>
      createListener(pool, CHANNEL, log, {
        onMessage: (payload) => {
          for (const notice of unpack(payload)) {
            if ("endedFor" in notice) onSessionsEnded(notice.endedFor);
            else if ("topic" in notice) onMessage?.(notice.topic, notice.body);
            else onEvent(notice);
          }
        },
        onGap,
      }),
  };
}
