import { RecorderEngine } from "./recorder-engine.ts";
import type { RecorderPorts } from "./ports.ts";
import type { RecorderCommand, RecorderState, RecordingOrder } from "./recorder.types.ts";

/** What is being recorded, for a preview in the same document. */
export interface Pictures {
  main: MediaStream | null;
  camera: MediaStream | null;
}

/** One recorder: it records one recording at a time, and has one state that everybody who shows it reads. */
export interface Recorder {
  state(): RecorderState;
  /** Tells of every change until the answer is called. */
  subscribe(listener: (state: RecorderState) => void): () => void;
  /** Opens the sources, counts down and records. It never rejects: what goes wrong becomes the state `failed`. */
  start(order: RecordingOrder): Promise<void>;
  /** Asks for something; what does not fit the phase is ignored. `stop` and `discard` before it began cancel it: back to `idle`. */
  command(command: RecorderCommand): void;
  /** From `done` or `failed` back to `idle`; does nothing in other phases. What is still being sent goes on. */
  reset(): void;
  /** Small square pictures of the camera as data URLs, some dozen a second, while somebody watches. */
  watchCamera(listener: (frame: string) => void): () => void;
  pictures(): Pictures;
  /** True while the document must stay: something is recorded, or still on its way to the server. */
  isBusy(): boolean;
  /** Resolves when everything has reached the server, is thrown away, or only waits on the disk. */
  whenSettled(): Promise<void>;
}

/** Makes a recorder for this document. */
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
