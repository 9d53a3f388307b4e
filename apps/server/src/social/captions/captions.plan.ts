/**
 * Reads WebVTT and SubRip and writes plain WebVTT: times, positions and five harmless tags. Everything else (styles,
 * notes, regions, identifiers, other tags) is dropped, and every character with a special meaning is escaped.
 */

/** Maximum number of reported issues. */
const COMPLAINTS_MAX = 20;
/** Maximum nesting depth of tags. */
const DEPTH_MAX = 16;
/** Maximum hours of a timestamp. */
const HOURS_MAX = 999;

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s+(.*?))?\s*$`, "u");
const SETTING =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,5}(?:\.\d{1,6})?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d{1,6})?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d{1,6})?%|align:(?:start|center|end|left|right))$/u;
/** Matches an allowed tag, any other tag, a timestamp inside a cue, or a SubRip position. */
const MARK =
  /<(\/?)([A-Za-z]{1,16})((?:\.[\p{L}\p{N}_-]{1,32})*)(?:[ \t]+([^<>\n]{0,200}))?\/?>|<[\d:.]{1,16}>|<(?:\/|![^<>]*)?>|\{\\[^{}\n]{0,40}\}/gu;
const RETAINED_TAGS = new Set(["b", "i", "u", "v", "c"]);
const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": "\u00a0",
  "&lrm;": "\u200e",
  "&rlm;": "\u200f",
};

/** Result of parsing: the captions as WebVTT, or the reasons why they are invalid. */
export interface ReadCaptions {
  vtt: string;
  complaints: string[];
}

/** A cue of captions. */
export interface Cue {
  startMs: number;
  endMs: number;
  settings: string;
  text: string;
}

/** Consecutive lines, with the number of the first line, starting at 1. */
interface Block {
  at: number;
  lines: string[];
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") open = undefined;
    else if (open) open.lines.push(line);
    else blocks.push((open = { at: index + 1, lines: [line] }));
  });
  return blocks;
}

function millisecondsOf(hours: string | undefined, minutes: string | undefined, seconds: string | undefined, rest: string | undefined) {
  const [h, m, s] = [Number(hours ?? 0), Number(minutes), Number(seconds)];
  return h > HOURS_MAX || m > 59 || s > 59 ? null : ((h * 60 + m) * 60 + s) * 1000 + Number((rest ?? "").padEnd(3, "0"));
}

/** Formats a time as a WebVTT timestamp. */
function timeText(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
}

/** Escapes all characters that WebVTT could read as markup. */
function plain(text: string): string {
  const decoded = text.replace(/&(?:amp|lt|gt|quot|#39|nbsp|lrm|rlm);/gu, (entity) => ENTITIES[entity] ?? entity);
  return decoded
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/gu, "")
    .replace(/[&<>]/gu, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "");
}

/** Returns the lines of a cue with the allowed tags, all of them closed. */
function cueText(source: string): string {
  const open: string[] = [];
  let text = "";
  let from = 0;
  for (const mark of source.matchAll(MARK)) {
    text += plain(source.slice(from, mark.index));
    from = mark.index + mark[0].length;
    const [, slash, name = "", classes = "", annotation = ""] = mark;
    const tag = name.toLowerCase();
    if (!RETAINED_TAGS.has(tag)) continue;
    if (slash !== "/") {
      if (open.length >= DEPTH_MAX) continue;
      const voice = tag === "v" ? plain(annotation).trim() : "";
      text += `<${tag}${classes}${voice === "" ? "" : ` ${voice}`}>`;
      open.push(tag);
    } else if (open.includes(tag)) {
      // Tags that were opened later are closed first.
      for (let last = open.pop(); last !== undefined; last = last === tag ? undefined : open.pop()) text += `</${last}>`;
    }
  }
  text += plain(source.slice(from));
  for (const tag of open.toReversed()) text += `</${tag}>`;
  return text.replace(/^[ \t]*\n+|\n+[ \t]*$/gu, "");
}

/** Returns the lines of a cue as plain text. */
export const linesOf = ({ text }: Pick<Cue, "text">): string[] =>
  text
    .replace(/<[^<>]*>/gu, "")
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp|lrm|rlm);/gu, (entity) => ENTITIES[entity] ?? entity)
    .split("\n")
    .filter((line) => line.trim() !== "");

const hasText = (text: string): boolean => text.replace(/<[^<>]*>/gu, "").trim() !== "";

/** Parses a block as a cue. Returns a message when it is invalid, or null when it holds no cue. */
function cueOf({ at, lines }: Block, isVtt: boolean): Cue | string | null {
  const first = lines[0] ?? "";
  if (isVtt && /^(?:NOTE|STYLE|REGION)(?:\s|$)/u.test(first)) return null;
  // The timing line may follow one line with a number or a name.
  const index = lines.slice(0, 2).findIndex((line) => line.includes("-->"));
  if (index < 0) return `Line ${at}: a time such as 00:01.000 --> 00:04.000 is missing.`;
  const timing = TIMING.exec(lines[index] ?? "");
  const startMs = timing && millisecondsOf(timing[1], timing[2], timing[3], timing[4]);
  const endMs = timing && millisecondsOf(timing[5], timing[6], timing[7], timing[8]);
  if (startMs === null || endMs === null) return `Line ${at + index}: this time cannot be read.`;
  if (endMs <= startMs) return `Line ${at + index}: the end must come after the start.`;
  const settings = (isVtt ? (timing?.[9] ?? "") : "").split(/\s+/u).filter((setting) => SETTING.test(setting));
  const text = cueText(lines.slice(index + 1).join("\n"));
  return hasText(text) ? { startMs, endMs, settings: settings.map((setting) => ` ${setting}`).join(""), text } : null;
}

/** Parses captions in both formats and writes them as WebVTT in order of time. */
export function readCaptions(source: string): ReadCaptions {
  const text = source.replace(/^\ufeff/u, "").replace(/\r\n?/gu, "\n");
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/u.test(text);
  const blocks = blocksOf(text);
  // The first block of WebVTT is its header.
  const found = (isVtt ? blocks.slice(1) : blocks).map((block) => cueOf(block, isVtt));
  const complaints = found.filter((cue) => typeof cue === "string").slice(0, COMPLAINTS_MAX);
  const cues = found
    .filter((cue): cue is Cue => typeof cue === "object" && cue !== null)
    .toSorted((one, other) => one.startMs - other.startMs);
  if (cues.length === 0 && complaints.length === 0) complaints.push("There are no captions in this text.");
  return { vtt: writeCues(cues), complaints };
}

/** Writes cues as WebVTT. */
export function writeCues(cues: readonly Cue[]): string {
  const written = cues.map((cue) => `${timeText(cue.startMs)} --> ${timeText(cue.endMs)}${cue.settings}\n${cue.text}\n`);
  return ["WEBVTT\n", ...written].join("\n");
}

/** Returns the cues of stored captions, in order of time. */
export function storedCues(vtt: string): Cue[] {
  const found = blocksOf(vtt)
    .slice(1)
    .map((block) => cueOf(block, true));
  return found.filter((cue) => typeof cue === "object" && cue !== null);
}
