import { createClient } from "@stillreel/client";
import { API_BASE, CLIENT_ID_HEADER, getPlayback, getShared, getUserData, recordView } from "@stillreel/contract";
import type { Memory, Playback, Viewer, Visit } from "@stillreel/watch/core";
import type { PageData } from "./page-data.ts";

/** Id of this tab, so that it ignores events of changes that it made. */
export const CLIENT_ID = crypto.randomUUID();

export const client = createClient({ baseUrl: API_BASE, headers: () => ({ [CLIENT_ID_HEADER]: CLIENT_ID }) });

/** Loads the playback data of the item behind a link. */
export const loadPlayback = (itemId: string, share: string): Promise<Playback> =>
  client.call(getPlayback, { params: { itemId }, query: { share } });

/** Loads the parts of a page that can change while it is open. */
export const loadShared = (slug: string, itemId: string) => client.call(getShared, { params: { slug }, query: { itemId } });

/** Returns the signed-in viewer; null when the session has ended. */
export async function loadViewer(): Promise<Viewer | null> {
  try {
    const { id, displayName, photoURL } = await client.call(getUserData);
    return { id, displayName, photoURL };
  } catch {
    return null;
  }
}

/** Reports the progress of a visit. The request must survive the end of the page. */
export function reportVisit(memory: Memory, { itemId, slug, framed }: PageData, visit: Visit): void {
  const url = client.url(recordView, { params: { itemId }, query: { share: slug } });
  const body = JSON.stringify({ session: memory.session(itemId), ...visit, source: framed ? "embed" : "link" });
  // The page does not depend on the result.
  void fetch(url, { method: recordView.method, keepalive: true, headers: { "content-type": "application/json" }, body }).catch(() => {});
}
