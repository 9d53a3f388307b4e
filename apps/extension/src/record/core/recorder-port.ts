import type { RecorderCommand, RecorderState } from "@stillreel/recorder/types";

/**
 * The connection to the offscreen page over which a running recording is watched and steered, by popup, worker and the bar in
 * the page. The page sends {@link RecorderUpdate} at once and whenever something changed; commands go the other way.
 */
export const RECORDER_PORT = "recorder";
/** The same for the worker: when it ends, the page wakes the next worker, so that icon and badge go on. */
export const WORKER_PORT = "recorder-worker";
/** The connection over which the bar in the page gets the camera's picture for the person's own view. */
export const CAMERA_PORT = "recorder-camera";

export interface RecorderUpdate {
  /** Which recording it is about, as it was begun; null while this page has recorded nothing. */
  key: string | null;
  state: RecorderState;
  /** Whether the link is on the clipboard: null while it is not time for it. */
  isCopied: boolean | null;
}

/** Small pictures of the camera, as data URLs, some dozen a second. */
export interface CameraFrame {
  frame: string;
}

/** What the bar and the popup send. */
export type RecorderRequest = RecorderCommand;
