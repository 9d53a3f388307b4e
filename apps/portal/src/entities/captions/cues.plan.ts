import { formatClock, parseCaptions, parseStart, type Cue } from "@stillreel/watch/core";

/** A caption in edit mode. */
export interface DraftCue {
  /** Stable across changes. */
  key: string;
  /** Seconds. */
  from: number;
  to: number;
  text: string;
}

/** Error of a caption; keys of `video:captions.rules`. */
export type CueFault = "order" | "empty";

/** Duration of a new caption in seconds. */
const NEW_CUE_S = 3;

let keys = 0;
const keyed = (cue: Omit<DraftCue, "key">): DraftCue => ({ ...cue, key: `cue-${(keys += 1)}` });

/** Parses WebVTT or SubRip. */
export function cuesFromFile(text: string): DraftCue[] {
  return parseCaptions(text.replace(/^\uFEFF/u, "")).map(({ from, to, lines }: Cue) => keyed({ from, to, text: lines.join("\n") }));
}

/** Creates a caption at a second: three seconds long, or until the next caption. */
export function cueAt(cues: readonly DraftCue[], seconds: number): DraftCue {
  const from = Math.round(seconds * 10) / 10;
  const next = cues.find((cue) => cue.from > from)?.from ?? Number.POSITIVE_INFINITY;
  return keyed({ from, to: Math.max(from + 0.5, Math.min(from + NEW_CUE_S, next)), text: "" });
}

/** Sorts captions by time. */
export const inOrder = (cues: readonly DraftCue[]): DraftCue[] => cues.toSorted((one, other) => one.from - other.from);

/** Returns the errors of a caption. */
export function faultsOf({ from, to, text }: DraftCue): CueFault[] {
  return [...(to > from ? [] : (["order"] as const)), ...(text.trim() === "" ? (["empty"] as const) : [])];
}

/** Formats seconds with milliseconds in WebVTT syntax. */
function vttTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(thousandths / 3_600_000), Math.floor(thousandths / 60_000) % 60, thousandths % 60_000];
  return `${two(hours)}:${two(minutes)}:${two(Math.floor(rest / 1000))}.${String(rest % 1000).padStart(3, "0")}`;
}

/** Formats captions as a WebVTT file. */
export function cuesAsVtt(cues: readonly DraftCue[]): string {
  const blocks = inOrder(cues).map(({ from, to, text }) => {
    // An empty line would end the caption, and an arrow would start another.
    const lines = text
      .trim()
      .split(/\n+/u)
      .map((line) => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("-->", "--&gt;"));
    return `${vttTime(from)} --> ${vttTime(to)}\n${lines.join("\n")}`;
  });
  return `WEBVTT\n\n${blocks.join("\n\n")}\n`;
}

/** Formats a caption time to the tenth: "1:12.5". */
export const cueTime = (seconds: number): string => {
  const tenths = Math.round(seconds * 10);
  return tenths % 10 === 0 ? formatClock(tenths / 10) : `${formatClock(Math.floor(tenths / 10))}.${tenths % 10}`;
};

/** Parses "1:12.5"; null for anything else. */
export function readCueTime(text: string): number | null {
  const match = /^(.*?)(?:[.,](\d{1,3}))?$/u.exec(text.trim());
  const whole = parseStart(match?.[1]);
  return whole === null ? null : whole + Number(`0.${match?.[2] ?? "0"}`);
}
