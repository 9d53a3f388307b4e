import type { EditDocument } from "@stillreel/contract";
import { isPlainClip, type PlacedClip, speedOf, timeMapOf } from "@stillreel/video-editor/core";
import type { VideoOutline } from "../../platform/ports/video.port.ts";
import type { Section } from "./render.section.ts";
import { clipSections, withSteadyBoxes } from "./render.sections.plan.ts";
import type { RenderSource } from "./render.types.ts";

/** Tolerance in seconds for times that should be those of a frame. */
const SAME_S = 0.002;
/** Shortest run of packets that is copied, in seconds. Shorter ones are encoded with their neighbours. */
const COPY_MIN_S = 1;

/** A part of the edited video whose packets are copied, or whose frames are encoded. */
export interface CutPart {
  /** Start and end in seconds of the source. */
  from: number;
  to: number;
  /** Start and end in the edited video. */
  at: number;
  until: number;
  /** Null: the packets are copied. */
  section: Section | null;
  /** The frames are those of the source: the first one may begin before `from`. Otherwise they are changed, and begin at `at`. */
  isSame: boolean;
}

/** Consecutive frames that are the source's own, or that are changed: by another speed, a fade, an effect, or because they are of another item. */
export interface PictureRun {
  placed: PlacedClip;
  /** Start and end in seconds of the source, and in the edited video. */
  start: number;
  end: number;
  at: number;
  until: number;
  /** Null: the frames are not changed. */
  changed: Section | null;
}

const continues = (one: { end: number }, start: number): boolean => Math.abs(one.end - start) < 1e-6;

/** Returns the clips, without the borders between unchanged clips that continue each other. */
export function mergedClips(document: EditDocument): PlacedClip[] {
  const merged: PlacedClip[] = [];
  for (const placed of timeMapOf(document).clips) {
    const last = merged.at(-1);
    const isNext = last && isPlainClip(last.clip) && isPlainClip(placed.clip) && continues(last.clip, placed.clip.start);
    if (isNext) merged.splice(-1, 1, { ...last, to: placed.to, clip: { ...last.clip, end: placed.clip.end } });
    else merged.push(placed);
  }
  return merged;
}

/** Returns whether a document and its source allow to copy pictures. */
export const allowsCopies = (document: EditDocument, source: RenderSource): source is RenderSource & { type: "video" } =>
  document.crop === null &&
  document.rotate === 0 &&
  document.frame === null &&
  source.type === "video" &&
  source.probe.mimeType === "video/mp4" &&
  source.probe.videoCodec === "avc" &&
  source.probe.rotation === 0;

/** Returns whether a section shows the frames of the edited video's source as they are. */
function isUnchanged({ placed, first, count, effects }: Section, rate: number): boolean {
  const { clip, from, to } = placed;
  const { fadeIn = 0, fadeOut = 0 } = clip;
  const isFaded = (fadeIn > 0 && first / rate < from + fadeIn - SAME_S) || (fadeOut > 0 && (first + count) / rate > to - fadeOut + SAME_S);
  return effects.length === 0 && clip.itemId === undefined && speedOf(clip) === 1 && !isFaded;
}

/** Divides a clip. Only at its borders may a run begin between two frames of the grid. */
function runsOfClip(document: EditDocument, placed: PlacedClip, rate: number): PictureRun[] {
  const { clip, from, to } = placed;
  const whole: PictureRun = { placed, start: clip.start, end: clip.end, at: from, until: to, changed: null };
  const sections = clipSections(document, placed, rate);
  if (sections.every((section) => isUnchanged(section, rate)) && clip.itemId === undefined && speedOf(clip) === 1) return [whole];
  return sections.map((section, index) => {
    const at = index === 0 ? from : section.first / rate;
    const until = index === sections.length - 1 ? to : (section.first + section.count) / rate;
    const sourceOf = (time: number): number => clip.start + (time - from) * speedOf(clip);
    const range = { placed, start: sourceOf(at), end: sourceOf(until), at, until };
    if (isUnchanged(section, rate)) return { ...range, changed: null };
    // A frame at the very end would have no time before the next run.
    const count = Math.max(1, Math.min(section.count, Math.ceil((until - SAME_S) * rate) - section.first));
    return { ...range, changed: { ...section, count } };
  });
}

/** Divides a document into runs of pictures that are changed or not. Unchanged runs that continue each other are one. */
export function pictureRuns(document: EditDocument, rate: number): PictureRun[] {
  const steady = withSteadyBoxes(document);
  const runs: PictureRun[] = [];
  for (const placed of timeMapOf(document).clips)
    for (const run of runsOfClip(steady, placed, rate)) {
      const last = runs.at(-1);
      if (last && last.changed === null && run.changed === null && continues(last, run.start))
        runs.splice(-1, 1, { ...last, end: run.end, until: run.until });
      else runs.push(run);
    }
  return runs;
}

/** Returns the ends of the runs that are not changed, in seconds of the source. */
export const endsOf = (runs: readonly PictureRun[]): number[] => runs.flatMap(({ changed, end }) => (changed === null ? [end] : []));

/**
 * Divides the unchanged runs: only what is before the first keyframe of a run, and the last few frames that need later ones, is encoded.
 * @param outline with a stop for each of {@link endsOf}
 */
export function cutsPlan(runs: readonly PictureRun[], { keys, stops }: VideoOutline, rate: number, duration: number): CutPart[] {
  let count = 0;
  return runs.flatMap(({ placed, start, end, at, until, changed }) => {
    if (changed) return [{ from: start, to: end, at: changed.first / rate, until, section: changed, isSame: false }];
    const stop = stops[(count += 1) - 1];
    const first = keys.find((key) => key >= start - SAME_S);
    const last = end >= duration - SAME_S ? end : stop;
    const part = (from: number, to: number, isCopied: boolean): CutPart => ({
      from,
      to,
      at: at + from - start,
      until: at + to - start,
      section: isCopied ? null : encodedSection(placed, from, to, rate),
      isSame: true,
    });
    if (first === undefined || last === undefined || last - first < COPY_MIN_S) return [part(start, end, false)];
    return [
      ...(first > start + SAME_S ? [part(start, first, false)] : []),
      part(first, last, true),
      ...(end > last + SAME_S ? [part(last, end, false)] : []),
    ];
  });
}

/** Returns the frames of the source between two times, on the source's own grid. */
function encodedSection(placed: PlacedClip, from: number, to: number, rate: number): Section {
  const first = Math.floor(from * rate + SAME_S * rate);
  const count = Math.max(1, Math.ceil((to - SAME_S) * rate) - first);
  // Without the fades of its clip, which concern other runs.
  return { placed: { ...placed, clip: { start: from, end: to } }, first: 0, count, at: first / rate, step: 1 / rate, effects: [] };
}
