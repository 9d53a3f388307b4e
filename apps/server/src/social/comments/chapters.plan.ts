import { CHAPTER_MIN_S, CHAPTERS_MIN, CHAPTERS_VIDEO_MIN_S, type FieldIssue, type ItemType } from "@stillreel/contract";

export interface PlannedChapter {
  timestamp: number;
  name: string;
}

/** Rounding tolerance of fractional seconds. */
const ROUNDING_S = 0.001;
const issue = (field: string, code: string, message: string): FieldIssue => ({ field, code, message });

/**
 * Returns the validation issues of a video's chapters (spec §5). Hidden chapters are a draft without limits on number,
 * length or order.
 * @param durationS length of the video, or null while unknown
 */
export function complaintsAbout(
  video: { type: ItemType; durationS: number | null },
  given: { enabled: boolean; chapters: readonly PlannedChapter[] },
): FieldIssue[] {
  if (video.type !== "video") return [issue("chapters", "no-video", "Only videos have chapters.")];
  if (!given.enabled) return [];
  const { chapters } = given;
  if (video.durationS === null) return [issue("chapters", "no-duration", "The length of the video is not known yet.")];
  if (video.durationS < CHAPTERS_VIDEO_MIN_S)
    return [issue("chapters", "video-too-short", `The video must be at least ${CHAPTERS_VIDEO_MIN_S} seconds long.`)];
  const complaints: FieldIssue[] = [];
  if (chapters.length < CHAPTERS_MIN) complaints.push(issue("chapters", "too-few", `At least ${CHAPTERS_MIN} chapters are needed.`));
  if (chapters.length > 0 && chapters[0]?.timestamp !== 0)
    complaints.push(issue("chapters.0.timestamp", "not-at-start", "The first chapter starts at 00:00."));
  chapters.forEach((chapter, index) => {
    const end = chapters[index + 1]?.timestamp ?? video.durationS ?? 0;
    const next = Math.min(index + 1, chapters.length - 1);
    if (index + 1 < chapters.length && end <= chapter.timestamp)
      complaints.push(issue(`chapters.${next}.timestamp`, "not-ascending", "Every chapter starts after the one before."));
    else if (end - chapter.timestamp < CHAPTER_MIN_S - ROUNDING_S)
      complaints.push(issue(`chapters.${next}.timestamp`, "too-short", `Every chapter is at least ${CHAPTER_MIN_S} seconds long.`));
  });
  return complaints;
}
