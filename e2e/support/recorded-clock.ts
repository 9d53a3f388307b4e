import type { Browser } from "playwright-core";
import { CLOCK_SQUARES } from "./clock-site.ts";

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
 * Plays a recording in a browser and reads the clock near its start and in its last frame.
 * @param pageWidth width of the recorded page, in CSS pixels
 */
export async function readRecordedClock(browser: Browser, recording: Buffer, pageWidth: number): Promise<RecordedClock> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const read = { bytes: recording.toString("base64"), pageWidth, early: EARLY_S, ...CLOCK_SQUARES };
    return await page.evaluate(async ({ bytes, pageWidth: width, columns, rows, square, early: at }) => {
      const video = document.createElement("video");
      video.muted = true;
      const happens = (name: string): Promise<unknown> =>
        new Promise((resolve, reject) => {
          video.addEventListener(name, resolve, { once: true });
          video.addEventListener("error", () => reject(new Error(`The recording does not play: ${video.error?.message}`)), { once: true });
        });
      const data = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      const loaded = happens("loadeddata");
      video.src = URL.createObjectURL(new Blob([data], { type: "video/mp4" }));
      await loaded;
      const canvas = document.createElement("canvas");
      const context2d = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
      const clock = (): number => {
        canvas.width = video.videoWidth;
        canvas.height = video.videoHeight;
        context2d.drawImage(video, 0, 0);
        const scale = video.videoWidth / width;
        let time = 0;
        for (let bit = 0; bit < columns * rows; bit += 1) {
          const x = ((bit % columns) + 0.5) * square * scale;
          const y = (Math.floor(bit / columns) + 0.5) * square * scale;
          if ((context2d.getImageData(x, y, 1, 1).data[1] ?? 0) > 127) time += 2 ** bit;
        }
        return time;
      };
      // "seeked" may fire before the frame is drawn: on a busy machine the previous frame would be read.
      const shown = (seconds: number): Promise<void> =>
        new Promise((resolve) => {
          const handleFrame = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
            if (Math.abs(mediaTime - seconds) < 0.5) return resolve();
            video.requestVideoFrameCallback(handleFrame);
          };
          video.requestVideoFrameCallback(handleFrame);
        });
      const clockAt = async (seconds: number): Promise<number> => {
        const [sought, isShown] = [happens("seeked"), shown(seconds)];
        video.currentTime = seconds;
        await Promise.all([sought, isShown]);
        return clock();
      };
      return { durationMs: video.duration * 1_000, early: await clockAt(at), last: await clockAt(video.duration) };
    }, read);
  } finally {
    await context.close();
  }
}
