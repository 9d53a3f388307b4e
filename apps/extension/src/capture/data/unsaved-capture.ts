import type { StoredCapture } from "../core/stored-capture.ts";

/** A capture for which the disk had no room, handed from the worker to the tab of its editor. */
export interface CaptureInMemory {
  capture: StoredCapture;
  picture: Blob;
}

const CHANNEL = "captures.memory";

type Message = { want: string } | { have: CaptureInMemory };

/** Waits with a capture that lies nowhere but here, until its editor has asked for it. */
export function offerFromMemory(given: CaptureInMemory): void {
  const channel = new BroadcastChannel(CHANNEL);
  const give = (): void => channel.postMessage({ have: given } satisfies Message);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if ("want" in data && data.want === given.capture.id) give();
  });
  // The editor may have asked before the disk refused.
  give();
}

/** Asks for a capture that the disk had no room for; answers how to stop listening. */
export function askMemory(id: string, onGiven: (given: CaptureInMemory) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if ("have" in data && data.have.capture.id === id) onGiven(data.have);
  });
  channel.postMessage({ want: id } satisfies Message);
  return () => channel.close();
}
