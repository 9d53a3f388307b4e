import type { EditClip, EditDocument } from "@stillreel/contract";
import { clipAt, removedRanges, speedOf, timeMapOf, type PlacedClip, type Range, type SourceTime, type TimeMap } from "./time-map.ts";

/** A part of the timeline. `from` and `to` are seconds of the timeline, `start` and `end` those of the source. */
interface Part extends Range {
  start: number;
  end: number;
  itemId: string | undefined;
}

/** A clip on the timeline. */
export interface ClipSegment extends Part {
  kind: "clip";
  index: number;
  clip: EditClip;
}

/** A part of the edited video's own source that no clip shows. `isTrimmed`: it is at the start or the end of the source. */
export interface RemovedSegment extends Part {
  kind: "removed";
  isTrimmed: boolean;
}

export type Segment = ClipSegment | RemovedSegment;

/**
 * What the timeline shows: the clips in playing order, and the removed parts of the source between them. A second of the timeline is a
 * second of the edited video inside of a clip, and a second of the source inside of a removed part. Removing a part does not move what
 * comes after it.
 */
export interface Timeline {
  segments: readonly Segment[];
  /** Length in seconds, with the removed parts. */
  duration: number;
  /** The edited video without the removed parts. */
  map: TimeMap;
}

/** Removed parts follow the clip that they were cut off, or precede the clip that continues after them. */
function placedRemoved({ clips }: Pick<EditDocument, "clips">, duration: number): Map<number, RemovedSegment[]> {
  const own = clips.map(({ itemId, start, end }, index) => ({ index, start, end, itemId })).filter(({ itemId }) => itemId === undefined);
  const endsOf = new Map(own.map(({ index, end }) => [end.toFixed(4), index]));
  const startsOf = new Map(own.toReversed().map(({ index, start }) => [start.toFixed(4), index]));
  const placed = new Map<number, RemovedSegment[]>();
  for (const { from: start, to: end } of removedRanges({ clips }, duration)) {
    const before = endsOf.get(start.toFixed(4));
    const after = startsOf.get(end.toFixed(4));
    // The key is the index of the clip that follows the removed part.
    const key = before !== undefined ? before + 1 : (after ?? clips.length);
    const isTrimmed = start <= 1e-6 || end >= duration - 1e-6;
    const removed: RemovedSegment = { kind: "removed", isTrimmed, start, end, itemId: undefined, from: 0, to: end - start };
    placed.set(key, [...(placed.get(key) ?? []), removed]);
  }
  return placed;
}

/** Places clips and removed parts of a document one after the other. `duration`: length of the edited video's source. */
export function timelineOf(document: Pick<EditDocument, "clips">, duration: number): Timeline {
  const removed = placedRemoved(document, duration);
  const map = timeMapOf(document);
  const segments: Segment[] = [];
  let at = 0;
  const addRemoved = (key: number): void => {
    for (const segment of removed.get(key) ?? []) {
      segments.push({ ...segment, from: at, to: at + segment.to });
      at += segment.to;
    }
  };
  for (const { clip, index, from, to } of map.clips) {
    addRemoved(index);
    const { start, end, itemId } = clip;
    segments.push({ kind: "clip", index, clip, start, end, itemId, from: at, to: at + to - from });
    at += to - from;
  }
  addRemoved(map.clips.length);
  return { segments, duration: at, map };
}

/** Returns the segment at a second of the timeline; the last one at the end. Binary search. */
export function segmentAt({ segments }: Timeline, time: number): Segment {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment && time >= segment.to) low = middle + 1;
    else high = middle;
  }
  const found = segments[low];
  if (!found) throw new RangeError("A timeline has at least one segment.");
  return found;
}

const speedIn = (segment: Segment): number => (segment.kind === "clip" ? speedOf(segment.clip) : 1);

/** Returns the second of a segment's source at a second of the timeline. Times outside are moved to the nearest end. */
export const sourceIn = (segment: Segment, time: number): number =>
  Math.min(segment.end, segment.start + Math.max(0, time - segment.from) * speedIn(segment));

/** Returns the second of the timeline at which a segment shows a second of its source. */
export const timeIn = (segment: Segment, at: number): number => segment.from + (at - segment.start) / speedIn(segment);

/** Returns the source and its second at a second of the timeline, also inside of removed parts. */
export function shownAt(timeline: Timeline, time: number): SourceTime & { segment: Segment } {
  const segment = segmentAt(timeline, time);
  return { itemId: segment.itemId, at: sourceIn(segment, time), segment };
}

const placedOf = ({ map }: Timeline, { index }: ClipSegment): PlacedClip | undefined => map.clips[index];

