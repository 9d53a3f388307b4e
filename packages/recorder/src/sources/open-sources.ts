import type { MediaPort } from "../ports.ts";
import type { RecordingFailure, RecordingOrder, RecordingSetup } from "../recorder.types.ts";
import { withinTime } from "../time-limit.ts";
import { evenUp, largestPicture } from "./picture.plan.ts";

/**
 * Time limit for the stream of a tab, in milliseconds. A busy machine needs up to 2 s. Devices and the chooser have no limit, because
 * their user is asked first.
 */
const TAB_MAX_MS = 15_000;

/** The open devices of a recording. */
export interface Sources {
  /** The full frame: tab, screen, window, or the camera when only it is recorded. */
  main: MediaStream;
  /** The camera in the bubble. */
  camera: MediaStream | null;
  microphone: MediaStream | null;
}

/** Error of a source that could not be opened. */
export class SourceError extends Error {
  readonly failure: RecordingFailure;
  constructor(failure: RecordingFailure) {
    super(`A source cannot be opened: ${failure.code}.`);
    this.failure = failure;
  }
}

type What = "microphone" | "camera" | "screen" | "tab";

/** Maps a browser error to a recording failure. */
export function failureOf(error: unknown, what: What): RecordingFailure {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
  const isDevice = what === "microphone" || what === "camera";
  // A closed chooser and a system that denies access have the same error name. Only the messages differ.
  if (name === "NotAllowedError" && what === "screen" && !/system|policy/iu.test(message)) return { code: "cancelled" };
  if (name === "NotAllowedError" || name === "SecurityError") return { code: "not-allowed", what };
  if (isDevice && (name === "NotFoundError" || name === "OverconstrainedError")) return { code: "no-device", what };
  if (name === "NotReadableError" || name === "AbortError" || /active stream/iu.test(message)) return { code: "device-busy", what };
  return { code: "failed", detail: `${name}: ${message}` };
}

/** Opens the camera of a setup, for the bubble or for the full frame. */
export async function openCamera(media: MediaPort, setup: RecordingSetup, isWhole: boolean): Promise<MediaStream> {
  const size = isWhole ? largestPicture(setup.resolution) : { width: 640, height: 480 };
  return attempt("camera", () =>
    media.getUserMedia({
      video: {
        ...(setup.camera?.deviceId ? { deviceId: { ideal: setup.camera.deviceId } } : {}),
        width: { ideal: size.width },
        height: { ideal: size.height },
        frameRate: { ideal: isWhole ? setup.frameRate : 30 },
      },
    }),
  );
}

/** Opens the microphone of a setup. */
async function openMicrophone(media: MediaPort, setup: RecordingSetup): Promise<MediaStream> {
  const deviceId = setup.microphone?.deviceId;
  return attempt("microphone", () =>
    media.getUserMedia({
      audio: { ...(deviceId ? { deviceId: { ideal: deviceId } } : {}), echoCancellation: true, noiseSuppression: true },
    }),
  );
}

/** Chromium's constraints for a tab's stream, which the type library does not declare. */
type TabConstraints = Record<"audio" | "video", false | { mandatory: Record<string, string | number> }>;

function openTab(media: MediaPort, { setup, tab, area }: RecordingOrder): Promise<MediaStream> {
  if (!tab) throw new SourceError({ code: "failed", detail: "The order names no tab." });
  const source = { chromeMediaSource: "tab", chromeMediaSourceId: tab.streamId };
  // An area is cropped from the whole tab, and scaled afterwards.
  const size = evenUp(area ? tab : largestPicture(setup.resolution, tab));
  const constraints: TabConstraints = {
    audio: setup.systemSound ? { mandatory: source } : false,
    // Without a maximum size, the tab would be letterboxed in a frame of another aspect ratio.
    video: { mandatory: { ...source, maxWidth: size.width, maxHeight: size.height, maxFrameRate: setup.frameRate } },
  };
  return attempt("tab", () =>
    withinTime("tab capture", TAB_MAX_MS, media.getUserMedia(constraints as unknown as MediaStreamConstraints), closeStream),
  );
}

/** Options of Chromium's chooser beyond the standard's types. */
type DisplayOptions = DisplayMediaStreamOptions & {
  systemAudio?: "include" | "exclude";
  surfaceSwitching?: "include" | "exclude";
  selfBrowserSurface?: "include" | "exclude";
  monitorTypeSurfaces?: "include" | "exclude";
};

function openDisplay(media: MediaPort, setup: RecordingSetup): Promise<MediaStream> {
  const size = largestPicture(setup.resolution);
  const options: DisplayOptions = {
    video: {
      displaySurface: setup.source === "window" ? "window" : "monitor",
      width: { max: Math.max(size.width, Math.round((size.height * 21) / 9)) },
      height: { max: size.height },
      frameRate: { max: setup.frameRate },
    },
    audio: setup.systemSound ? { echoCancellation: false, noiseSuppression: false, autoGainControl: false } : false,
    systemAudio: setup.systemSound ? "include" : "exclude",
    surfaceSwitching: "include",
    selfBrowserSurface: "exclude",
  };
  return attempt("screen", () => media.getDisplayMedia(options));
}

async function attempt(what: What, open: () => Promise<MediaStream>): Promise<MediaStream> {
  try {
    return await open();
  } catch (error) {
    throw new SourceError(failureOf(error, what));
  }
}

/** Stops a stream: device lights and sharing bars disappear. */
export function closeStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/**
 * Opens all sources of a setup: microphone and camera first, so that a refusal comes before the user chooses a screen.
 * @throws SourceError with nothing left open
 */
export async function openSources(media: MediaPort, order: RecordingOrder): Promise<Sources> {
  const { setup } = order;
  const opened: MediaStream[] = [];
  const track = async (opening: Promise<MediaStream>): Promise<MediaStream> => {
    const stream = await opening;
    opened.push(stream);
    return stream;
  };
  try {
    const isTab = setup.source === "tab" || setup.source === "area";
    // A tab's stream is bound to the user's click, so it is opened first.
    const tab = isTab ? await track(openTab(media, order)) : null;
    const microphone = setup.microphone ? await track(openMicrophone(media, setup)) : null;
    if (setup.source === "camera") return { main: await track(openCamera(media, setup, true)), camera: null, microphone };
    const camera = setup.camera ? await track(openCamera(media, setup, false)) : null;
    return { main: tab ?? (await track(openDisplay(media, setup))), camera, microphone };
  } catch (error) {
    for (const stream of opened) closeStream(stream);
    throw error;
  }
}
