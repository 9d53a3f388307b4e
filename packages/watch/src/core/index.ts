export { bestTrack, linesAt, parseCaptions, subRipOf, type Cue } from "./captions.ts";
export { nextChapter, previousChapter, segmentAt, segmentsOf, type Segment } from "./chapters.ts";
export { commandOf, PLAYER_KEYS, SKIP_S, type PlayerCommand } from "./keys.ts";
export { showInMediaSession } from "./media-session.ts";
export { createMemory, type Memory, type Settings } from "./memory.ts";
export { isCurrentPin, stackPins, type PinStack } from "./pins.ts";
export { createPlayer } from "./player-core.ts";
export type { PlayerCore, PlayerOptions } from "./player-core.types.ts";
export { isAtEdge, nextSpeed, SPEEDS, type Failure, type Phase, type PlayerState } from "./player-state.ts";
export { tileAt, tileFill, tileStyle, type Tile } from "./storyboard.ts";
export { formatClock, parseStart, spokenTime } from "./time.ts";
export {
  copiedText,
  findSpoken,
  segmentAtSecond,
  segmentsOfCues,
  spokenSegments,
  wordAtSecond,
  type GivenSegment,
  type SpokenMatch,
  type SpokenSegment,
  type SpokenWord,
} from "./transcript.ts";
export { createVisitRecorder, type Visit, type VisitRecorder } from "./visit.ts";
export type * from "./watch.types.ts";
