import { CLIP_MIN_S, CLIPS_MAX, SPEED_MAX, SPEED_MIN, type EditClip, type EditDocument } from "@stillreel/contract";
import type { Range } from "./time-map.ts";
import { sourceIn, type RemovedSegment, type Segment, type Timeline } from "./timeline.ts";

/** Times are stored in microseconds, so that the last digits of computed times do not make documents differ. */
export const rounded = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

type Clips = EditClip[];

/** A part of one clip, in seconds of its source. */
export interface ClipPart extends Range {
  index: number;
}

const isLong = ({ start, end }: Pick<EditClip, "start" | "end">): boolean => end - start >= CLIP_MIN_S;

/** Returns two clips instead of one, or null where no clip can be divided. */
export function splitClip(clips: Clips, index: number, at: number): EditClip[] | null {
  const clip = clips[index];
  if (!clip || clips.length >= CLIPS_MAX) return null;
  const { fadeIn, fadeOut, ...rest } = clip;
  const left: EditClip = { ...rest, ...(fadeIn !== undefined ? { fadeIn } : {}), end: rounded(at) };
  const right: EditClip = { ...rest, ...(fadeOut !== undefined ? { fadeOut } : {}), start: rounded(at) };
  return isLong(left) && isLong(right) ? clips.toSpliced(index, 1, left, right) : null;
}

/** Returns the clip without a range of its source: none, one or two clips. */
function clipWithout(clip: EditClip, { from, to }: Range): EditClip[] {
  if (to <= clip.start || from >= clip.end) return [clip];
  const { fadeIn, fadeOut, ...rest } = clip;
  const left: EditClip = { ...rest, ...(fadeIn !== undefined ? { fadeIn } : {}), end: rounded(from) };
  const right: EditClip = { ...rest, ...(fadeOut !== undefined ? { fadeOut } : {}), start: rounded(to) };
  return [left, right].filter(isLong);
}

/** Removes parts of clips. Null when nothing would be left, or there would be too many clips. */
export function withoutParts(clips: Clips, parts: readonly ClipPart[]): EditClip[] | null {
  const byIndex = Map.groupBy(parts, ({ index }) => index);
  const left = clips.flatMap((clip, index) => {
    let pieces = [clip];
    for (const part of byIndex.get(index) ?? []) pieces = pieces.flatMap((piece) => clipWithout(piece, part));
    return pieces;
  });
  return left.length > 0 && left.length <= CLIPS_MAX ? left : null;
}

/** Removes ranges of a source from every clip that shows them. */
export const withoutSource = (clips: Clips, itemId: string | undefined, ranges: readonly Range[]): EditClip[] | null =>
  withoutParts(
    clips,
    clips.flatMap((clip, index) => (clip.itemId === itemId ? ranges.map((range) => ({ ...range, index })) : [])),
  );

/** Returns the parts of clips inside of a range of the timeline. */
export const partsIn = ({ segments }: Timeline, { from, to }: Range): ClipPart[] =>
  segments.flatMap((segment) => {
    if (segment.kind !== "clip" || segment.to <= from || segment.from >= to) return [];
    return [
      { index: segment.index, from: sourceIn(segment, Math.max(from, segment.from)), to: sourceIn(segment, Math.min(to, segment.to)) },
    ];
  });

const isAlike = (one: EditClip, other: EditClip): boolean =>
  one.itemId === other.itemId && one.speed === other.speed && one.volume === other.volume && !one.fadeOut && !other.fadeIn;

/** Joins a clip and the next one if the second continues the first. */
function joinedAt(clips: EditClip[], index: number): EditClip[] {
  const [one, other] = [clips[index], clips[index + 1]];
  if (!one || !other || Math.abs(one.end - other.start) > 1e-6 || !isAlike(one, other)) return clips;
  const { fadeOut } = other;
  return clips.toSpliced(index, 2, { ...one, end: other.end, ...(fadeOut !== undefined ? { fadeOut } : {}) });
}

