import type { Browser } from "playwright-core";
import { withFrameDecoder } from "./recorded-frames.ts";
import type * as Frames from "./recorded-frames.page.ts";

declare const frames: typeof Frames;

/** A box as shares of the frame. */
export interface FrameBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Reads the frames of a recording up to a time.
 * @returns the green value of the darkest pixel in the box, for each frame
 */
export async function darkestPixels(browser: Browser, recording: Buffer, box: FrameBox, untilMs: number): Promise<number[]> {
  const { results } = await withFrameDecoder(browser, (page) =>
    page.evaluate(
      ([bytes, { x, y, width, height }]) =>
        frames.decode(bytes, (frame, atMs) => {
          const { canvas } = frame;
          const [left, top] = [Math.round(x * canvas.width), Math.round(y * canvas.height)];
          const [across, down] = [Math.round(width * canvas.width), Math.round(height * canvas.height)];
          const { data: pixels } = frame.getImageData(left, top, across, down);
          let darkest = 255;
          for (let index = 1; index < pixels.length; index += 4) darkest = Math.min(darkest, pixels[index] ?? 255);
          return { atMs, darkest };
        }),
      [recording.toString("base64"), box] as const,
    ),
  );
  return results.filter(({ atMs }) => atMs <= untilMs).map(({ darkest }) => darkest);
}
