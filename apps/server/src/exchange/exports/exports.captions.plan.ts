import { EFFECTS_MAX, type EditDocument, type EditEffectOf } from "@stillreel/contract";
import { wholeVideo } from "@stillreel/video-editor/core";
import type { PlainCue } from "../../social/captions/index.ts";
import type { ExportRange } from "./exports.plan.ts";

/** Height of the letters, and of a line, as shares of the video's height. */
const FONT = 0.045;
const LINE = FONT * 1.3;
/** Lower edge of the captions. */
const BOTTOM = 0.95;

/** Returns the captions of a range. More than an edited video can have are left out from the end. */
const cuesOf = (cues: readonly PlainCue[], { from, to }: ExportRange): PlainCue[] =>
  cues.filter((cue) => cue.to > from && cue.from < to).slice(0, EFFECTS_MAX);

function effectOf({ from, to, lines }: PlainCue, index: number): EditEffectOf<"text"> {
  const height = LINE * lines.length;
  return {
    id: `cue-${index}`,
    kind: "text",
    start: from,
    end: to,
    x: 0.05,
    y: BOTTOM - height,
    width: 0.9,
    height,
    text: lines.join("\n"),
    size: FONT,
    color: "#FFFFFF",
    background: "#17161C",
    bold: false,
    align: "middle",
  };
}

/** Returns the document of a range with its captions drawn into the image. */
export const captionedRange = (cues: readonly PlainCue[], range: ExportRange): EditDocument => ({
  ...wholeVideo(range.to),
  clips: [{ start: range.from, end: range.to }],
  effects: cuesOf(cues, range).map(effectOf),
});
