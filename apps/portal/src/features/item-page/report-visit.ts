import { recordView } from "@stillreel/contract";
import { createMemory, type Memory } from "@stillreel/watch/core";
import { client } from "../../platform/api.ts";

/** Asked for only when there is something to tell. */
let memory: Memory | null = null;

/** Tells how far a visit of somebody else than the owner got. Nobody waits for it, and nobody misses it. */
export async function reportVisit(
  itemId: string,
  visit: { seconds: number; segments: [number, number][] },
  isLeaving: boolean,
): Promise<void> {
  memory ??= createMemory();
  const args = { params: { itemId } };
  const body = { session: memory.session(itemId), ...visit, source: "workspace" as const };
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
