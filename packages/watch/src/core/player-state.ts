import type { CaptionTrack, Chapter, Playback } from "./watch.types.ts";

/** Where a player is on its way to a picture. */
export type Phase =
  /** It asks the server. */
  | "loading"
  /** There is nothing to play yet: it is recorded, uploaded, or made ready. */
  | "waiting"
  | "ready"
  | "failed";

/** Why there is nothing to see: no connection, nothing there any more, made unreadable, or unplayable in this browser. */
export type Failure = "offline" | "gone" | "unreadable" | "unplayable";

/** Everything that a view of a player shows. A new object with every change. */
export interface PlayerState {
  phase: Phase;
  failure: Failure | null;
  playback: Playback | null;
  /** Somebody pressed play at least once. */
  hasStarted: boolean;
  isPlaying: boolean;
  /** It should play and has nothing to show. */
  isStalled: boolean;
  hasEnded: boolean;
  /** Seconds. */
  time: number;
  duration: number;
  /** Width of the picture by its height; null while nobody knows. */
  ratio: number | null;
  /** What has arrived, in seconds. */
  loaded: readonly (readonly [number, number])[];
  volume: number;
  isMuted: boolean;
  rate: number;
  /** Lines of the picture to choose from, highest first; empty when there is no choice. */
  qualities: readonly number[];
  /** Chosen lines; null lets the player choose. */
  quality: number | null;
  tracks: readonly CaptionTrack[];
  /** Language of the captions that are shown; null shows none. */
  captions: string | null;
  /** Words that are shown right now. */
  captionLines: readonly string[];
  chapters: readonly Chapter[];
  isLive: boolean;
  /** Seconds behind what is being recorded. */
  behind: number;
}

export const SPEEDS = [0.5, 0.75, 1, 1.2, 1.5, 1.75, 2] as const;

/** Closer to the edge than this counts as live. */
const LIVE_EDGE_S = 6;

/** Is a live video watched as it happens? */
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

/** The next faster or slower speed; the same at the ends. */
export function nextSpeed(rate: number, direction: 1 | -1): number {
  const next = direction > 0 ? SPEEDS.find((speed) => speed > rate + 0.01) : SPEEDS.findLast((speed) => speed < rate - 0.01);
  return next ?? rate;
}

/** What an element says of its time, as pairs of seconds. */
export const rangesOf = (ranges: TimeRanges): [number, number][] =>
  Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)]);
