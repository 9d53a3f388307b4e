import { CHAPTER_MIN_S, CHAPTER_NAME_MAX, CHAPTERS_MAX, CHAPTERS_MIN, CHAPTERS_VIDEO_MIN_S } from "@stillreel/contract";
import { formatClock, parseStart } from "@stillreel/watch/core";
import type { Chapter } from "../watch.queries.ts";

/** A chapter that is being edited. */
export interface DraftChapter extends Chapter {
  /** Stays the same while name and time change. */
  key: string;
}

/** A rule of spec §5 that is broken; keys of `video:chapters.rules`. */
export type ChapterRule = "videoLength" | "unknownLength" | "count" | "tooMany" | "start" | "order" | "length" | "name" | "nameLength";

/** Tolerance for rounding of times in fractions of seconds. */
const ROUNDING_S = 0.001;

/** The rules that are broken, and for those about one chapter which. */
export function brokenRules(chapters: readonly Chapter[], durationS: number | null): { rule: ChapterRule; index: number | null }[] {
  const broken: { rule: ChapterRule; index: number | null }[] = [];
  const add = (rule: ChapterRule, index: number | null = null): void => void broken.push({ rule, index });
  if (durationS === null) add("unknownLength");
  else if (durationS < CHAPTERS_VIDEO_MIN_S) add("videoLength");
  if (chapters.length < CHAPTERS_MIN) add("count");
  if (chapters.length > CHAPTERS_MAX) add("tooMany");
  if (chapters[0] && chapters[0].timestamp !== 0) add("start", 0);
  chapters.forEach(({ timestamp, name }, index) => {
    if (name.trim() === "") add("name", index);
    if (name.trim().length > CHAPTER_NAME_MAX) add("nameLength", index);
    const next = chapters[index + 1];
    const end = next?.timestamp ?? durationS;
    if (end === null) return;
    if (next && end <= timestamp) add("order", index + 1);
    else if (end - timestamp < CHAPTER_MIN_S - ROUNDING_S) add("length", index);
  });
  return broken;
}

/** Chapters in the order of time. */
export const inOrder = <T extends Chapter>(chapters: readonly T[]): T[] =>
  chapters.toSorted((one, other) => one.timestamp - other.timestamp);

/** As the server takes them. */
export const plainChapters = (chapters: readonly Chapter[]): Chapter[] =>
  chapters.map(({ timestamp, name }) => ({ timestamp, name: name.trim() }));

/** Chapters as text: a time and a name a line. */
export const chaptersAsText = (chapters: readonly Chapter[]): string =>
  chapters.map(({ timestamp, name }) => `${formatClock(timestamp)} ${name}`.trimEnd()).join("\n");

/** Reads "0:00 Intro" line by line; `badLine` is the number of the first line without a time, from 1. */
export function chaptersFromText(text: string): { chapters: Chapter[]; badLine: number | null } {
  const chapters: Chapter[] = [];
  let badLine: number | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const [, time, name = ""] = /^\s*\(?((?:\d{1,2}:)?\d{1,3}:\d{2})\)?\s*[-–—:.)]?\s*(.*)$/u.exec(line) ?? [];
    const seconds = parseStart(time);
    if (seconds === null) badLine ??= index + 1;
    else chapters.push({ timestamp: seconds, name: name.trim() });
  }
  return { chapters, badLine };
}

/** A time within a video, in whole tenths of a second. */
export const withinVideo = (seconds: number, durationS: number | null): number =>
  Math.round(Math.max(0, Math.min(seconds, durationS ?? seconds)) * 10) / 10;

/** Do two lists say the same? */
export const isSameChapters = (one: readonly Chapter[], other: readonly Chapter[]): boolean =>
  JSON.stringify(plainChapters(one)) === JSON.stringify(plainChapters(other));
