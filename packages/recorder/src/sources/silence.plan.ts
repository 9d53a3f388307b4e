/** How long nothing is heard before it is said, in milliseconds. */
export const SILENT_AFTER_MS = 5_000;
/** The largest swing that is no sound: noise of a plugged-in microphone lies above it, a dead one's below. */
const QUIET_PEAK = 0.002;

/** Notices that nobody can have been heard for some time. */
export interface SilenceWatch {
  /** `peak`: the largest swing of the last moments, 0 to 1. `isHeard`: false while it is muted on purpose. */
  hear(peak: number, isHeard: boolean, nowMs: number): boolean;
}

/** A watch that begins with the first moment that it hears. */
export function createSilenceWatch(): SilenceWatch {
  let soundAt: number | null = null;
  return {
    hear(peak, isHeard, nowMs) {
      if (soundAt === null || peak > QUIET_PEAK || !isHeard) soundAt = nowMs;
      return nowMs - soundAt >= SILENT_AFTER_MS;
    },
  };
}
