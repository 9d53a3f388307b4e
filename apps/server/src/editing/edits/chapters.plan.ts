import type { EditDocument } from "@stillreel/contract";
import type { SourcePosition, TimelineChange } from "../../platform/ports/timeline.port.ts";

/** A chapter of an item. */
export interface Chapter {
  timestamp: number;
  name: string;
}

/** A chapter at its place in a source. */
type SourceChapter = SourcePosition & { name: string };

/** Tolerance of the milliseconds that timestamps are rounded to. */
const SAME_S = 0.002;

/** Returns each chapter with the time at which the video shows its first remaining part; without chapters that are removed completely. */
function placed(chapters: readonly SourceChapter[], change: TimelineChange, ends: (itemId: string | undefined) => number): Chapter[] {
  const found = chapters.flatMap(({ itemId, at, name }) => {
    const later = chapters.filter((other) => other.itemId === itemId && other.at > at).map((other) => other.at);
    const to = Math.min(ends(itemId), ...later);
    const starts = change.rangesOf({ itemId, from: at, to }).map(({ from }) => from);
    return starts.length === 0 ? [] : [{ timestamp: Math.round(Math.min(...starts) * 1_000) / 1_000, name }];
  });
  const sorted = found.toSorted((one, other) => one.timestamp - other.timestamp);
  // Of several chapters at one time, the last one names what follows.
  return sorted.filter((chapter, index) => sorted[index + 1]?.timestamp !== chapter.timestamp);
}

/**
 * Returns the chapters of a video after a change, and their places in its sources for the next one. Chapters that a document sets win.
 * @param given.shown the item's chapters before the change, which a user may have changed since the last one
 * @param given.known chapters of the unedited video as they were known at the last change, in seconds of it
 */
export function followChapters(
  given: { shown: readonly Chapter[]; known: readonly Chapter[] | null; document: EditDocument | null; durationS: number },
  change: { now: TimelineChange; last: TimelineChange },
): { chapters: Chapter[]; known: Chapter[] } {
  const { shown, document, durationS } = given;
  const known = given.known ?? [];
  // Where the last change put the known chapters.
  const before = known.map(({ timestamp: at, name }) => ({
    at,
    name,
    shown: placed([{ at, name }], change.last, () => nextOf(known, at, durationS))[0],
  }));
  const sources: SourceChapter[] = shown.map(({ timestamp, name }) => {
    const same = before.find((one) => one.name === name && one.shown !== undefined && Math.abs(one.shown.timestamp - timestamp) < SAME_S);
    return same ? { at: same.at, name } : { ...change.now.sourceOf(timestamp), name };
  });
  // Chapters of parts that were not shown come back with those parts.
  const hidden: SourceChapter[] = before.filter((one) => one.shown === undefined).map(({ at, name }) => ({ at, name }));
  const all = [...sources, ...hidden].toSorted((one, other) => one.at - other.at);
  const own = all.filter(({ itemId }) => itemId === undefined).map(({ at, name }) => ({ timestamp: at, name }));
  const chosen = document?.chapters ? document.chapters.map(({ at, name }) => ({ at, name })) : all;
  return {
    chapters: placed(chosen, change.now, (itemId) => (itemId === undefined ? durationS : Number.POSITIVE_INFINITY)),
    known: document?.chapters ? document.chapters.map(({ at, name }) => ({ timestamp: at, name })) : own,
  };
}

const nextOf = (chapters: readonly Chapter[], at: number, end: number): number =>
  Math.min(end, ...chapters.filter(({ timestamp }) => timestamp > at).map(({ timestamp }) => timestamp));
