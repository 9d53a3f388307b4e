import { recordView } from "@stillreel/contract";
import { client } from "../../api.ts";

/** A random id that this browser keeps for one item alone: what was watched there is told under it. */
function sessionOf(itemId: string): string {
  const key = `stillreel-visit-${itemId}`;
  const known = localStorage.getItem(key);
  if (known) return known;
  const made = crypto.randomUUID();
  localStorage.setItem(key, made);
  return made;
}

/** Tells how far a visit of somebody else than the owner got. Nobody waits for it, and nobody misses it. */
export async function reportVisit(
  itemId: string,
  visit: { seconds: number; segments: [number, number][] },
  isLeaving: boolean,
): Promise<void> {
  const args = { params: { itemId } };
  const body = { session: sessionOf(itemId), ...visit, source: "workspace" as const };
  try {
    if (!isLeaving) await client.call(recordView, { ...args, body });
    // A call of an ordinary kind dies with its page.
    else
      await fetch(client.url(recordView, args), {
        method: recordView.method,
        keepalive: true,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
  } catch {
    // The next report tells it all again.
  }
}
