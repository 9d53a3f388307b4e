import type { Chapter } from "./watch.types.ts";

/** A part of the strip, in seconds; its name is empty where a video has no chapters. */
export interface Segment {
  from: number;
  to: number;
  name: string;
}

/** The parts of a video's strip: its chapters, in order, or one part when there are none. */
export function segmentsOf(chapters: readonly Chapter[], duration: number): Segment[] {
  const inside = chapters.filter(({ timestamp }) => timestamp < duration).toSorted((a, b) => a.timestamp - b.timestamp);
  const parts = inside.map(({ timestamp, name }, index) => ({ from: timestamp, to: inside[index + 1]?.timestamp ?? duration, name }));
  const first = parts[0];
  if (!first) return [{ from: 0, to: duration, name: "" }];
  return first.from > 0 ? [{ from: 0, to: first.from, name: "" }, ...parts] : parts;
}

/** The part that a second lies in. */
export const segmentAt = (segments: readonly Segment[], seconds: number): Segment | undefined =>
  segments.findLast(({ from }) => from <= seconds + 0.001) ?? segments[0];

/** Where the next chapter begins; null in the last one. */
export const nextChapter = (segments: readonly Segment[], seconds: number): number | null =>
  segments.find(({ from }) => from > seconds + 0.25)?.from ?? null;

/** Seconds into a chapter after which "back" means its beginning and not the one before. */
const RESTART_S = 3;

/** Where "back" leads: to the beginning of this chapter, or of the one before when this one has just begun. */
export function previousChapter(segments: readonly Segment[], seconds: number): number {
  const index = segments.findLastIndex(({ from }) => from <= seconds + 0.001);
  const current = segments[index];
  if (current && seconds - current.from > RESTART_S) return current.from;
  return segments[index - 1]?.from ?? 0;
}
