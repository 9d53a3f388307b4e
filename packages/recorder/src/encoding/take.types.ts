import type { RecordingClock } from "../recording-clock.ts";

/** Receiver of the output of a take. */
export interface TakeOutput {
  /** Appends bytes to the file. No more are created until it resolves. `endMs`: end of the recording with these bytes. */
  write(data: Uint8Array<ArrayBuffer>, endMs: number): Promise<void>;
  /** Called when encoding failed. Bytes written before are valid. */
  onFailure(error: Error): void;
  clock: RecordingClock;
}

/** The encoding of one recording, from its first frame to its last. */
export interface Take {
  pause(): void;
  resume(): void;
  /** Called several times a second. */
  tick(): void;
  /** Sets the used share of the full bitrate. */
  setShare(share: number): void;
  /** Returns whether fewer frames than requested are encoded, because the machine is too slow. */
  isSlow(): boolean;
  /** Encodes the rest, and resolves when all of it was written. Returns the number of frames. */
  finish(): Promise<number>;
  /** Ends it immediately. Nothing more is written. */
  abandon(): void;
}
