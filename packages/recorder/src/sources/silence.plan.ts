/** Duration of silence before a warning, in milliseconds. */
export const SILENT_AFTER_MS = 5_000;
/** Maximum amplitude of silence. The noise of a working microphone is above it, and that of a broken one is below. */
const QUIET_PEAK = 0.002;

/** Detects that a microphone has been silent for some time. */
export interface SilenceWatch {
  /** `peak`: the largest recent amplitude, 0 to 1. `isHeard`: false while it is muted intentionally. */
  update(peak: number, isAudible: boolean, nowMs: number): boolean;
}

/** Creates a watch that starts with its first value. */
export function createSilenceWatch(): SilenceWatch {
  let soundAt: number | null = null;
  return {
    update(peak, isAudible, nowMs) {
      if (soundAt === null || peak > QUIET_PEAK || !isAudible) soundAt = nowMs;
      return nowMs - soundAt >= SILENT_AFTER_MS;
    },
  };
}
