import { CHAPTER_MIN_S, CHAPTER_NAME_MAX, CHAPTERS_MAX, CHAPTERS_MIN, CHAPTERS_VIDEO_MIN_S } from "@stillreel/contract";
import { formatClock, parseStart } from "@stillreel/watch/core";
import type { Chapter } from "../watch.queries.ts";

/** A chapter in edit mode. */
export interface DraftChapter extends Chapter {
  /** Stable across changes of name and time. */
  key: string;
}

/** A violated rule of spec §5; keys of `video:chapters.rules`. */
export type ChapterRule = "videoLength" | "unknownLength" | "count" | "tooMany" | "start" | "order" | "length" | "name" | "nameLength";

/** Tolerance for rounding of times in fractions of seconds. */
const ROUNDING_S = 0.001;

/** Returns the violated rules, with the chapter index where applicable. */
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

/** Sorts chapters by time. */
export const inOrder = <T extends Chapter>(chapters: readonly T[]): T[] =>
  chapters.toSorted((one, other) => one.timestamp - other.timestamp);

/** Returns chapters in the format of the API. */
export const plainChapters = (chapters: readonly Chapter[]): Chapter[] =>
  chapters.map(({ timestamp, name }) => ({ timestamp, name: name.trim() }));

/** Formats chapters as text: time and name per line. */
export const chaptersAsText = (chapters: readonly Chapter[]): string =>
  chapters.map(({ timestamp, name }) => `${formatClock(timestamp)} ${name}`.trimEnd()).join("\n");

/** Parses "0:00 Intro" line by line; `badLine` is the 1-based number of the first line without a time. */
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

/** Clamps a time to the video, in whole tenths of a second. */
export const withinVideo = (seconds: number, durationS: number | null): number =>
  Math.round(Math.max(0, Math.min(seconds, durationS ?? seconds)) * 10) / 10;

/** Returns whether two lists are equal. */
export const isSameChapters = (one: readonly Chapter[], other: readonly Chapter[]): boolean =>
  JSON.stringify(plainChapters(one)) === JSON.stringify(plainChapters(other));
