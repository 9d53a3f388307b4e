import type { EditSource } from "@stillreel/contract";
import { boxAt, type BoxEffect, followBox, type FollowResult } from "../core/index.ts";
import { FrameReader } from "./frame-at.ts";
import { GrayReader } from "./gray.ts";

/** Frames a second of a source whose rate is not known. */
const DEFAULT_RATE = 30;

interface FollowEffectOptions {
  /** Second of the source at which the box covers its content. */
  at: number;
  signal: AbortSignal;
  onProgress(part: number): void;
}

/** Follows the content of an effect's box through the video. The frames are read by a separate decoder. */
export async function followEffect(
  source: EditSource,
  effect: BoxEffect,
  { at, signal, onProgress }: FollowEffectOptions,
): Promise<FollowResult> {
  const reader = new FrameReader(source);
  const gray = new GrayReader();
  // Outside of the effect, the box is not known to be right.
  const from = Math.min(effect.end - 0.01, Math.max(effect.start, at));
  try {
    return await followBox(
      boxAt(effect, from),
      { start: effect.start, end: Math.min(effect.end, source.duration), at: from, rate: source.frameRate ?? DEFAULT_RATE },
      {
        signal,
        onProgress,
        async frame(second) {
          await reader.seek(second, signal);
          const { picture } = reader;
          if (!picture) throw new Error("The video has no picture.");
          return gray.read(picture);
        },
      },
    );
  } finally {
    reader.close();
    gray.close();
  }
}
