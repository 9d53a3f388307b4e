import type { FrameCounts } from "../sources/picture.ts";

/** Minimum frame rate. Below it a reduction would save less than it costs in quality. */
const LEAST_RATE = 7.5;
/** Duration over which the loss of frames is measured, in milliseconds. A short load of the machine reduces nothing. */
const WINDOW_MS = 3_000;
/** Share of lost frames in a window above which the encoder is too slow, and below which it is fast enough. */
const TOO_MANY = 0.25;
const FEW = 0.02;
/** Time without loss before a higher rate is tried, in milliseconds. Each reduction doubles it. */
const TRY_AFTER_MS = 10_000;
const TRY_AFTER_MAX_MS = 160_000;

/** Used frame rate, and the start of the window in which the loss is measured. */
export interface FrameRateState {
  /** Frames a second. */
  rate: number;
  /** Time of the last change or loss, in milliseconds. */
  changedAt: number;
  tryAfterMs: number;
  windowAt: number;
  counted: FrameCounts;
}

/** Returns the state at the start of a recording. */
export const firstFrameRate = (requestedRate: number, counts: FrameCounts, nowMs: number): FrameRateState => ({
  rate: requestedRate,
  changedAt: nowMs,
  tryAfterMs: TRY_AFTER_MS,
  windowAt: nowMs,
  counted: counts,
});

/**
 * Halves the frame rate when the machine encodes too slowly, and tries a higher one after a time without loss. Frames at a lower, regular
 * rate are smoother than a higher rate with gaps.
 * @param nowMs time of the recording, which does not pass during a pause
 */
export function nextFrameRate(now: FrameRateState, requestedRate: number, counts: FrameCounts, nowMs: number): FrameRateState {
  if (nowMs - now.windowAt < WINDOW_MS) return now;
  const encoded = counts.encoded - now.counted.encoded;
  const dropped = counts.dropped - now.counted.dropped;
  const lost = dropped / Math.max(1, encoded + dropped);
  const next = { ...now, windowAt: nowMs, counted: counts };
  if (lost > TOO_MANY && now.rate > LEAST_RATE) {
    const rate = Math.max(LEAST_RATE, now.rate / 2);
    return { ...next, rate, changedAt: nowMs, tryAfterMs: Math.min(TRY_AFTER_MAX_MS, now.tryAfterMs * 2) };
  }
  if (lost > FEW) return { ...next, changedAt: nowMs };
  if (now.rate < requestedRate && nowMs - now.changedAt >= now.tryAfterMs)
    return { ...next, rate: Math.min(requestedRate, now.rate * 2), changedAt: nowMs };
  return next;
}
