// Runs in the page of recorded-frames.ts: decodes a recording frame by frame, without a `video` element.
import { BufferSource, Input, MP4, VideoSampleSink } from "mediabunny";

/** A recording that is decoded in the page. */
export interface DecodedRecording<T> {
  durationMs: number;
  /** One result per frame, in the order of presentation. */
  results: T[];
}

/**
 * Draws each frame of a recording and reads it. Two frames with the same time are an error: only one of them is shown.
 * @param bytes an MP4 file in base64
 * @param read gets the drawn frame and its presentation time in milliseconds
 */
export async function decode<T>(
  bytes: string,
  read: (frame: OffscreenCanvasRenderingContext2D, atMs: number) => T,
): Promise<DecodedRecording<T>> {
  const source = new BufferSource(Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)));
  using input = new Input({ source, formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("The recording has no video track.");
  const canvas = new OffscreenCanvas(track.displayWidth, track.displayHeight);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("There is no 2D context.");
  const results: T[] = [];
  let last = -Infinity;
  for await (const sample of new VideoSampleSink(track).samples()) {
    if (sample.timestamp <= last) throw new Error(`Two frames of the recording have the time ${sample.timestamp} s.`);
    last = sample.timestamp;
    sample.draw(context, 0, 0, canvas.width, canvas.height);
    results.push(read(context, sample.timestamp * 1_000));
    sample.close();
  }
  return { durationMs: (await track.computeDuration()) * 1_000, results };
}
