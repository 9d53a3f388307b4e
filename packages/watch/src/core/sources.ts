import type { Playback, PlaybackSource } from "./watch.types.ts";

/** What this browser can play: a type with its codecs by itself, and playlists with the help of a library. */
export interface Abilities {
  canPlay(type: string): boolean;
  hasMediaSource: boolean;
}

/** How a source is played: the element itself reads it, or hls.js feeds the element. */
export type Way = "native" | "hls.js";

/** One thing to try. */
export interface Attempt {
  source: PlaybackSource;
  way: Way;
}

const typeOf = ({ mimeType, codecs }: PlaybackSource): string => (codecs === null ? mimeType : `${mimeType}; codecs="${codecs}"`);

function waysOf(source: PlaybackSource, isLive: boolean, abilities: Abilities): Way[] {
  if (source.kind === "file") return abilities.canPlay(typeOf(source)) ? ["native"] : [];
  const ways: Way[] = [];
  // A codec in the type of a playlist is not understood everywhere: the bare type is what browsers answer for.
  if (abilities.canPlay(source.mimeType)) ways.push("native");
  if (abilities.hasMediaSource) ways.push("hls.js");
  // What still grows is followed closest by the library, which knows how far behind the edge it may stay.
  return isLive ? ways.toReversed() : ways;
}

/** Everything that can be tried, best first. What the browser says it cannot play is not tried, unless it says so of all. */
export function attemptsOf(playback: Pick<Playback, "sources" | "live">, abilities: Abilities): Attempt[] {
  const attempts = playback.sources.flatMap((source) => waysOf(source, playback.live, abilities).map((way) => ({ source, way })));
  if (attempts.length > 0) return attempts;
  return playback.sources.slice(0, 1).map((source) => ({ source, way: "native" }));
}

/** A quality to choose: so many lines, at this source. */
export interface Quality {
  height: number;
  source: PlaybackSource;
}

/** The qualities that a playlist of several lists, each as a source of its own; none for a playlist of one. */
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

/** One entry a height, the highest first: files stand before playlists of the same height. */
export function distinctQualities(qualities: readonly Quality[]): Quality[] {
  const byHeight = new Map<number, Quality>();
  for (const quality of qualities) if (!byHeight.has(quality.height)) byHeight.set(quality.height, quality);
  return [...byHeight.values()].toSorted((a, b) => b.height - a.height);
}
