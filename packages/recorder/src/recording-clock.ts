/** Time of a recording in seconds. It advances while recording, stops during pauses, and never goes back. */
export class RecordingClock {
  private readonly now: () => number;
  private collected = 0;
  private since: number | null;

  /** @param now monotonic milliseconds; the clock starts immediately */
  constructor(now: () => number) {
    this.now = now;
    this.since = now();
  }

  seconds(): number {
    return this.collected + (this.since === null ? 0 : Math.max(0, this.now() - this.since) / 1_000);
  }

  pause(): void {
    this.collected = this.seconds();
    this.since = null;
  }

  resume(): void {
    this.since ??= this.now();
  }

  isRunning(): boolean {
    return this.since !== null;
  }
}

/** Difference between a source's times and the recording's above which they are aligned again, in seconds. */
const OFFSET_MAX_S = 0.045;
/** Difference that only a restarted source has, in seconds. */
const JUMP_S = 1;
/** Time in which late frames may be followed by punctual ones, in seconds. */
const WINDOW_S = 0.5;

/**
 * Maps the timestamps of a source's frames to the recording's time: at the capture intervals, not at the arrival intervals. Frames can
 * arrive late but never early, so the smallest delay of the last half second is the right one and corrects the alignment. After a pause,
 * and when the source's clock jumps, it aligns them again.
 * Times only increase.
 */
export class FrameTimes {
  private offset: number | null = null;
  private last = -1;
  /** Start of the current window, and the smallest offset in it. */
  private windowAt = 0;
  private least = Infinity;

  /** @param source seconds of the source's clock @param recorded seconds of the recording at its arrival */
  timeOf(source: number, recorded: number): number {
    this.offset = this.aligned(recorded - source, recorded);
    return this.advance(source + this.offset);
  }

  /** Returns the time of a repeated frame, without a new frame of the source. */
  repeat(recorded: number): number {
    return this.advance(recorded);
  }

  /** Aligns the next frame again. */
  forget(): void {
    this.offset = null;
  }

  /** Returns the offset to use for a frame. `found` is the offset at which it would be punctual. */
  private aligned(found: number, recorded: number): number {
    const { offset } = this;
    if (offset === null || Math.abs(found - offset) > JUMP_S) {
      [this.windowAt, this.least] = [recorded, Infinity];
      return found;
    }
    this.least = Math.min(this.least, found);
    if (recorded - this.windowAt < WINDOW_S) return offset;
    const { least } = this;
    [this.windowAt, this.least] = [recorded, Infinity];
    return Math.abs(least - offset) > OFFSET_MAX_S ? least : offset;
  }

  private advance(target: number): number {
    this.last = Math.max(target, this.last < 0 ? 0 : this.last + 0.001);
    return this.last;
  }
}
