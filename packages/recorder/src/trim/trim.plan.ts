/** The part of a video that is sent, in seconds. */
export interface TrimRange {
  start: number;
  end: number;
}

/** The ends of a range that a user moves. */
export type TrimEnd = keyof TrimRange;

/** Minimum length of what is sent, in seconds. */
export const TRIM_MIN_S = 1;
/** Differences below this are no trim, in seconds: lengths are rounded differently in a container and in its tracks. */
const SAME_S = 0.02;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Returns a range with one end moved. Ends stay inside of the video and have a minimum distance. */
export function movedRange(range: TrimRange, moved: TrimEnd, seconds: number, length: number): TrimRange {
  if (length <= TRIM_MIN_S) return { start: 0, end: length };
  return moved === "start"
    ? { ...range, start: within(seconds, 0, range.end - TRIM_MIN_S) }
    : { ...range, end: within(seconds, range.start + TRIM_MIN_S, length) };
}

/** Returns a range that fits a video: a stored one can belong to a video that was shorter after an interruption. */
export function fittedRange(range: TrimRange | null, length: number): TrimRange {
  const whole = { start: 0, end: length };
  if (range === null || !(range.start >= 0) || !(range.end - range.start >= TRIM_MIN_S) || range.end > length + SAME_S) return whole;
  return { start: range.start, end: Math.min(range.end, length) };
}

/** Returns whether a range leaves something out. */
export const isTrimmed = ({ start, end }: TrimRange, length: number): boolean => start > SAME_S || end < length - SAME_S;

/** Length of a part from which its start may be moved, and by how much, in seconds. Recordings have a keyframe every half a second. */
const LONG_S = 120;
const LATER_MAX_S = 0.6;

/** Returns whether a part may start at a later keyframe, so that its packets are copied: encoding a long video takes minutes. */
export const mayStartLater = ({ start, end }: TrimRange, keyframe: number): boolean =>
  end - start >= LONG_S && keyframe >= start && keyframe - start <= LATER_MAX_S;

/** Returns the approximate size of a part of a video in bytes. */
export const sizeOf = ({ start, end }: TrimRange, length: number, bytes: number): number =>
  length > 0 ? Math.round((bytes * (end - start)) / length) : bytes;

/** Returns where the pictures of a film strip are taken, in seconds: in the middle of equal parts. */
export const pictureTimes = (length: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => ((index + 0.5) * length) / count);
