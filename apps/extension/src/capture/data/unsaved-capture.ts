import type { StoredCapture } from "../core/stored-capture.ts";

/** A capture without room on the disk, passed from the worker to its editor tab. */
export interface CaptureInMemory {
  capture: StoredCapture;
  picture: Blob;
}

const CHANNEL = "captures.memory";

type Message = { want: string } | { have: CaptureInMemory };

/** Offers a capture that exists only in memory until its editor has requested it. */
export function offerFromMemory(given: CaptureInMemory): void {
  const channel = new BroadcastChannel(CHANNEL);
  const give = (): void => channel.postMessage({ have: given } satisfies Message);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if ("want" in data && data.want === given.capture.id) give();
  });
  // The editor may have sent its request before the disk write failed.
  give();
}

/** Requests a capture that the disk has no room for. Returns a function that stops listening. */
export function askMemory(id: string, onGiven: (given: CaptureInMemory) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if ("have" in data && data.have.capture.id === id) onGiven(data.have);
  });
  channel.postMessage({ want: id } satisfies Message);
  return () => channel.close();
}
