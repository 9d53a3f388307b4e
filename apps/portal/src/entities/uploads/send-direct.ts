import { openEnvelope } from "@stillreel/client";
import { CALL_HEADERS } from "../../platform/api.ts";
import type { SendHooks } from "./sending.ts";

/** Time for one part in milliseconds. Its address is not valid for longer. */
const PART_MS = 900_000;

/** The acknowledged bytes, and the parts that may be sent to the store. */
interface DirectState {
  offset: number;
  parts: readonly { url: string; start: number; sizeBytes: number }[];
}

/** How sending to the store ended: nothing is left for it, the store is not reachable, or the server is not. */
export type DirectEnding = "done" | "store-away" | "server-away";

/** Acknowledges what the store has received, and returns the next addresses. */
async function ask(url: string, signal: AbortSignal): Promise<DirectState> {
  const answer = await fetch(`${url}/parts`, { method: "POST", headers: { ...CALL_HEADERS, "tus-resumable": "1.0.0" }, signal });
  return openEnvelope(answer.status, await answer.text()) as DirectState;
}

/** Sends one part. The address is the permission: cookies and the address of the page stay here. */
async function sendPart(url: string, body: Blob, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PART_MS)]);
  const answer = await fetch(url, {
    method: "PUT",
    body,
    signal: limit,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
  });
  if (!answer.ok) throw new Error(`The store answered ${answer.status}.`);
}

/**
 * Sends the parts of an upload directly to the store. What is left afterwards, at least the end of the file, is sent to the server. A store
 * that takes no part of a round is not tried again.
 * @param url address of the upload
 * @throws the reason of the signal
 */
export async function sendDirect(url: string, file: Blob, { signal, onProgress }: Omit<SendHooks, "onUrl">): Promise<DirectEnding> {
  let failedAt: number | null = null;
  for (;;) {
    const state = await ask(url, signal).catch(() => null);
    signal.throwIfAborted();
    if (state === null) return "server-away";
    const { offset, parts } = state;
    if (parts.length === 0) return "done";
    if (failedAt !== null && offset <= failedAt) return "store-away";
    let sent = offset;
    onProgress(sent);
    const results = await Promise.allSettled(
      parts.map(async (part) => {
        await sendPart(part.url, file.slice(part.start, part.start + part.sizeBytes), signal);
        sent += part.sizeBytes;
        onProgress(sent);
      }),
    );
    signal.throwIfAborted();
    failedAt = results.some(({ status }) => status === "rejected") ? offset : null;
  }
}
