import type { RecordingOrder } from "./recorder.types.ts";

/** Whom a recording is sent for. */
export type Destination = NonNullable<RecordingOrder["server"]>;

/** The browser's devices, so that tests can bring their own pictures and sounds. */
export interface MediaPort {
  getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream>;
  getDisplayMedia(options: DisplayMediaStreamOptions): Promise<MediaStream>;
}

/** What the recorder needs from the page that it runs in. */
export interface RecorderPorts {
  /**
   * Headers that sign a request in as exactly this person, or null while that is impossible (signed out, or somebody else is
   * signed in): sending then waits and asks again. Cookies go along by themselves.
   */
  headers(destination: Destination): Promise<Readonly<Record<string, string>> | null>;
  /** Starts the worker of `store/store.worker.ts` as a module. */
  startWorker(): Worker;
  fetch: typeof fetch;
  media: MediaPort;
  locks: LockManager;
  /** Milliseconds that only go forward, whatever happens to the wall clock. */
  now(): number;
  /** The wall clock, for what people read. */
  date(): Date;
}

/** The ports of a page in a browser; only the sign-in is the page's own. */
export function browserPorts(given: Pick<RecorderPorts, "headers"> & Partial<RecorderPorts>): RecorderPorts {
  return {
    startWorker: () => new Worker(new URL("./store/store.worker.ts", import.meta.url), { type: "module" }),
    fetch: (input, init) => fetch(input, init),
    media: {
      getUserMedia: (constraints) => navigator.mediaDevices.getUserMedia(constraints),
      getDisplayMedia: (options) => navigator.mediaDevices.getDisplayMedia(options),
    },
    locks: navigator.locks,
    now: () => performance.now(),
    date: () => new Date(),
    ...given,
  };
}
