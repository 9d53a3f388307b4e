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
const DRIFT_MAX_S = 0.25;

/**
 * Maps the timestamps of a source's frames to the recording's time: at the capture intervals, not at the arrival intervals.
 * After a pause, and when the source's clock jumps, it aligns them again. Times only increase.
 */
export class FrameTimes {
  private offset: number | null = null;
  private last = -1;

  /** @param source seconds of the source's clock @param recorded seconds of the recording at its arrival */
  timeOf(source: number, recorded: number): number {
    if (this.offset === null || Math.abs(source + this.offset - recorded) > DRIFT_MAX_S) this.offset = recorded - source;
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

  private advance(wished: number): number {
    this.last = Math.max(wished, this.last < 0 ? 0 : this.last + 0.001);
    return this.last;
  }
}
