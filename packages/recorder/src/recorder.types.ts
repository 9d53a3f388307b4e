/** Source of a recording. `area` is a part of a tab. */
export type RecordingSource = "tab" | "area" | "screen" | "window" | "camera";

/** A rectangle in fractions (0 to 1) of its frame. */
export interface PartBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Position of the camera bubble: its middle and its width in fractions of the frame's width and height. */
export interface BubblePosition {
  x: number;
  y: number;
  size: number;
  shape: "round" | "square";
}

/** Maximum heights of the video in pixels. Smaller sources are not scaled. */
export const RESOLUTIONS = [480, 720, 1080, 1440, 2160] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
/** Maximum frame rates. */
export const FRAME_RATES = [15, 24, 30, 60] as const;
export type FrameRate = (typeof FRAME_RATES)[number];

/** Stored settings of the user. Device ids are the browser's, and null is its default device. */
export interface RecordingSetup {
  source: RecordingSource;
  microphone: { deviceId: string | null } | null;
  camera: { deviceId: string | null } | null;
  bubble: BubblePosition;
  /** Audio of the tab or the computer. */
  systemSound: boolean;
  resolution: Resolution;
  frameRate: FrameRate;
  /** Seconds of the countdown. */
  countdown: 0 | 3 | 5;
  /** Whether it can be watched while it is recorded. */
  live: boolean;
  /** Whether clicks on the page are marked with rings. */
  showClicks: boolean;
}

export const DEFAULT_SETUP: RecordingSetup = {
  source: "tab",
  microphone: { deviceId: null },
  camera: null,
  bubble: { x: 0.12, y: 0.82, size: 0.18, shape: "round" },
  systemSound: true,
  resolution: 1080,
  frameRate: 30,
  countdown: 3,
  live: false,
  showClicks: true,
};

/** Parameters of one recording: its setup, its save target, and data of its start. */
export interface RecordingOrder {
  setup: RecordingSetup;
  /** Address of the server and the signed-in user, who owns the recording. Null: stored on this machine only. */
  server: { url: string; userId: string } | null;
  title: string;
  fileName: string;
  /** Address and title of the recorded page. */
  pageUrl: string | null;
  folderId: string | null;
  workspaceId: string;
  /** For `tab` and `area` in the extension: the result of `tabCapture`, with the tab's size in device pixels. */
  tab: { streamId: string; width: number; height: number } | null;
  /** For `area`: the part of the tab. */
  area: PartBox | null;
}

/** Reason why a recording could not start or had to end. */
export type RecordingFailure =
  /** The user or the system denied access. `what` names the permission. */
  | { code: "not-allowed"; what: "microphone" | "camera" | "screen" | "tab" }
  | { code: "no-device"; what: "microphone" | "camera" }
  | { code: "device-busy"; what: "microphone" | "camera" | "screen" | "tab" }
  /** The user closed the browser's chooser. There is no message. */
  | { code: "cancelled" }
  /** The disk is full, or the browser's quota is used up. The recorded part is preserved. */
  | { code: "storage-full" }
  /** This browser has no usable encoder. */
  | { code: "not-supported" }
  /** Nothing was recorded: it was stopped before the first frame. */
  | { code: "empty" }
  | { code: "failed"; detail: string };

/** Reason why a recording ended. In all cases it is saved as if the user had stopped it. */
export type EndReason = "stopped" | "share-ended" | "tab-closed" | "storage-full" | "time-limit" | "device-lost";

/** Loudness, 0 to 1, and whether there was silence for some seconds. */
export interface SoundLevel {
  level: number;
  silent: boolean;
}

/** Amount that is stored on disk and sent to the server, in bytes and in milliseconds of the recording. */
export interface StorageProgress {
  disk: { bytes: number; ms: number };
  server: { bytes: number; ms: number };
  /** Reason why no bytes reach the server, or null. The recording continues. */
  trouble: "offline" | "signed-out" | "server-full" | "quota-full" | "refused" | null;
  /** Whether access to the save target was lost, so that it goes to the personal library. */
  home?: boolean;
}

/** State of the sources that is visible before the start. */
interface Open {
  id: string;
  source: RecordingSource;
  /** Null: not enabled. */
  microphone: (SoundLevel & { muted: boolean }) | null;
  systemSound: SoundLevel | null;
  camera: { on: boolean; bubble: BubblePosition } | null;
  /** Disconnected devices. The recording continues without them. */
  lost: ("microphone" | "camera")[];
  /** Size of the video in pixels. */
  width: number;
  height: number;
}

interface Running extends Open {
  /** Recorded duration without pauses. */
  elapsedMs: number;
  /** Both exist after the first response of the server. */
  itemId: string | null;
  shareUrl: string | null;
  live: boolean;
  /** Whether the machine is too slow for the requested frame rate, so that a lower one is recorded. */
  slow: boolean;
  progress: StorageProgress;
}

/** State of the recorder for all subscribers: plain data, always sent completely. `recorder.machine.ts` has the legal transitions. */
export type RecorderState =
  | { phase: "idle" }
  | { phase: "preparing"; id: string; source: RecordingSource }
  /** Sources are open, nothing is recorded yet. */
  | ({ phase: "countdown"; secondsLeft: number } & Open)
  | ({ phase: "recording" } & Running)
  | ({ phase: "paused" } & Running)
  /** Stopped: the last bytes are being sent. The link is already on the clipboard. */
  | ({ phase: "finishing"; reason: EndReason } & Running)
  | {
      phase: "done";
      id: string;
      reason: EndReason;
      itemId: string | null;
      shareUrl: string | null;
      durationMs: number;
      progress: StorageProgress;
    }
  | { phase: "failed"; id: string; failure: RecordingFailure };

/** Where the pointer is in a recorded tab, or where it was pressed. */
export interface PointerReport {
  /** Shares of the visible part of the page. */
  x: number;
  y: number;
  isPressed: boolean;
  /** Width of the visible part divided by its height. With another ratio than at the start, the position in the picture is not known. */
  ratio: number;
  /** Milliseconds since the event. */
  ageMs: number;
}

/** Commands for a running recorder. Those that do not fit its phase are ignored. */
export type RecorderCommand =
  | { do: "pause" }
  | { do: "resume" }
  | { do: "stop" }
  /** Discards the recording everywhere, and starts again with the same sources. */
  | { do: "restart" }
  /** Discards the recording everywhere. */
  | { do: "discard" }
  | { do: "mute"; muted: boolean }
  | { do: "camera"; on: boolean }
  | { do: "bubble"; position: BubblePosition }
  /** Ends the countdown immediately. */
  | { do: "skip-countdown" }
  | ({ do: "pointer" } & PointerReport)
  /** Sent by a recorded page after the countdown and after a pause: it shows no element of the recorder any more. */
  | { do: "page-cleared" };

/** A recording that is stored on this machine, because it was interrupted or has not reached the server yet. */
export interface LocalRecording {
  id: string;
  title: string;
  startedAt: string;
  durationMs: number;
  bytes: number;
  sentBytes: number;
  /** Account that it belongs to and is sent to. Null: made without an account. */
  userId: string | null;
  itemId: string | null;
  shareUrl: string | null;
  /** `recording`: interrupted. `stopped`: complete, not all sent. `sent`: the server has all of it. */
  state: "recording" | "stopped" | "sent";
}

/** Frames of the recording, for a preview in the same document. */
export interface Pictures {
  main: MediaStream | null;
  camera: MediaStream | null;
}
