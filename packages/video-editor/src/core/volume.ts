import { CUT_FADE_S, type EditClip, type EditDocument } from "@stillreel/contract";
import { type PlacedClip, speedOf, type TimeMap } from "./time-map.ts";

/** Returns how much of a clip's picture is visible at a time of the edited video: 0 is black. Fades are even. */
export function fadeLevel({ clip, from, to }: PlacedClip, time: number): number {
  const { fadeIn = 0, fadeOut = 0 } = clip;
  const up = fadeIn > 0 ? (time - from) / fadeIn : 1;
  const down = fadeOut > 0 ? (to - time) / fadeOut : 1;
  return Math.min(1, Math.max(0, Math.min(up, down)));
}

/** Whether one clip continues another one without a cut in picture and sound. */
export const continues = (before: EditClip, after: EditClip): boolean =>
  before.itemId === after.itemId && Math.abs(after.start - before.end) < 0.001 && speedOf(before) === speedOf(after);

/** A volume at a time of the edited video. Between two points it changes evenly. */
export interface VolumePoint {
  time: number;
  volume: number;
}

/** Which ends of a clip are cuts, at which the sound fades for {@link CUT_FADE_S}. */
export interface ClipCuts {
  start: boolean;
  end: boolean;
}

/** Returns the volume of the video's own sound over a clip, with its fades and those at its cuts. */
export function volumePoints(document: Pick<EditDocument, "volume" | "audio">, placed: PlacedClip, cuts: ClipCuts): VolumePoint[] {
  const { clip, from, to } = placed;
  const base = document.audio?.mode === "replace" ? 0 : document.volume * (clip.volume ?? 1);
  const cut = Math.min(CUT_FADE_S, (to - from) / 2);
  const at = (time: number): number => {
    const up = cuts.start && cut > 0 ? (time - from) / cut : 1;
    const down = cuts.end && cut > 0 ? (to - time) / cut : 1;
    return base * Math.max(0, Math.min(1, up, down)) * fadeLevel(placed, time);
  };
  const { fadeIn = 0, fadeOut = 0 } = clip;
  const times = [from, from + cut, from + fadeIn, to - fadeOut, to - cut, to];
  return [...new Set(times.filter((time) => time >= from && time <= to))]
    .toSorted((one, other) => one - other)
    .map((time) => ({ time, volume: at(time) }));
}

/** {@link volumePoints} of a clip, with a fade at each end that is a cut. */
export function clipVolume(document: Pick<EditDocument, "volume" | "audio">, { clips }: TimeMap, index: number): VolumePoint[] {
  const [before, placed, after] = [clips[index - 1], clips[index], clips[index + 1]];
  if (!placed) return [];
  return volumePoints(document, placed, {
    start: before !== undefined && !continues(before.clip, placed.clip),
    end: after !== undefined && !continues(placed.clip, after.clip),
  });
}

/** Returns the volume of a list of points at a time. */
export function volumeAt(points: readonly VolumePoint[], time: number): number {
  const index = points.findIndex((point) => point.time > time);
  const [before, after] = [points[index < 0 ? points.length - 1 : index - 1], points[index]];
  if (!before) return after?.volume ?? 0;
  if (!after) return before.volume;
  return before.volume + ((after.volume - before.volume) * (time - before.time)) / Math.max(1e-9, after.time - before.time);
}
