/** One caption: its lines and the time in which they are shown. */
export interface Cue {
  from: number;
  to: number;
  lines: string[];
}

const TIME = /^(?:(\d+):)?(\d{2}):(\d{2})[.,](\d{3})$/u;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0", lrm: "\u200e", rlm: "\u200f" };

function seconds(text: string): number | null {
  const found = TIME.exec(text.trim());
  return found ? Number(found[1] ?? 0) * 3600 + Number(found[2]) * 60 + Number(found[3]) + Number(found[4]) / 1000 : null;
}

const plain = (text: string): string =>
  text.replaceAll(/<[^>]*>/gu, "").replaceAll(/&(\w+);/gu, (whole, name: string) => ENTITIES[name] ?? whole);

/** Parses WebVTT: times and texts. Positions and styles are ignored, because the player draws all captions in one style. */
export function parseCaptions(text: string): Cue[] {
  const cues: Cue[] = [];
  for (const block of text
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
    .split(/\n{2,}/u)) {
    const lines = block.split("\n");
    const at = lines.findIndex((line) => line.includes("-->"));
    if (at < 0 || at > 1) continue;
    const [start = "", end = ""] = (lines[at] ?? "").split("-->");
    const from = seconds(start);
    const to = seconds(end.trim().split(/\s/u)[0] ?? "");
    const words = lines
      .slice(at + 1)
      .map(plain)
      .filter((line) => line.trim() !== "");
    if (from !== null && to !== null && to > from && words.length > 0) cues.push({ from, to, lines: words });
  }
  return cues.toSorted((a, b) => a.from - b.from);
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
const timeOf = (time: number): string => {
  const ms = Math.round(time * 1_000);
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)},${String(ms % 1_000).padStart(3, "0")}`;
};

/** Writes captions as SubRip (.srt). */
export const subRipOf = (cues: readonly Cue[]): string =>
  cues.map(({ from, to, lines }, index) => `${index + 1}\n${timeOf(from)} --> ${timeOf(to)}\n${lines.join("\n")}\n`).join("\n");

/** Returns the lines that are shown at a second. */
export const linesAt = (cues: readonly Cue[], time: number): string[] =>
  cues.filter(({ from, to }) => from <= time && time < to).flatMap(({ lines }) => lines);

/** Returns the best track for a viewer: the same language, the same one without its region, or the first one. */
export function bestTrack<T extends { language: string }>(tracks: readonly T[], language: string): T | undefined {
  const wanted = language.toLowerCase();
  const bare = wanted.split("-")[0];
  return (
    tracks.find((track) => track.language.toLowerCase() === wanted) ??
    tracks.find((track) => track.language.toLowerCase().split("-")[0] === bare) ??
    tracks[0]
  );
}

/** Returns whether the lines are equal. */
export const isSameText = (lines: readonly string[], others: readonly string[]): boolean =>
  lines.length === others.length && lines.every((line, index) => line === others[index]);
