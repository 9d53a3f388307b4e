import { documentCursor } from "@stillreel/client";
import { API_BASE, type LiveEvent } from "@stillreel/contract";
import { CLIENT_ID } from "./api.ts";
import type { PageData } from "./page-data.ts";

/** Poll interval without an event stream. */
const POLL_MS = 20_000;

/** Part of the page that may have changed: the comments, or the item with its counters. */
export type Change = "comments" | "item";

/** Subscribes to changes of the item behind a link: by event stream, or by polling when the server provides none. */
export function followLink({ slug, itemId }: Pick<PageData, "slug" | "itemId">, changed: (change: Change) => void): () => void {
  const cursor = documentCursor();
  const query = new URLSearchParams({ share: slug, item: itemId, ...(cursor && { since: cursor, origin: CLIENT_ID }) });
  const source = new EventSource(`${API_BASE}/events?${query.toString()}`);
  let poll: ReturnType<typeof setInterval> | undefined;
  // Without a cursor each stream begins with a reset. The page counts as current then, because its document is new.
  let isFirst = cursor === undefined;
  source.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as LiveEvent;
    if ("origin" in event && event.origin === CLIENT_ID) return;
    if (event.type === "comments") changed("comments");
    else if (event.type === "engagement" || event.type === "items") changed("item");
    else if (event.type === "reset" && !isFirst) {
      changed("comments");
      changed("item");
    }
    isFirst = false;
  });
  source.addEventListener("error", () => {
    // Closed permanently: a server without a stream for visitors.
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
