import { RecorderEngine } from "./recorder-engine.ts";
import type { RecorderPorts } from "./ports.ts";
import type { Pictures, RecorderCommand, RecorderState, RecordingOrder } from "./recorder.types.ts";

/** A recorder of one recording at a time, with one state for all subscribers. */
export interface Recorder {
  state(): RecorderState;
  /** Subscribes to all changes. Returns the function that unsubscribes. */
  subscribe(listener: (state: RecorderState) => void): () => void;
  /** Opens the sources, counts down and records. It never rejects: errors become the state `failed`. */
  start(order: RecordingOrder): Promise<void>;
  /** Runs a command. Commands that do not fit the phase are ignored. `stop` and `discard` before the start return to `idle`. */
  command(command: RecorderCommand): void;
  /** Returns from `done` or `failed` to `idle`. Does nothing in other phases. Uploads continue. */
  reset(): void;
  /** Sends small square camera images as data URLs, about a dozen a second, until unsubscribed. */
  watchCamera(listener: (frame: string) => void): () => void;
  pictures(): Pictures;
  /** Returns whether the document must stay open: a recording runs, or bytes are still being sent. */
  isBusy(): boolean;
  /** Resolves when every recording has reached the server, was discarded, or only waits on disk. */
  whenSettled(): Promise<void>;
}

/** Creates a recorder for this document. */
export function createRecorder(ports: RecorderPorts): Recorder {
  const engine = new RecorderEngine(ports);
  return {
    state: () => engine.state,
    subscribe: (listener) => engine.subscribe(listener),
    start: (order) => engine.start(order),
    command: (command) => engine.command(command),
    reset: () => engine.reset(),
    watchCamera: (listener) => engine.watchCamera(listener),
    pictures: () => engine.pictures(),
    isBusy: () => engine.isBusy(),
    whenSettled: () => engine.whenSettled(),
  };
}
