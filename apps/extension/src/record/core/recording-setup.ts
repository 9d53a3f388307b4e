import {
  type BubblePosition,
  DEFAULT_SETUP,
  FRAME_RATES,
  RESOLUTIONS,
  type RecordingSetup,
  type RecordingSource,
} from "@stillreel/recorder/types";
import type { DeviceAccess } from "./device-access.ts";

/** Recording sources in menu order. */
const RECORDING_SOURCES = ["tab", "area", "screen", "window", "camera"] as const satisfies readonly RecordingSource[];
/** Selectable countdown durations in seconds. */
export const COUNTDOWNS = [0, 3, 5] as const satisfies readonly RecordingSetup["countdown"][];

type Loose = Record<string, unknown>;
const loose = (value: unknown): Loose => (typeof value === "object" && value !== null ? (value as Loose) : {});
const oneOf = <T>(all: readonly T[], value: unknown, otherwise: T): T => (all.includes(value as T) ? (value as T) : otherwise);
const yesOrNo = (value: unknown, otherwise: boolean): boolean => (typeof value === "boolean" ? value : otherwise);
const part = (value: unknown, otherwise: number): number => (typeof value === "number" && value >= 0 && value <= 1 ? value : otherwise);

function device(value: unknown, otherwise: RecordingSetup["microphone"]): RecordingSetup["microphone"] {
  if (value === null) return null;
  if (typeof value !== "object") return otherwise;
  const { deviceId } = loose(value);
  return { deviceId: typeof deviceId === "string" ? deviceId : null };
}

function bubble(value: unknown): BubblePosition {
  const { x, y, size, shape } = loose(value);
  const { bubble: usual } = DEFAULT_SETUP;
  return { x: part(x, usual.x), y: part(y, usual.y), size: part(size, usual.size), shape: oneOf(["round", "square"], shape, usual.shape) };
}

/** Parses a stored or received setup; missing and invalid values get their defaults. */
export function parseSetup(value: unknown): RecordingSetup {
  const given = loose(value);
  const usual = DEFAULT_SETUP;
  return {
    source: oneOf<RecordingSource>(RECORDING_SOURCES, given["source"], usual.source),
    microphone: device(given["microphone"], usual.microphone),
    camera: device(given["camera"], usual.camera),
    bubble: bubble(given["bubble"]),
    systemSound: yesOrNo(given["systemSound"], usual.systemSound),
    resolution: oneOf(RESOLUTIONS, given["resolution"], usual.resolution),
    frameRate: oneOf(FRAME_RATES, given["frameRate"], usual.frameRate),
    countdown: oneOf<RecordingSetup["countdown"]>(COUNTDOWNS, given["countdown"], usual.countdown),
    live: yesOrNo(given["live"], usual.live),
    showClicks: yesOrNo(given["showClicks"], usual.showClicks),
  };
}

/** Removes unavailable devices from a setup. A camera-only recording needs its camera and fails without it. */
export function usableOf(setup: RecordingSetup, access: { microphone: DeviceAccess; camera: DeviceAccess }): RecordingSetup {
  const isCameraAlone = setup.source === "camera";
  return {
    ...setup,
    microphone: access.microphone === "granted" ? setup.microphone : null,
    camera: isCameraAlone ? (setup.camera ?? { deviceId: null }) : access.camera === "granted" ? setup.camera : null,
  };
}
