import { API_BASE, type LiveEvent } from "@stillreel/contract";
import { CLIENT_ID } from "./api.ts";

/** Asking again this often where there is no stream. */
const POLL_MS = 20_000;

/** What may have changed: who said something, or the item and what is counted of it. */
export type Change = "comments" | "item";

/** Hears of changes of the item behind a link: by the server's stream, or by looking again now and then where it has none for us. */
export function followLink(slug: string, changed: (change: Change) => void): () => void {
  const source = new EventSource(`${API_BASE}/events?share=${encodeURIComponent(slug)}`);
  let poll: ReturnType<typeof setInterval> | undefined;
  let isFirst = true;
  source.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as LiveEvent;
    if ("origin" in event && event.origin === CLIENT_ID) return;
    if (event.type === "comments") changed("comments");
    else if (event.type === "engagement" || event.type === "items") changed("item");
    // The first word of a stream says that whatever is known may be old; the page is as new as that.
    else if (event.type === "reset" && !isFirst) {
      changed("comments");
      changed("item");
    }
    isFirst = false;
  });
  source.addEventListener("error", () => {
    // Closed for good: a server without a stream for visitors.
    if (source.readyState !== EventSource.CLOSED || poll !== undefined) return;
    poll = setInterval(() => {
      if (document.visibilityState === "hidden") return;
      changed("comments");
      changed("item");
    }, POLL_MS);
  });
  return () => {
    source.close();
    clearInterval(poll);
  };
}
