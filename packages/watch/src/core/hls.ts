import type * as HlsLibrary from "hls.js";

/** Takes a playlist away from its element again. */
export type Detach = () => void;

/** Playing closer to the edge than this stalls whenever a second of the recording comes late. */
const LIVE_DELAY_S = 2.5;
/** Farther behind than this, playing catches up by itself. */
const LIVE_DELAY_MAX_S = 8;

/** Feeds an element from a playlist by the library, which is only loaded here. `failed` hears when it gives up. */
export async function attachHls(video: HTMLVideoElement, url: string, startAt: number | null, failed: () => void): Promise<Detach> {
  // The library without subtitles, alternative sound and encryption brings no types of its own.
  const { default: Hls } = (await import("hls.js/light" as string)) as typeof HlsLibrary;
  if (!Hls.isSupported()) {
    failed();
    return () => {};
  }
  const hls = new Hls({
    // The strict policy of our pages allows no worker out of a text; a minute of H.264 is repackaged in milliseconds anyway.
    enableWorker: false,
    liveSyncDuration: LIVE_DELAY_S,
    liveMaxLatencyDuration: LIVE_DELAY_MAX_S,
    maxLiveSyncPlaybackRate: 1.1,
    startPosition: startAt ?? -1,
    backBufferLength: 60,
  });
  let hasRecovered = false;
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true;
      hls.recoverMediaError();
    } else failed();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => hls.destroy();
}
