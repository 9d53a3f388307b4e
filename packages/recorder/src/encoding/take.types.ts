import type { RecordingClock } from "../recording-clock.ts";

/** Who gets what a take makes. */
export interface TakeOutput {
  /** Bytes to be added at the end of the file, in order; no more are made until they are. `endMs`: how far the recording reaches then. */
  write(data: Uint8Array<ArrayBuffer>, endMs: number): Promise<void>;
  /** Encoding broke down. What was written before stays good. */
  onFailure(error: Error): void;
  clock: RecordingClock;
}

/** One recording being encoded, from its first frame to its last. */
export interface Take {
  pause(): void;
  resume(): void;
  /** Called some times a second. */
  tick(): void;
  /** Uses this part of the full bitrate from now on. */
  setShare(share: number): void;
  /** Encodes what is left, and resolves when all of it was written. Answers how many frames there are. */
  finish(): Promise<number>;
  /** Ends it at once; nothing more is written. */
  abandon(): void;
}
