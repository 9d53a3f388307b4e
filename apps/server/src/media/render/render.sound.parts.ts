import { CUT_FADE_S, type EditClip, type EditDocument } from "@stillreel/contract";
import { type PlacedClip, speedOf, timeMapOf } from "@stillreel/video-editor/core";
import { SAMPLE_RATE } from "../../platform/ports/video.port.ts";
import type { RenderSource } from "./render.types.ts";

/** Sound of a clip, or of a part of one. */
export interface SoundPart {
  clip: EditClip;
  /** The file of the sound; null for silence. */
  source: (RenderSource & { type: "video" }) | null;
  /** Start and end in seconds of the source. */
  from: number;
  to: number;
  /** Samples of silence before it, and of all, which ends with silence. */
  lead: number;
  samples: number;
  /** Samples of sound between silences, and of its fades. */
  audible: number;
  rise: number;
  fall: number;
}

type Sources = ReadonlyMap<string | undefined, RenderSource>;

export const sampleAt = (time: number): number => Math.round(time * SAMPLE_RATE);

/** Whether a clip continues the one before it, so that there is no cut between them. */
const continues = (one: PlacedClip | undefined, other: PlacedClip | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.clip.itemId === other.clip.itemId &&
  Math.abs(one.clip.end - other.clip.start) < 1e-3 &&
  speedOf(one.clip) === 1 &&
  speedOf(other.clip) === 1;

/** Returns the sounds of placed clips, each as a whole. */
export function wholeParts(clips: readonly PlacedClip[], sources: Sources): SoundPart[] {
  return clips.map((placed, index) => {
    const { clip } = placed;
    const samples = sampleAt(placed.to) - sampleAt(placed.from);
    const source = sources.get(clip.itemId);
    const hasSound = source?.type === "video" && source.probe.audioCodec !== null && (clip.volume ?? 1) > 0;
    const fade = (own: number | undefined, isCut: boolean): number => {
      const cut = isCut ? Math.min(CUT_FADE_S * SAMPLE_RATE, samples / 2) : 0;
      return Math.min(samples, Math.max((own ?? 0) * SAMPLE_RATE, cut));
    };
    return {
      clip,
      source: hasSound ? source : null,
      from: clip.start,
      to: clip.end,
      lead: 0,
      samples,
      audible: samples,
      rise: fade(clip.fadeIn, !continues(clips[index - 1], placed)),
      fall: fade(clip.fadeOut, !continues(placed, clips[index + 1])),
    };
  });
}

/** Returns whether the edited video has a sound track. */
export const hasSound = (document: EditDocument, sources: Sources): boolean =>
  document.audio !== null || [...sources.values()].some((source) => source.type === "video" && source.probe.audioCodec !== null);

/** Returns the sounds of all clips of a document. */
export const documentParts = (document: EditDocument, sources: Sources): SoundPart[] => wholeParts(timeMapOf(document).clips, sources);
