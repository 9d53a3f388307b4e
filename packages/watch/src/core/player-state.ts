import type { CaptionTrack, Chapter, Playback } from "./watch.types.ts";

/** State of a player before it can play. */
export type Phase =
  /** The server is queried. */
  | "loading"
  /** The video cannot be played yet: it is recorded, uploaded, or processed. */
  | "waiting"
  | "ready"
  | "failed";

/** Reason why the video cannot be played: no connection, removed, unreadable file, or unsupported by this browser. */
export type Failure = "offline" | "gone" | "unreadable" | "unplayable";

/** Complete state for the view of a player. Every change creates a new object. */
export interface PlayerState {
  phase: Phase;
  failure: Failure | null;
  playback: Playback | null;
  /** Whether the user has pressed play at least once. */
  hasStarted: boolean;
  isPlaying: boolean;
  /** Whether it should play but has no data. */
  isStalled: boolean;
  hasEnded: boolean;
  /** In seconds. */
  time: number;
  duration: number;
  /** Aspect ratio of the video. Null while unknown. */
  ratio: number | null;
  /** Loaded ranges, in seconds. */
  loaded: readonly (readonly [number, number])[];
  volume: number;
  isMuted: boolean;
  rate: number;
  /** Available video heights in pixels, highest first. Empty without a choice. */
  qualities: readonly number[];
  /** Chosen video height. Null lets the player choose. */
  quality: number | null;
  tracks: readonly CaptionTrack[];
  /** Language of the visible captions. Null shows none. */
  captions: string | null;
  /** The captions that are visible now. */
  captionLines: readonly string[];
  chapters: readonly Chapter[];
  isLive: boolean;
  /** Seconds behind the live edge. */
  behind: number;
}

export const SPEEDS = [0.5, 0.75, 1, 1.2, 1.5, 1.75, 2] as const;

/** Distance from the live edge that counts as live. */
const LIVE_EDGE_S = 6;

/** Returns whether a live video is watched at its live edge. */
export const isAtEdge = ({ isLive, behind }: Pick<PlayerState, "isLive" | "behind">): boolean => isLive && behind <= LIVE_EDGE_S;

export const initialState: PlayerState = {
  phase: "loading",
  failure: null,
  playback: null,
  hasStarted: false,
  isPlaying: false,
  isStalled: false,
  hasEnded: false,
  time: 0,
  duration: 0,
  ratio: null,
  loaded: [],
  volume: 1,
  isMuted: false,
  rate: 1,
  qualities: [],
  quality: null,
  tracks: [],
  captions: null,
  captionLines: [],
  chapters: [],
  isLive: false,
  behind: 0,
};

/** Returns the next faster or slower speed, or the same one at the ends. */
export function nextSpeed(rate: number, direction: 1 | -1): number {
  const next = direction > 0 ? SPEEDS.find((speed) => speed > rate + 0.01) : SPEEDS.findLast((speed) => speed < rate - 0.01);
  return next ?? rate;
}

/** Converts an element's time ranges to pairs of seconds. */
export const rangesOf = (ranges: TimeRanges): [number, number][] =>
  Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)]);