/** Returns the second of the edited video at a second of the timeline. Removed parts have the time of the next clip. */
export function editedTime(timeline: Timeline, time: number): number {
  const { segments, map } = timeline;
  const segment = segmentAt(timeline, time);
  if (segment.kind === "clip") return Math.min(map.duration, (placedOf(timeline, segment)?.from ?? 0) + Math.max(0, time - segment.from));
  const next = segments.find((one) => one.kind === "clip" && one.from >= segment.to - 1e-9);
  return next?.kind === "clip" ? (placedOf(timeline, next)?.from ?? 0) : map.duration;
}

/** Returns the second of the timeline at a second of the edited video. */
export function timelineTime(timeline: Timeline, time: number): number {
  const placed = clipAt(timeline.map, Math.max(0, time));
  const segment = timeline.segments.find((one) => one.kind === "clip" && one.index === placed?.index);
  return placed && segment ? Math.min(segment.to, segment.from + Math.max(0, time - placed.from)) : 0;
}

/**
 * Returns the second of the timeline that shows a position of a source: in the segment near `hint` if it is there several times. Null
 * if no segment shows it.
 */
export function timeOf({ segments }: Timeline, { itemId, at }: SourceTime, hint = 0): number | null {
  let best: number | null = null;
  for (const segment of segments) {
    if (segment.itemId !== itemId || at < segment.start - 1e-6 || at > segment.end + 1e-6) continue;
    const time = timeIn(segment, Math.min(segment.end, Math.max(segment.start, at)));
    // At a cut, the segment that starts there wins.
    if (best === null || Math.abs(time - hint) < Math.abs(best - hint) + (at < segment.end ? 1e-6 : -1e-6)) best = time;
  }
  return best;
}

/** Returns the index of the first of these numbers, in their order, that is not below a limit. Binary search. */
function firstFrom(ordered: readonly number[], limit: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns where the timeline shows seconds of the edited video's own source, which are in order. A second can be shown several times. */
export const timesOf = ({ segments }: Timeline, seconds: readonly number[]): number[] =>
  segments.flatMap((segment) =>
    segment.itemId === undefined
      ? seconds.slice(firstFrom(seconds, segment.start), firstFrom(seconds, segment.end)).map((at) => timeIn(segment, at))
      : [],
  );

/** Returns the ranges of the timeline that show a range of a source. Adjacent ranges are joined. */
export function timelineRanges({ segments }: Timeline, itemId: string | undefined, { from, to }: Range): Range[] {
  const ranges: Range[] = [];
  for (const segment of segments) {
    if (segment.itemId !== itemId) continue;
    const start = Math.max(from, segment.start);
    const end = Math.min(to, segment.end);
    if (end <= start) continue;
    const range = { from: timeIn(segment, start), to: timeIn(segment, end) };
    const last = ranges.at(-1);
    if (last && Math.abs(last.to - range.from) < 1e-6) last.to = range.to;
    else ranges.push(range);
  }
  return ranges;
}

/** Returns the start of the next clip after a removed part, so that playing can skip it. Null inside of a clip, and at the end. */
export function skipFrom(timeline: Timeline, time: number): number | null {
  const segment = segmentAt(timeline, time);
  if (segment.kind === "clip") return null;
  return timeline.segments.find((one) => one.kind === "clip" && one.from >= segment.to - 1e-9)?.from ?? null;
}

/** Returns the clip whose edge is moved by trimming at a segment: the clip itself, or the one that continues beside a removed part. */
export function trimmedClip({ segments }: Timeline, segment: Segment, edge: "start" | "end"): ClipSegment | null {
  if (segment.kind === "clip") return segment;
  const beside = segments[segments.indexOf(segment) + (edge === "start" ? 1 : -1)];
  const isContinued = edge === "start" ? beside?.start === segment.end : beside?.end === segment.start;
  return beside?.kind === "clip" && beside.itemId === undefined && isContinued ? beside : null;
}

/** Returns the start of the next or previous frame of the shown source. At the edge of a segment the next one continues. */
export function frameBeside(timeline: Timeline, playhead: number, direction: 1 | -1, rate: number): number {
  const { at, segment } = shownAt(timeline, playhead);
  // The tolerance is a hundredth of a frame, because times are rounded.
  const frame = direction === 1 ? Math.floor(at * rate + 1.01) : Math.ceil(at * rate - 1.01);
  const next = frame / rate;
  if (next >= segment.start - 1e-6 && next < segment.end - 1e-6) return timeIn(segment, next);
  if (direction === 1) return segment.to;
  const before = segmentAt(timeline, Math.max(0, segment.from - 1e-6));
  return playhead > segment.from + 1e-6 ? segment.from : Math.max(before.from, before.to - 1 / rate);
}
