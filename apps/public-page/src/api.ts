import { createClient } from "@stillreel/client";
import { API_BASE, CLIENT_ID_HEADER, getPlayback, getShared, getUserData, recordView } from "@stillreel/contract";
import type { Memory, Playback, Viewer, Visit } from "@stillreel/watch/core";
import type { PageData } from "./page-data.ts";

/** Names this tab, so that it does not read again what it changed itself. */
export const CLIENT_ID = crypto.randomUUID();

export const client = createClient({ baseUrl: API_BASE, headers: () => ({ [CLIENT_ID_HEADER]: CLIENT_ID }) });

/** What a player needs of the item behind a link. */
export const loadPlayback = (itemId: string, share: string): Promise<Playback> =>
  client.call(getPlayback, { params: { itemId }, query: { share } });

/** What changes on a page while it is open. */
export const loadShared = (slug: string) => client.call(getShared, { params: { slug } });

/** Who looks; null for a session that has ended meanwhile. */
export async function loadViewer(): Promise<Viewer | null> {
  try {
    const { id, displayName, photoURL } = await client.call(getUserData);
    return { id, displayName, photoURL };
  } catch {
    return null;
  }
}

/** Tells how far a visit got. It must arrive also when the page goes, which ordinary calls do not survive. */
export function tellVisit(memory: Memory, { itemId, slug, framed }: PageData, visit: Visit): void {
  const url = client.url(recordView, { params: { itemId }, query: { share: slug } });
  const body = JSON.stringify({ session: memory.session(itemId), ...visit, source: framed ? "embed" : "link" });
  // Nothing on the page depends on it.
  void fetch(url, { method: recordView.method, keepalive: true, headers: { "content-type": "application/json" }, body }).catch(() => {});
}
