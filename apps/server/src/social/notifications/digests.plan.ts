import type { NotificationDigest } from "@stillreel/contract";

const DAY_MS = 86_400_000;
/** A week, and the days before and after it. */
const DAYS_MAX = 9;

/** Calendar date and time in a time zone, as the milliseconds of the same time in UTC. */
function localMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
}

/** Returns the instant of a local time. A time that occurs twice is the first one; one that is skipped is as much later as was skipped. */
function instantOf(local: number, timeZone: string): number {
  const offsetAt = (at: number): number => localMs(at, timeZone) - at;
  const offsets = [offsetAt(local - DAY_MS), offsetAt(local + DAY_MS)];
  const matching = offsets.map((offset) => local - offset).filter((at) => localMs(at, timeZone) === local);
  return matching.length > 0 ? Math.min(...matching) : local - (offsets[0] ?? 0);
}

/** Returns the first time of a digest after a time, or null when the user wants none. */
export function nextDigestAt({ frequency, weekday, hour, timeZone }: NotificationDigest, after: Date): Date | null {
  if (frequency === "never") return null;
  const afterMs = after.getTime();
  const today = Math.floor(localMs(Math.floor(afterMs / 1_000) * 1_000, timeZone) / DAY_MS) * DAY_MS;
  for (let days = 0; days <= DAYS_MAX; days += 1) {
    const day = today + days * DAY_MS;
    // The number of Sunday is 0.
    if (frequency === "weekly" && new Date(day).getUTCDay() !== weekday % 7) continue;
    const at = instantOf(day + hour * 3_600_000, timeZone);
    if (at > afterMs) return new Date(at);
  }
  throw new Error(`No time was found for the digest after ${after.toISOString()} in ${timeZone}.`);
}

/** One notification of a digest. */
export interface DigestEntry {
  /** Title of its object. Null without one. */
  title: string | null;
  /** Path of its object, with the time of a video. Null without one. */
  path: string | null;
  sentence: string;
}

/** The notifications about one object. */
export interface DigestSection {
  title: string | null;
  path: string | null;
  sentences: string[];
}

/** Groups notifications by their object, in the order of the first of each. */
export function groupDigest(entries: readonly DigestEntry[]): DigestSection[] {
  const sections = new Map<string, DigestSection>();
  for (const { title, path, sentence } of entries) {
    const address = path?.split("?", 1)[0] ?? null;
    const key = `${address ?? ""} ${title ?? ""}`;
    const section = sections.get(key) ?? { title, path: address, sentences: [] };
    section.sentences.push(sentence);
    sections.set(key, section);
  }
  return [...sections.values()];
}
