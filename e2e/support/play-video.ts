import type { Locator } from "playwright-core";

/**
 * Plays a video without sound until its position reaches `seconds`. A player that loads another source ends a running `play()` with an
 * AbortError, so a paused video is started again, as a person would do.
 * @throws when the video does not reach the position within `timeoutMs`
 */
export async function playVideo(video: Locator, seconds: number, timeoutMs = 15_000): Promise<void> {
  await video.waitFor({ timeout: 45_000 });
  await video.evaluate(
    async (element, { least, limitMs }) => {
      const until = performance.now() + limitMs;
      const media = element as HTMLVideoElement;
      media.muted = true;
      while (media.currentTime < least) {
        if (performance.now() > until) throw new Error(`The video is at ${media.currentTime} s and not at ${least} s.`);
        if (media.paused) await media.play().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    { least: seconds, limitMs: timeoutMs },
  );
}
