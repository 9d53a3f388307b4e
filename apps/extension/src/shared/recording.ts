import type { RecorderCommand, RecorderState } from "@stillreel/recorder";

/**
 * The connection to the offscreen page over which a running recording is watched and steered, by popup, worker and the bar in
 * the page. The page sends {@link RecorderNews} at once and whenever something changed; commands go the other way.
 */
export const RECORDER_PORT = "recorder";
/** The connection over which the bar in the page gets the camera's picture for the person's own view. */
export const CAMERA_PORT = "recorder-camera";

export interface RecorderNews {
  state: RecorderState;
}

/** Small pictures of the camera, as data URLs, some dozen a second. */
export interface CameraNews {
  frame: string;
}

/** What the bar and the popup send. */
export type RecorderRequest = RecorderCommand;
