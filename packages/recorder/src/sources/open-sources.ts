import type { MediaPort } from "../ports.ts";
import type { RecordingFailure, RecordingOrder, RecordingSetup } from "../recorder.types.ts";

/** The open devices of a recording. */
export interface Sources {
  /** What fills the picture: tab, screen, window, or the camera where it is recorded alone. */
  main: MediaStream;
  /** The camera in the bubble. */
  camera: MediaStream | null;
  microphone: MediaStream | null;
}

/** A source that could not be opened, in the words of the recorder. */
export class SourceError extends Error {
  readonly failure: RecordingFailure;
  constructor(failure: RecordingFailure) {
    super(`A source cannot be opened: ${failure.code}.`);
    this.failure = failure;
  }
}

type What = "microphone" | "camera" | "screen" | "tab";

/** What the browser's refusal means. */
export function failureOf(error: unknown, what: What): RecordingFailure {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
  const isDevice = what === "microphone" || what === "camera";
  // A closed chooser and a forbidding system answer with the same name; only the words differ.
  if (name === "NotAllowedError" && what === "screen" && !/system|policy/iu.test(message)) return { code: "cancelled" };
  if (name === "NotAllowedError" || name === "SecurityError") return { code: "not-allowed", what };
  if (isDevice && (name === "NotFoundError" || name === "OverconstrainedError")) return { code: "no-device", what };
  if (name === "NotReadableError" || name === "AbortError" || /active stream/iu.test(message)) return { code: "device-busy", what };
  return { code: "failed", detail: `${name}: ${message}` };
}

/** The largest picture in pixels that keeps to the chosen lines; `sides` are the source's own, where they are known. */
export function largestPicture(lines: number, sides?: { width: number; height: number }): { width: number; height: number } {
  const wide = Math.round((lines * 16) / 9);
  if (!sides) return { width: wide, height: lines };
  const scale = Math.min(1, lines / Math.min(sides.width, sides.height), 4096 / Math.max(sides.width, sides.height));
  return { width: Math.round(sides.width * scale), height: Math.round(sides.height * scale) };
}

/** The camera of a set-up: as a bubble, or as the whole picture. */
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

/** The microphone of a set-up. */
export async function openMicrophone(media: MediaPort, setup: RecordingSetup): Promise<MediaStream> {
  const deviceId = setup.microphone?.deviceId;
  return attempt("microphone", () =>
    media.getUserMedia({
      audio: { ...(deviceId ? { deviceId: { ideal: deviceId } } : {}), echoCancellation: true, noiseSuppression: true },
    }),
  );
}

/** Chromium's own way to name a tab's stream, which the type library does not know. */
type TabConstraints = Record<"audio" | "video", false | { mandatory: Record<string, string | number> }>;

function openTab(media: MediaPort, { setup, tab, area }: RecordingOrder): Promise<MediaStream> {
  if (!tab) throw new SourceError({ code: "failed", detail: "The order names no tab." });
  const source = { chromeMediaSource: "tab", chromeMediaSourceId: tab.streamId };
  // An area is cut out of the whole tab, and made smaller afterwards.
  const size = area ? tab : largestPicture(setup.resolution, tab);
  const constraints: TabConstraints = {
    audio: setup.systemSound ? { mandatory: source } : false,
    // Without a largest size the tab would lie in a picture of another shape.
    video: { mandatory: { ...source, maxWidth: size.width, maxHeight: size.height, maxFrameRate: setup.frameRate } },
  };
  return attempt("tab", () => media.getUserMedia(constraints as unknown as MediaStreamConstraints));
}

/** What Chromium's chooser can be told beyond the standard's types. */
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

/** Lets go of a stream: lights go out, bars disappear. */
export function closeStream(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/**
 * Opens everything that a set-up names: microphone and camera first, so that a refusal comes before anybody has chosen a screen.
 * @throws SourceError with nothing left open
 */
export async function openSources(media: MediaPort, order: RecordingOrder): Promise<Sources> {
  const { setup } = order;
  const opened: MediaStream[] = [];
  const keep = async (opening: Promise<MediaStream>): Promise<MediaStream> => {
    const stream = await opening;
    opened.push(stream);
    return stream;
  };
  try {
    const isTab = setup.source === "tab" || setup.source === "area";
    // A tab's stream is bound to the click that asked for it: it does not wait for others.
    const tab = isTab ? await keep(openTab(media, order)) : null;
    const microphone = setup.microphone ? await keep(openMicrophone(media, setup)) : null;
    if (setup.source === "camera") return { main: await keep(openCamera(media, setup, true)), camera: null, microphone };
    const camera = setup.camera ? await keep(openCamera(media, setup, false)) : null;
    return { main: tab ?? (await keep(openDisplay(media, setup))), camera, microphone };
  } catch (error) {
    for (const stream of opened) closeStream(stream);
    throw error;
  }
}
