/** What is recorded. `area` is a part of a tab. */
export type RecordingSource = "tab" | "area" | "screen" | "window" | "camera";

/** A rectangle in parts (0 to 1) of the picture that it lies in. */
export interface PartBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The camera in the corner of the picture: its middle and its width in parts of the picture's width and height. */
export interface BubblePlace {
  x: number;
  y: number;
  size: number;
  shape: "round" | "square";
}

/** Lines of the picture at most; smaller sources stay as they are. */
export const RESOLUTIONS = [480, 720, 1080, 1440, 2160] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
/** Frames a second at most. */
export const FRAME_RATES = [15, 24, 30, 60] as const;
export type FrameRate = (typeof FRAME_RATES)[number];

/** What a person sets up once and finds again the next time. Device ids are the browser's; null is its default device. */
export interface RecordingSetup {
  source: RecordingSource;
  microphone: { deviceId: string | null } | null;
  camera: { deviceId: string | null } | null;
  bubble: BubblePlace;
  /** Sound of the tab or the computer. */
  systemSound: boolean;
  resolution: Resolution;
  frameRate: FrameRate;
  /** Seconds counted down before it begins. */
  countdown: 0 | 3 | 5;
  /** May it be watched while it is recorded? */
  live: boolean;
  /** Rings around clicks on the page. */
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

/** One recording as it is begun: the set-up, where it goes to, and what only the moment knows. */
export interface RecordingOrder {
  setup: RecordingSetup;
  /** Address of the server, and who is signed in there (recordings are theirs and nobody else's). Null: kept on this machine only. */
  server: { url: string; userId: string } | null;
  title: string;
  fileName: string;
  /** Address and title of the recorded page. */
  pageUrl: string | null;
  folderId: string | null;
  workspaceId: string;
  /** For `tab` and `area` in the extension: what `tabCapture` gave, with the tab's size in device pixels. */
  tab: { streamId: string; width: number; height: number } | null;
  /** For `area`: the part of the tab. */
  area: PartBox | null;
}

/** Why a recording could not begin or had to end. */
export type RecordingFailure =
  /** The person or the system refused; `what` says which permission. */
  | { code: "not-allowed"; what: "microphone" | "camera" | "screen" | "tab" }
  | { code: "no-device"; what: "microphone" | "camera" }
  | { code: "device-busy"; what: "microphone" | "camera" | "screen" | "tab" }
  /** The person closed the browser's chooser: nothing is said about it. */
  | { code: "cancelled" }
  /** The disk is full, or the browser gives no more room. What was recorded is kept. */
  | { code: "storage-full" }
  /** This browser can encode nothing that we can use. */
  | { code: "not-supported" }
  /** Nothing was recorded: it was stopped before the first picture. */
  | { code: "empty" }
  | { code: "failed"; detail: string };

/** What made a recording end by itself. Its recording is kept as if it had been stopped. */
export type EndReason = "stopped" | "share-ended" | "tab-closed" | "storage-full" | "time-limit" | "device-lost";

/** How loud it is, 0 to 1, and whether nobody can have been heard for some seconds. */
export interface SoundLevel {
  level: number;
  silent: boolean;
}

/** How far it is on the disk and on the server, in bytes and in milliseconds of the recording. */
export interface Kept {
  disk: { bytes: number; ms: number };
  server: { bytes: number; ms: number };
  /** Null while all is well, or why nothing reaches the server. Recording goes on. */
  trouble: "offline" | "signed-out" | "server-full" | "refused" | null;
  /** The place that it was for is closed to the person: it goes to their own library instead. */
  home?: boolean;
}

/** What of the sources is seen and heard already before it begins. */
interface Open {
  id: string;
  source: RecordingSource;
  /** Null: not switched on. */
  microphone: (SoundLevel & { muted: boolean }) | null;
  systemSound: SoundLevel | null;
  camera: { on: boolean; bubble: BubblePlace } | null;
  /** Something was unplugged; recording goes on without it. */
  lost: ("microphone" | "camera")[];
  /** Size of the picture in pixels. */
  width: number;
  height: number;
}

interface Running extends Open {
  /** Recorded so far, pauses left out. */
  elapsedMs: number;
  /** Both exist as soon as the server has answered once. */
  itemId: string | null;
  shareUrl: string | null;
  live: boolean;
  kept: Kept;
}

/** The recorder as everybody who shows it sees it: plain data, sent whole. The legal steps stand in `recorder.machine.ts`. */
export type RecorderState =
  | { phase: "idle" }
  | { phase: "preparing"; id: string; source: RecordingSource }
  /** Sources are open, nothing is recorded yet. */
  | ({ phase: "countdown"; secondsLeft: number } & Open)
  | ({ phase: "recording" } & Running)
  | ({ phase: "paused" } & Running)
  /** Stopped: the last bytes are on their way. The link is on the clipboard already. */
  | ({ phase: "finishing"; reason: EndReason } & Running)
  | { phase: "done"; id: string; reason: EndReason; itemId: string | null; shareUrl: string | null; durationMs: number; kept: Kept }
  | { phase: "failed"; id: string; failure: RecordingFailure };

/** What can be asked of a running recorder. What does not fit its phase is ignored. */
export type RecorderCommand =
  | { do: "pause" }
  | { do: "resume" }
  | { do: "stop" }
  /** Throws away what there is, everywhere, and begins anew with the same sources. */
  | { do: "restart" }
  /** Throws it away, everywhere. */
  | { do: "discard" }
  | { do: "mute"; muted: boolean }
  | { do: "camera"; on: boolean }
  | { do: "bubble"; place: BubblePlace }
  /** Ends the countdown at once. */
  | { do: "skip-countdown" };

/** A recording that is kept on this machine, because it was cut off or has not reached the server yet. */
export interface KeptRecording {
  id: string;
  title: string;
  startedAt: string;
  durationMs: number;
  bytes: number;
  sentBytes: number;
  /** Whose it is, and where it goes; null: nobody was signed in. */
  userId: string | null;
  itemId: string | null;
  shareUrl: string | null;
  /** `recording`: cut off in the middle. `stopped`: complete, not all sent. `sent`: the server has all of it. */
  state: "recording" | "stopped" | "sent";
}
