import type { EditSource } from "@stillreel/contract";
import { useEffect, useRef, useState } from "react";

/** What the timeline draws of a source. */
export interface SourceMedia {
  /** Small frames in one picture, or one picture of the source. */
  sheet: HTMLImageElement | null;
  /** Places of the frames in `sheet`. Null when it is one picture. */
  storyboard: EditSource["storyboard"];
  /** Peak levels from 0 to 1, evenly over the whole length. */
  peaks: readonly number[] | null;
}

const NOTHING: SourceMedia = { sheet: null, storyboard: null, peaks: null };

async function sheetOf({ storyboard, posterUrl, url, type }: EditSource): Promise<Partial<SourceMedia> | null> {
  const address = storyboard?.url ?? posterUrl ?? (type === "image" ? url : null);
  if (address === null) return null;
  const image = new Image();
  image.src = address;
  await image.decode();
  return { sheet: image, storyboard };
}

async function peaksOf({ waveformUrl }: EditSource): Promise<Partial<SourceMedia> | null> {
  if (waveformUrl === null) return null;
  const answer = await fetch(waveformUrl);
  const body = (await answer.json()) as { peaks?: number[] };
  return body.peaks ? { peaks: body.peaks } : null;
}

/**
 * Loads the frames and levels of sources, once each, also those that a source gets later. A source whose files cannot be loaded is drawn
 * without them, until its addresses change. Loaded ones stay when addresses change, because they expire.
 */
export function useMedia(sources: readonly EditSource[]): ReadonlyMap<string, SourceMedia> {
  const [media, setMedia] = useState<ReadonlyMap<string, SourceMedia>>(new Map());
  const requested = useRef(new Set<string>());
  useEffect(() => {
    const load = (id: string, kind: "picture" | "storyboard" | "peaks", loading: () => Promise<Partial<SourceMedia> | null>): void => {
      const name = `${id} ${kind}`;
      if (requested.current.has(name)) return;
      requested.current.add(name);
      const show = (found: Partial<SourceMedia>): void =>
        setMedia((before) => {
          const known = before.get(id) ?? NOTHING;
          // A picture that arrives after the frames does not replace them.
          return kind === "picture" && known.sheet ? before : new Map(before).set(id, { ...known, ...found });
        });
      loading().then(
        (found) => (found ? show(found) : requested.current.delete(name)),
        () => requested.current.delete(name),
      );
    };
    for (const source of sources) {
      load(source.itemId, source.storyboard ? "storyboard" : "picture", () => sheetOf(source));
      load(source.itemId, "peaks", () => peaksOf(source));
    }
  }, [sources]);
  return media;
}
