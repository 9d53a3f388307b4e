import type { Playback, PlaybackSource } from "./watch.types.ts";

/** Formats that this browser can play: types with codecs natively, and playlists with a library. */
export interface Abilities {
  canPlay(type: string): boolean;
  hasMediaSource: boolean;
}

/** Method of playback: the element reads the source itself, or hls.js feeds the element. */
type PlaybackMethod = "native" | "hls.js";

/** One source and the method to try it with. */
export interface Attempt {
  source: PlaybackSource;
  method: PlaybackMethod;
}

const typeOf = ({ mimeType, codecs }: PlaybackSource): string => (codecs === null ? mimeType : `${mimeType}; codecs="${codecs}"`);

function methodsOf(source: PlaybackSource, isLive: boolean, abilities: Abilities): PlaybackMethod[] {
  if (source.kind === "file") return abilities.canPlay(typeOf(source)) ? ["native"] : [];
  const methods: PlaybackMethod[] = [];
  // Some browsers do not accept codecs in the type of a playlist. They answer for the bare type.
  if (abilities.canPlay(source.mimeType)) methods.push("native");
  if (abilities.hasMediaSource) methods.push("hls.js");
  // For a growing source, the library follows the live edge best, because it knows its allowed distance.
  return isLive ? methods.toReversed() : methods;
}

/** Returns all attempts, best first. Unsupported sources are omitted, unless the browser reports that for all of them. */
export function attemptsOf(playback: Pick<Playback, "sources" | "live">, abilities: Abilities): Attempt[] {
  const attempts = playback.sources.flatMap((source) => methodsOf(source, playback.live, abilities).map((method) => ({ source, method })));
  if (attempts.length > 0) return attempts;
  return playback.sources.slice(0, 1).map((source) => ({ source, method: "native" }));
}

/** Returns whether the link plays another video than before: edits were saved or reverted. A recording that gets its file is the same. */
export const isOther = (before: Pick<Playback, "version"> | null, now: Pick<Playback, "version">): boolean =>
  before !== null && before.version !== null && now.version !== null && before.version !== now.version;

/** A selectable quality: its video height and its source. */
export interface Quality {
  height: number;
  source: PlaybackSource;
}

/** Returns the qualities that a master playlist lists, each as its own source, or none for a single playlist. */
export function variantsOf(master: string, source: PlaybackSource, base: string): Quality[] {
  const lines = master.split(/\r?\n/u);
  return lines.flatMap((line, index) => {
    const height = /^#EXT-X-STREAM-INF:.*\bRESOLUTION=\d+x(\d+)/u.exec(line)?.[1];
    const address = lines.slice(index + 1).find((next) => next !== "" && !next.startsWith("#"));
    if (height === undefined || address === undefined) return [];
    const url = new URL(address, new URL(source.url, base)).href;
    return [{ height: Number(height), source: { ...source, url, height: Number(height) } }];
  });
}

/** Returns one quality per height, highest first. Files have priority over playlists of the same height. */
export function distinctQualities(qualities: readonly Quality[]): Quality[] {
  const byHeight = new Map<number, Quality>();
  for (const quality of qualities) if (!byHeight.has(quality.height)) byHeight.set(quality.height, quality);
  return [...byHeight.values()].toSorted((a, b) => b.height - a.height);
}
