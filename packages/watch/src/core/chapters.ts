import type { Chapter } from "./watch.types.ts";

/** A part of the timeline, in seconds. Its name is empty when the video has no chapters. */
export interface Segment {
  from: number;
  to: number;
  name: string;
}

/** Returns the parts of a video's timeline: its chapters in order, or one part when there are none. */
export function segmentsOf(chapters: readonly Chapter[], duration: number): Segment[] {
  const inside = chapters.filter(({ timestamp }) => timestamp < duration).toSorted((a, b) => a.timestamp - b.timestamp);
  const parts = inside.map(({ timestamp, name }, index) => ({ from: timestamp, to: inside[index + 1]?.timestamp ?? duration, name }));
  const first = parts[0];
  if (!first) return [{ from: 0, to: duration, name: "" }];
  return first.from > 0 ? [{ from: 0, to: first.from, name: "" }, ...parts] : parts;
}

/** Returns the part that contains a second. */
export const segmentAt = (segments: readonly Segment[], seconds: number): Segment | undefined =>
  segments.findLast(({ from }) => from <= seconds + 0.001) ?? segments[0];

/** Returns the start of the next chapter, or null in the last one. */
export const nextChapter = (segments: readonly Segment[], seconds: number): number | null =>
  segments.find(({ from }) => from > seconds + 0.25)?.from ?? null;

/** Seconds into a chapter after which "back" goes to its start instead of the previous one. */
const RESTART_S = 3;

/** Returns the target of "back": the start of this chapter, or of the previous one when this one has just started. */
export function previousChapter(segments: readonly Segment[], seconds: number): number {
  const index = segments.findLastIndex(({ from }) => from <= seconds + 0.001);
  const current = segments[index];
  if (current && seconds - current.from > RESTART_S) return current.from;
  return segments[index - 1]?.from ?? 0;
}
