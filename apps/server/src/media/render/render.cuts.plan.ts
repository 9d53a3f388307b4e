import type { EditDocument } from "@stillreel/contract";
import { isOnlyCuts, isPlainClip, type PlacedClip, timeMapOf } from "@stillreel/video-editor/core";
import type { VideoOutline } from "../../platform/ports/video.port.ts";
import type { Section } from "./render.section.ts";
import type { RenderSource } from "./render.types.ts";

/** Tolerance in seconds for times that should be those of a frame. */
const SAME_S = 0.002;
/** Shortest run of packets that is copied, in seconds. Shorter ones are encoded with their neighbours. */
const COPY_MIN_S = 1;

/** A part of the edited video whose packets are copied, or whose frames are encoded like those of the source. */
export interface CutPart {
  /** Start and end in seconds of the source. */
  from: number;
  to: number;
  /** Start in the edited video. */
  at: number;
  /** Null: the packets are copied. Its frames are those of the source, and the first one may begin before `from`. */
  section: Section | null;
}

/** Returns the clips, without the borders between unchanged clips that continue each other. */
export function mergedClips(document: EditDocument): PlacedClip[] {
  const merged: PlacedClip[] = [];
  for (const placed of timeMapOf(document).clips) {
    const last = merged.at(-1);
    const isNext = last && isPlainClip(last.clip) && isPlainClip(placed.clip) && Math.abs(last.clip.end - placed.clip.start) < 1e-6;
    if (isNext) merged.splice(-1, 1, { ...last, to: placed.to, clip: { ...last.clip, end: placed.clip.end } });
    else merged.push(placed);
  }
  return merged;
}

/** Returns whether a document and its source allow to copy most packets. */
export const allowsCopies = (document: EditDocument, source: RenderSource): source is RenderSource & { type: "video" } =>
  isOnlyCuts(document) &&
  source.type === "video" &&
  source.probe.mimeType === "video/mp4" &&
  source.probe.videoCodec === "avc" &&
  source.probe.rotation === 0;

/**
 * Divides the clips: only what is before the first keyframe of a clip, and the last few frames that need later ones, is encoded.
 * @param outline with a stop for the end of each of {@link mergedClips}
 */
export function cutsPlan(document: EditDocument, { keys, stops }: VideoOutline, rate: number, duration: number): CutPart[] {
  return mergedClips(document).flatMap((placed, index) => {
    const { start, end } = placed.clip;
    const isToEnd = end >= duration - SAME_S;
    const first = keys.find((key) => key >= start - SAME_S);
    const last = isToEnd ? end : stops[index];
    const part = (from: number, to: number, isCopied: boolean): CutPart => ({
      from,
      to,
      at: placed.from + from - start,
      section: isCopied ? null : encodedSection(placed, from, to, rate),
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
  return { placed, first: 0, count, at: first / rate, step: 1 / rate, effects: [] };
}
