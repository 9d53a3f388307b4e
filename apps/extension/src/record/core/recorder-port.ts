import type { RecorderState } from "@stillreel/recorder/types";
import { flag, nullable, object, type Output, text, trusted } from "../../shared/core/schema.ts";

/**
 * The connection to the offscreen page over which a running recording is watched and steered, by popup, worker and the bar in
 * the page. The page sends a {@link RecorderUpdate} immediately and after every change; the receiver parses it by {@link recorderUpdate}.
 * Commands go the other way and are parsed by the recorder.
 */
export const RECORDER_PORT = "recorder";
/** Connection of the worker: when it closes, the page wakes the next worker, which updates icon and badge. */
export const WORKER_PORT = "recorder-worker";
/** Connection through which the page bar receives the camera frames. */
export const CAMERA_PORT = "recorder-camera";

/** Parses an update. Its state is made by the recorder of the same build. */
export const recorderUpdate = object({
  /** Key of the recording; null while this page has recorded nothing. */
  key: nullable(text),
  state: trusted<RecorderState>(),
  /** Whether the link is on the clipboard; null before the copy. */
  isCopied: nullable(flag),
});
export type RecorderUpdate = Output<typeof recorderUpdate>;

/** Parses a small camera frame as data URL; several dozen a second. */
export const cameraFrame = object({ frame: text });
export type CameraFrame = Output<typeof cameraFrame>;
