import type { RecordingOrder } from "./recorder.types.ts";

/** The account and server that a recording is sent to. */
export type Destination = NonNullable<RecordingOrder["server"]>;

/** The browser's devices, so that tests can provide their own video and audio. */
export interface MediaPort {
  getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream>;
  getDisplayMedia(options: DisplayMediaStreamOptions): Promise<MediaStream>;
}

/** Dependencies of the recorder on its page. */
export interface RecorderPorts {
  /**
   * Returns headers that authenticate a request as exactly this user, or null while that is impossible (signed out, or another
   * user is signed in): then the upload waits and asks again. Cookies are sent automatically.
   */
  headers(destination: Destination): Promise<Readonly<Record<string, string>> | null>;
  /** Starts the worker of `store/store.worker.ts` as a module. */
  startWorker(): Worker;
  fetch: typeof fetch;
  media: MediaPort;
  locks: LockManager;
  /** Returns monotonic milliseconds, independent of the wall clock. */
  now(): number;
  /** Returns the wall clock time, for display. */
  date(): Date;
}

/** Creates the ports of a page in a browser. Only the sign-in differs between pages. */
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
