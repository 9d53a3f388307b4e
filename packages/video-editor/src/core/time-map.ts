import type { EditClip, EditDocument } from "@stillreel/contract";

/** A clip at its place in the edited video. */
export interface PlacedClip {
  clip: EditClip;
  index: number;
  /** Start and end in seconds of the edited video. */
  from: number;
  to: number;
}

/** A position in a source. `itemId` undefined: in the edited video's own source. */
export interface SourceTime {
  itemId: string | undefined;
  at: number;
}

/** A range in seconds. */
export interface Range {
  from: number;
  to: number;
}

/**
 * How times of the sources and of the edited video belong together. Ranges contain their start and not their end; the end of the last
 * clip belongs to it.
 */
export interface TimeMap {
  clips: readonly PlacedClip[];
  /** Length of the edited video in seconds. */
  duration: number;
}

export const speedOf = ({ speed = 1 }: EditClip): number => speed;
const lengthOf = (clip: EditClip): number => (clip.end - clip.start) / speedOf(clip);

/** Places the clips of a document one after the other. */
export function timeMapOf({ clips }: Pick<EditDocument, "clips">): TimeMap {
  let at = 0;
  const placed = clips.map((clip, index) => {
    const from = at;
    at += lengthOf(clip);
    return { clip, index, from, to: at };
  });
  return { clips: placed, duration: at };
}

/** Returns the clip that plays at a time of the edited video; the last one at the end. Binary search. */
export function clipAt({ clips }: TimeMap, time: number): PlacedClip | null {
  let low = 0;
  let high = clips.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const placed = clips[middle];
    if (placed && time >= placed.to) low = middle + 1;
    else high = middle;
  }
  return clips[low] ?? null;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Returns the position in a source that the edited video shows at a time. Times outside are moved to the nearest end. */
export function sourceAt(map: TimeMap, time: number): SourceTime & { placed: PlacedClip } {
  const placed = clipAt(map, clamp(time, 0, map.duration));
  if (!placed) throw new RangeError("A document has at least one clip.");
  const { clip, from, to } = placed;
  const at = clip.start + (clamp(time, from, to) - from) * speedOf(clip);
  return { itemId: clip.itemId, at: Math.min(at, clip.end), placed };
}

/** Returns the time in the edited video at which a clip shows a position of its source. */
export const outputTime = ({ clip, from }: PlacedClip, at: number): number => from + (at - clip.start) / speedOf(clip);

const plays = ({ clip }: PlacedClip, { itemId, at }: SourceTime): boolean => clip.itemId === itemId && at >= clip.start && at < clip.end;
const endsAt = ({ clip }: PlacedClip, { itemId, at }: SourceTime): boolean => clip.itemId === itemId && at === clip.end;

/** Returns every time at which the edited video shows a position of a source. */
export const outputTimes = ({ clips }: TimeMap, time: SourceTime): number[] =>
  clips.filter((placed) => plays(placed, time)).map((placed) => outputTime(placed, time.at));

/** Where a position of a source is in the edited video. `isCut`: the position is removed, and `time` is where it would be. */
export interface OutputPosition {
  time: number;
  isCut: boolean;
}

/**
 * Returns where a position of a source is in the edited video. A removed position is put at the start of the next clip of its source, or at
 * the end of the last one before it; without any clip of its source, at the start.
 */
export function outputPosition(map: TimeMap, position: SourceTime): OutputPosition {
  const shown = map.clips.find((placed) => plays(placed, position)) ?? map.clips.find((placed) => endsAt(placed, position));
  if (shown) return { time: outputTime(shown, position.at), isCut: false };
  const own = map.clips.filter(({ clip }) => clip.itemId === position.itemId);
  const next = own.filter(({ clip }) => clip.start >= position.at).toSorted((one, other) => one.clip.start - other.clip.start)[0];
  if (next) return { time: next.from, isCut: true };
  const before = own.filter(({ clip }) => clip.end <= position.at).toSorted((one, other) => other.clip.end - one.clip.end)[0];
  return { time: before ? before.to : 0, isCut: true };
}

/** Returns the ranges of the edited video that show a range of a source, in their order. Adjacent ranges are joined. */
export function outputRanges({ clips }: TimeMap, itemId: string | undefined, { from, to }: Range): Range[] {
  const ranges: Range[] = [];
  for (const placed of clips) {
    if (placed.clip.itemId !== itemId) continue;
    const start = Math.max(from, placed.clip.start);
    const end = Math.min(to, placed.clip.end);
    if (end <= start) continue;
    const range = { from: outputTime(placed, start), to: outputTime(placed, end) };
    const last = ranges.at(-1);
    if (last && Math.abs(last.to - range.from) < 1e-6) last.to = range.to;
    else ranges.push(range);
  }
  return ranges;
}

/** Returns the ranges of the edited video's own source that no clip shows. */
export function removedRanges({ clips }: Pick<EditDocument, "clips">, duration: number): Range[] {
  const shown = clips.filter(({ itemId }) => itemId === undefined).toSorted((one, other) => one.start - other.start);
  const removed: Range[] = [];
  let at = 0;
  for (const { start, end } of shown) {
    if (start > at + 1e-6) removed.push({ from: at, to: start });
    at = Math.max(at, end);
  }
  if (duration > at + 1e-6) removed.push({ from: at, to: duration });
  return removed;
}

/**
 * Returns the mapping of times of one edited video to those of the next: comments, captions and chapters of a video move by it after a
 * render. `before` null: the video was unedited.
 */
export function changeOf(before: TimeMap | null, after: TimeMap): (time: number) => OutputPosition {
  return (time) => outputPosition(after, before === null ? { itemId: undefined, at: time } : sourceAt(before, time));
}
