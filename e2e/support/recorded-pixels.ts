import type { Browser } from "playwright-core";

/** A box as shares of the frame. */
export interface FrameBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Reads frames of a recording.
 * @param times positions in seconds
 * @returns the green value of the darkest pixel in the box, for each position
 */
export async function darkestPixels(browser: Browser, recording: Buffer, box: FrameBox, times: readonly number[]): Promise<number[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    return await page.evaluate(
      async ([bytes, { x, y, width, height }, seconds]) => {
        const video = Object.assign(document.createElement("video"), { muted: true });
        const happens = (name: string): Promise<unknown> =>
          new Promise((resolve, reject) => {
            video.addEventListener(name, resolve, { once: true });
            video.addEventListener("error", () => reject(new Error(`The recording does not play: ${video.error?.message}`)), {
              once: true,
            });
          });
        const loaded = happens("loadeddata");
        const data = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
        video.src = URL.createObjectURL(new Blob([data], { type: "video/mp4" }));
        await loaded;
        const canvas = Object.assign(document.createElement("canvas"), { width: video.videoWidth, height: video.videoHeight });
        const context2d = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
        const darkest: number[] = [];
        for (const at of seconds) {
          const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
          const sought = happens("seeked");
          // Position 0 is the current one, which would not be painted again.
          video.currentTime = Math.max(0.001, at);
          await Promise.all([sought, shown]);
          context2d.drawImage(video, 0, 0);
          const [left, top] = [Math.round(x * canvas.width), Math.round(y * canvas.height)];
          const [across, down] = [Math.round(width * canvas.width), Math.round(height * canvas.height)];
          const { data: pixels } = context2d.getImageData(left, top, across, down);
          let least = 255;
          for (let index = 1; index < pixels.length; index += 4) least = Math.min(least, pixels[index] ?? 255);
          darkest.push(least);
        }
        return darkest;
      },
      [recording.toString("base64"), box, times] as const,
    );
  } finally {
    await context.close();
  }
}
