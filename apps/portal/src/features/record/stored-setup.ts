import { DEFAULT_SETUP, FRAME_RATES, RESOLUTIONS, type RecordingSetup } from "@stillreel/recorder";

const KEY = "stillreel-recording-setup";
const SOURCES = ["screen", "window", "camera"] as const;
/** Recording sources without the extension. */
export type PortalSource = (typeof SOURCES)[number];
export const PORTAL_SOURCES: readonly PortalSource[] = SOURCES;
export const COUNTDOWNS = [0, 3, 5] as const;

const INITIAL: RecordingSetup = { ...DEFAULT_SETUP, source: "screen" };

const oneOf = <T>(choices: readonly T[], value: unknown, otherwise: T): T => choices.find((choice) => choice === value) ?? otherwise;
const flag = (value: unknown, otherwise: boolean): boolean => (typeof value === "boolean" ? value : otherwise);
const part = (value: unknown, otherwise: number): number =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : otherwise;

function device(value: unknown, otherwise: RecordingSetup["camera"]): RecordingSetup["camera"] {
  if (value === null) return null;
  if (typeof value !== "object" || !("deviceId" in value)) return otherwise;
  return { deviceId: typeof value.deviceId === "string" ? value.deviceId : null };
}

/** Parses stored data as a valid setup; older versions or users may have written it. */
export function toSetup(stored: unknown): RecordingSetup {
  const { bubble, ...fields } = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<
    Record<keyof RecordingSetup, unknown>
  >;
  const position = (typeof bubble === "object" && bubble !== null ? bubble : {}) as Partial<
    Record<keyof RecordingSetup["bubble"], unknown>
  >;
  return {
    source: oneOf(SOURCES, fields.source, "screen"),
    microphone: device(fields.microphone, INITIAL.microphone),
    camera: device(fields.camera, INITIAL.camera),
    bubble: {
      x: part(position.x, INITIAL.bubble.x),
      y: part(position.y, INITIAL.bubble.y),
      size: Math.min(0.5, Math.max(0.08, part(position.size, INITIAL.bubble.size))),
      shape: oneOf(["round", "square"] as const, position.shape, INITIAL.bubble.shape),
    },
    systemSound: flag(fields.systemSound, INITIAL.systemSound),
    resolution: oneOf(RESOLUTIONS, fields.resolution, INITIAL.resolution),
    frameRate: oneOf(FRAME_RATES, fields.frameRate, INITIAL.frameRate),
    countdown: oneOf(COUNTDOWNS, fields.countdown, INITIAL.countdown),
    live: flag(fields.live, INITIAL.live),
    showClicks: INITIAL.showClicks,
  };
}

/** Returns the stored or the initial setup. */
export function readSetup(): RecordingSetup {
  try {
    return toSetup(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    // Storage is blocked or contains invalid data.
    return INITIAL;
  }
}

/** Stores a setup on this device. */
export function storeSetup(setup: RecordingSetup): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(setup));
  } catch {
    // As above: nothing is stored then.
  }
}
