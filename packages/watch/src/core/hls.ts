import type * as HlsLibrary from "hls.js";

/** Removes a playlist from its element. */
export type Detach = () => void;

/** Distance from the live edge, in seconds. Closer playback stalls when a second of the recording arrives late. */
const LIVE_DELAY_S = 2.5;
/** Distance from the live edge above which playback catches up automatically. */
const LIVE_DELAY_MAX_S = 8;

/** Plays a playlist with the library, which is only loaded here. `failed` is called when it gives up. */
export async function attachHls(video: HTMLVideoElement, url: string, startAt: number | null, failed: () => void): Promise<Detach> {
  // The build without subtitles, alternative audio and encryption has no types.
  const { default: Hls } = (await import("hls.js/light" as string)) as typeof HlsLibrary;
  if (!Hls.isSupported()) {
    failed();
    return () => {};
  }
  const hls = new Hls({
    // Our content security policy forbids workers from inline code. Repackaging a minute of H.264 only takes milliseconds anyway.
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
