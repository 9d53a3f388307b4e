import type { EditSource } from "@stillreel/contract";
import { useEffect, useState } from "react";

/** What the timeline draws of a source. */
export interface SourceMedia {
  /** Small frames in one picture, or the picture of an image. */
  sheet: HTMLImageElement | null;
  /** Peak levels from 0 to 1, evenly over the whole length. */
  peaks: readonly number[] | null;
}

async function sheetOf({ storyboard, posterUrl, url, type }: EditSource): Promise<HTMLImageElement | null> {
  const address = storyboard?.url ?? posterUrl ?? (type === "image" ? url : null);
  if (address === null) return null;
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

async function peaksOf({ waveformUrl }: EditSource, signal: AbortSignal): Promise<readonly number[] | null> {
  if (waveformUrl === null) return null;
  const answer = await fetch(waveformUrl, { signal });
  const body = (await answer.json()) as { peaks?: number[] };
  return body.peaks ?? null;
}

/** Loads the frames and levels of sources, once each. A source whose files cannot be loaded is drawn without them. */
export function useMedia(sources: readonly EditSource[]): ReadonlyMap<string, SourceMedia> {
  const [media, setMedia] = useState<ReadonlyMap<string, SourceMedia>>(new Map());
  useEffect(() => {
    const abort = new AbortController();
    const patch = (id: string, part: Partial<SourceMedia>): void => {
      if (!abort.signal.aborted)
        setMedia((before) => new Map(before).set(id, { ...(before.get(id) ?? { sheet: null, peaks: null }), ...part }));
    };
    for (const source of sources) {
      sheetOf(source).then(
        (sheet) => patch(source.itemId, { sheet }),
        () => patch(source.itemId, { sheet: null }),
      );
      peaksOf(source, abort.signal).then(
        (peaks) => patch(source.itemId, { peaks }),
        () => patch(source.itemId, { peaks: null }),
      );
    }
    return () => abort.abort();
  }, [sources]);
  return media;
}
