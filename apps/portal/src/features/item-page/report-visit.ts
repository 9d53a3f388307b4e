import { recordView } from "@stillreel/contract";
import { createMemory, type Memory } from "@stillreel/watch/core";
import { client } from "../../platform/api.ts";

/** Loaded on first use. */
let memory: Memory | null = null;

/** Reports the progress of a visit by a user other than the owner. Failures are ignored. */
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
    // An ordinary request would be aborted with its page.
    else
      await fetch(client.url(recordView, args), {
        method: recordView.method,
        keepalive: true,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
  } catch {
    // The next report contains all data again.
  }
}