/** Shows a range of the edited video's own source again. It extends the clip before or after it, or is a new clip. */
export function withBroughtBack(clips: Clips, { from, to }: Range, position = clips.length): EditClip[] {
  const isOwn = ({ itemId }: EditClip): boolean => itemId === undefined;
  const before = clips.findLastIndex((clip) => isOwn(clip) && Math.abs(clip.end - from) < 1e-4);
  if (before !== -1) return joinedAt(clips.with(before, { ...(clips[before] as EditClip), end: rounded(to) }), before);
  const after = clips.findIndex((clip) => isOwn(clip) && Math.abs(clip.start - to) < 1e-4);
  if (after !== -1) return joinedAt(clips.with(after, { ...(clips[after] as EditClip), start: rounded(from) }), after - 1);
  if (to - from < CLIP_MIN_S || clips.length >= CLIPS_MAX) return clips;
  return clips.toSpliced(position, 0, { start: rounded(from), end: rounded(to) });
}

/** Moves a clip to another place in the playing order. `to` is its index afterwards. */
export function withMovedClip(clips: Clips, from: number, to: number): EditClip[] {
  const clip = clips[from];
  if (!clip) return clips;
  return clips.toSpliced(from, 1).toSpliced(Math.min(clips.length - 1, Math.max(0, to)), 0, clip);
}

/**
 * Moves an edge of a clip to a second of its source. The edge stops at the ends of the source, at the neighbouring clip of the same
 * source in the playing order, and before the clip's other edge.
 */
export function withEdge(clips: Clips, index: number, edge: "start" | "end", at: number, sourceLength: number): EditClip[] {
  const clip = clips[index];
  if (!clip) return clips;
  const [previous, next] = [clips[index - 1], clips[index + 1]];
  const isBefore = previous && previous.itemId === clip.itemId && previous.end <= clip.start + 1e-6;
  const isAfter = next && next.itemId === clip.itemId && next.start >= clip.end - 1e-6;
  const low = edge === "end" ? clip.start + CLIP_MIN_S : isBefore ? previous.end : 0;
  const high = edge === "start" ? clip.end - CLIP_MIN_S : isAfter ? next.start : sourceLength;
  const stopped = rounded(Math.min(high, Math.max(low, at)));
  return stopped === clip[edge] ? clips : clips.with(index, { ...clip, [edge]: stopped });
}

/** Properties of a clip that the user sets. */
export type ClipSettings = Partial<Pick<EditClip, "speed" | "volume" | "fadeIn" | "fadeOut" | "end">>;

/** Changes properties of clips. Default values are removed, so that an unchanged clip equals a new one. */
export const withClipSettings = (clips: Clips, indexes: readonly number[], settings: ClipSettings): EditClip[] =>
  clips.map((clip, index) => {
    if (!indexes.includes(index)) return clip;
    const { speed = 1, volume = 1, fadeIn = 0, fadeOut = 0, ...rest } = { ...clip, ...settings };
    return {
      ...rest,
      ...(speed !== 1 ? { speed: Math.min(SPEED_MAX, Math.max(SPEED_MIN, speed)) } : {}),
      ...(volume !== 1 ? { volume } : {}),
      ...(fadeIn > 0 ? { fadeIn } : {}),
      ...(fadeOut > 0 ? { fadeOut } : {}),
    };
  });

/** Returns the range of the source that a removed part shows. */
export const rangeOf = ({ start, end }: RemovedSegment): Range => ({ from: start, to: end });

/** Returns the index at which a clip is inserted at a second of the timeline: before or after the segment there, whichever is nearer. */
export function insertionAt(segment: Segment, time: number, segments: readonly Segment[]): number {
  const isLate = time > (segment.from + segment.to) / 2;
  if (segment.kind === "clip") return isLate ? segment.index + 1 : segment.index;
  const before = segments.findLast((one) => one.kind === "clip" && one.to <= segment.from + 1e-9);
  return before?.kind === "clip" ? before.index + 1 : 0;
}

/** Returns the names of chapters whose content is completely removed. */
export function removedChapters(
  { clips }: Pick<EditDocument, "clips">,
  chapters: readonly { at: number; name: string }[],
  duration: number,
): string[] {
  const own = clips.filter(({ itemId }) => itemId === undefined);
  return chapters
    .filter(({ at }, index) => {
      const to = chapters[index + 1]?.at ?? duration;
      return !own.some(({ start, end }) => start < to && end > at);
    })
    .map(({ name }) => name);
}
