import type { StoredSegment } from "../../platform/db/schema/index.ts";
import { wordsIn } from "./transcripts.words.ts";

/** Limits of one caption: characters of a line, lines, and seconds. */
const LINE_MAX = 42;
const LINES_MAX = 2;
const SECONDS_MAX = 7;
/** Shortest time of a caption in milliseconds. */
const SHORTEST_MS = 200;

interface Cue {
  start: number;
  end: number;
  lines: string[];
}

/** Words with times; evenly distributed when the times are unknown. */
function timedWords({ start, end, text, words }: StoredSegment): { start: number; end: number; text: string }[] {
  if (words !== undefined) return words;
  const tokens = wordsIn(text);
  const letters = tokens.reduce((sum, token) => sum + token.length, 0);
  let at = start;
  return tokens.map((token) => {
    const from = at;
    at += ((end - start) * token.length) / Math.max(1, letters);
    return { start: from, end: at, text: token };
  });
}

/** Returns a segment as captions of at most two lines and seven seconds. Spaces are those of the text. */
function cuesOf(segment: StoredSegment): Cue[] {
  const cues: Cue[] = [];
  let from = 0;
  for (const word of timedWords(segment)) {
    const at = segment.text.indexOf(word.text, from);
    const gap = at > from ? " " : "";
    from = Math.max(from, at) + word.text.length;
    const cue = cues.at(-1);
    const line = cue?.lines.at(-1);
    const isFull = cue === undefined || line === undefined || word.end - cue.start > SECONDS_MAX;
    if (!isFull && line.length + gap.length + word.text.length <= LINE_MAX) {
      cue.lines[cue.lines.length - 1] = line + gap + word.text;
      cue.end = word.end;
    } else if (!isFull && cue.lines.length < LINES_MAX) {
      cue.lines.push(word.text);
      cue.end = word.end;
    } else cues.push({ start: word.start, end: word.end, lines: [word.text] });
  }
  return cues;
}

function timeText(seconds: number): string {
  const total = Math.round(seconds * 1000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${two(total / 3_600_000)}:${two((total / 60_000) % 60)}:${two((total / 1000) % 60)}.${String(total % 1000).padStart(3, "0")}`;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Writes a transcript as WebVTT. */
export function captionsOf(segments: readonly StoredSegment[]): string {
  const cues = segments.flatMap(cuesOf);
  const written = cues.map((cue, index) => {
    const next = cues[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const end = Math.max(cue.end, Math.min(cue.start + SHORTEST_MS / 1000, next));
    const visible = end > cue.start ? end : cue.start + 0.001;
    return `${timeText(cue.start)} --> ${timeText(visible)}\n${cue.lines.map(escaped).join("\n")}\n`;
  });
  return ["WEBVTT\n", ...written].join("\n");
}
