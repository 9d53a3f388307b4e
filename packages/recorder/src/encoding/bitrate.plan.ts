import type { Size } from "../sources/picture.plan.ts";

const FULL_HD = 1920 * 1080;
const LEAST_BITRATE = 600_000;
const MOST_BITRATE = 24_000_000;
/** Bits a second of the audio. */
export const SOUND_BITRATE = 128_000;

/** Returns the bits a second for a video size: 5 million for full HD at 30 frames. */
export function bitrateFor({ width, height }: Size, frameRate: number): number {
  const target = 5_000_000 * ((width * height) / FULL_HD) ** 0.75 * (frameRate / 30) ** 0.5;
  return Math.round(Math.max(LEAST_BITRATE, Math.min(MOST_BITRATE, target)));
}

/** Unsent amounts above which the connection is too slow, and below which it is fast enough, in milliseconds of the recording. */
const BEHIND_MS = 4_000;
const LEVEL_MS = 1_500;
const LEAST_SHARE = 0.25;
/** Minimum time between two changes, in milliseconds, so that a change can take effect. */
const DOWN_EVERY_MS = 4_000;
const UP_EVERY_MS = 15_000;

/** Used share of the full bitrate. */
export interface Share {
  share: number;
  changedAt: number;
}

/**
 * Lowers the share when the connection is too slow and raises it again later, so that few bytes are unsent when the recording
 * stops. While the server is unreachable the share does not change: no bitrate would be low enough.
 */
export function nextShare(now: Share, waitingMs: number, isReachable: boolean, nowMs: number): Share {
  if (!isReachable) return now;
  const since = nowMs - now.changedAt;
  if (waitingMs > BEHIND_MS && since >= DOWN_EVERY_MS && now.share > LEAST_SHARE)
    return { share: Math.max(LEAST_SHARE, now.share * 0.7), changedAt: nowMs };
  if (waitingMs < LEVEL_MS && since >= UP_EVERY_MS && now.share < 1) return { share: Math.min(1, now.share * 1.25), changedAt: nowMs };
  return now;
}
