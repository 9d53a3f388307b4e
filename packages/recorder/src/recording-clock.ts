/** The time of a recording in seconds: goes on while it is recorded, stands while it is paused, and never back. */
export class RecordingClock {
  private readonly now: () => number;
  private collected = 0;
  private since: number | null;

  /** @param now milliseconds that only go forward; the clock runs from now on */
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

/** How far a source's own times may be away from the recording's before they are laid on it anew, in seconds. */
const DRIFT_MAX_S = 0.25;

/**
 * Lays the times that a source gives to its frames on the recording's: evenly, as they were taken, not as they happened to arrive.
 * After a pause, and when the source's clock jumps, it begins anew. Times only go up.
 */
export class FrameTimes {
  private offset: number | null = null;
  private last = -1;

  /** @param source seconds of the source's clock @param recorded seconds of the recording at its arrival */
  place(source: number, recorded: number): number {
    if (this.offset === null || Math.abs(source + this.offset - recorded) > DRIFT_MAX_S) this.offset = recorded - source;
    return this.advance(source + this.offset);
  }

  /** A frame that no source gave: the last one, once more. */
  repeat(recorded: number): number {
    return this.advance(recorded);
  }

  /** The next frame begins anew. */
  forget(): void {
    this.offset = null;
  }

  private advance(wished: number): number {
    this.last = Math.max(wished, this.last < 0 ? 0 : this.last + 0.001);
    return this.last;
  }
}
