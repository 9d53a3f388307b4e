import type { Browser } from "playwright-core";
import { CLOCK_SQUARES } from "./clock-site.ts";
import { withFrameDecoder } from "./recorded-frames.ts";
import type * as Frames from "./recorded-frames.page.ts";

declare const frames: typeof Frames;

/** Times that a recording of the clock shows, in milliseconds since 1970, as painted on the page. */
export interface RecordedClock {
  durationMs: number;
  /** Half a second after the start, when the page is certainly visible. */
  early: number;
  last: number;
}

/** Time in the video at which {@link RecordedClock.early} is read, in seconds. */
export const EARLY_S = 0.5;

/**
 * Reads the clock near the start of a recording and in its last frame.
 * @param pageWidth width of the recorded page, in CSS pixels
 */
export async function readRecordedClock(browser: Browser, recording: Buffer, pageWidth: number): Promise<RecordedClock> {
  const read = { bytes: recording.toString("base64"), pageWidth, ...CLOCK_SQUARES };
  const { durationMs, results } = await withFrameDecoder(browser, (page) =>
    page.evaluate(
      ({ bytes, pageWidth: width, columns, rows, square }) =>
        frames.decode(bytes, (frame, atMs) => {
          const scale = frame.canvas.width / width;
          let time = 0;
          for (let bit = 0; bit < columns * rows; bit += 1) {
            const x = ((bit % columns) + 0.5) * square * scale;
            const y = (Math.floor(bit / columns) + 0.5) * square * scale;
            if ((frame.getImageData(x, y, 1, 1).data[1] ?? 0) > 127) time += 2 ** bit;
          }
          return { atMs, time };
        }),
      read,
    ),
  );
  const early = results.findLast(({ atMs }) => atMs <= EARLY_S * 1_000);
  const last = results.at(-1);
  if (!early || !last) throw new Error("The recording has no frame in its first half second.");
  return { durationMs, early: early.time, last: last.time };
}
