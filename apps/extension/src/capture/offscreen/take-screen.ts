import type { ScreenShot } from "../core/messages.ts";

const HANDOVER = "screen-shots";
/** Time until the browser's chooser has faded out of the picture, in milliseconds. */
const SETTLE_MS = 350;

/** Chromium's stream of a track's frames, which is missing in the type library. */
declare const MediaStreamTrackProcessor: new (init: { track: MediaStreamTrack }) => { readable: ReadableStream<VideoFrame> };

/** Returns the newest frame after the chooser has closed. A static window sends no second frame. */
async function frameOf(track: MediaStreamTrack): Promise<VideoFrame> {
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader();
  const first = await reader.read();
  if (first.done) throw new Error("The screen showed nothing.");
  let newest = first.value;
  const settled = new Promise<null>((resolve) => setTimeout(() => resolve(null), SETTLE_MS));
  for (;;) {
    const next = await Promise.race([reader.read(), settled]);
    if (next === null || next.done) break;
    newest.close();
    newest = next.value;
  }
  void reader.cancel().catch(() => undefined);
  return newest;
}

async function pictureOf(track: MediaStreamTrack): Promise<Blob> {
  const frame = await frameOf(track);
  const canvas = new OffscreenCanvas(frame.displayWidth, frame.displayHeight);
  canvas.getContext("2d")?.drawImage(frame, 0, 0);
  frame.close();
  return canvas.convertToBlob({ type: "image/png" });
}

/** Lets the user choose a screen or window and stores one picture for the worker. Sharing ends immediately. */
export async function takeScreenShot(): Promise<ScreenShot> {
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getDisplayMedia({ video: { displaySurface: "monitor" }, audio: false });
  } catch (error) {
    // Only the error text distinguishes a refusal by the user from one by the system.
    const isSystem = error instanceof DOMException && (/system/iu.test(error.message) || error.name === "NotReadableError");
    return { ok: false, reason: isSystem ? "screen-refused" : "cancelled" };
  }
  const [track] = stream.getVideoTracks();
  try {
    if (!track) return { ok: false, reason: "screen-refused" };
    const key = `https://kept.invalid/${crypto.randomUUID()}`;
    const picture = await pictureOf(track);
    await (await caches.open(HANDOVER)).put(key, new Response(picture, { headers: { "content-type": picture.type } }));
    return { ok: true, key };
  } finally {
    for (const each of stream.getTracks()) each.stop();
  }
}
