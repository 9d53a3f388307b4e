import type { RecorderState } from "@stillreel/recorder/types";

/**
 * The connection to the offscreen page over which a running recording is watched and steered, by popup, worker and the bar in
 * the page. The page sends {@link RecorderUpdate} immediately and whenever something changed; commands go the other way.
 */
export const RECORDER_PORT = "recorder";
/** Connection of the worker: when it closes, the page wakes the next worker, which updates icon and badge. */
export const WORKER_PORT = "recorder-worker";
/** Connection through which the page bar receives the camera frames. */
export const CAMERA_PORT = "recorder-camera";

export interface RecorderUpdate {
  /** Key of the recording; null while this page has recorded nothing. */
  key: string | null;
  state: RecorderState;
  /** Whether the link is on the clipboard; null before the copy. */
  isCopied: boolean | null;
}

/** Small camera frames as data URLs, several dozen a second. */
export interface CameraFrame {
  frame: string;
}
