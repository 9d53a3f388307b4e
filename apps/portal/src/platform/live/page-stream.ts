import { documentCursor, isApiError } from "@stillreel/client";
import { getUserData } from "@stillreel/contract";
import { client, clientId } from "../api.ts";
import { dispatchLiveEvent } from "./live-events.ts";
import { createLiveStream } from "./live-stream.ts";

const EVENTS_URL = "/api/v1/events";

/** Returns the address of the stream, with what the page already knows: everything until its document was sent, and its own changes. */
function eventsUrl(): string {
  const cursor = documentCursor();
  return cursor ? `${EVENTS_URL}?${new URLSearchParams({ since: cursor, origin: clientId }).toString()}` : EVENTS_URL;
}

/** Runs the page's stream until its session ends. */
export function runPageStream(onOver: () => void): void {
  const stream = createLiveStream({
    open: () => new EventSource(eventsUrl()),
    isSignedIn: async () => {
      try {
        await client.call(getUserData);
        return true;
      } catch (error) {
        return !isApiError(error, "unauthenticated");
      }
    },
    origin: clientId,
    notify: dispatchLiveEvent,
    onOver: () => {
      document.removeEventListener("visibilitychange", checkVisibility);
      window.removeEventListener("online", retryNow);
      onOver();
    },
    random: () => Math.random(),
  });
  const checkVisibility = (): void => stream.show(!document.hidden);
  const retryNow = (): void => stream.retryNow();
  document.addEventListener("visibilitychange", checkVisibility);
  window.addEventListener("online", retryNow);
  checkVisibility();
}
