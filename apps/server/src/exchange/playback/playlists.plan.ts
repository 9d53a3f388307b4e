import type { RenditionFacts } from "../../platform/db/schema/index.ts";

/** A playlist of one file's parts. */
export interface PartsPlaylist {
  facts: RenditionFacts;
  /** The file, relative to the playlist. */
  uri: string;
  /** Will there be no more parts? */
  isEnded: boolean;
  /** A recording, whose playlist only ever grows, or a file that was whole from the start. */
  kind: "EVENT" | "VOD";
  /** The asker knows the older parts already (`_HLS_skip`), and wants only what is new. */
  skipsKnown?: boolean;
}

/** One quality of several. */
export interface Variant {
  uri: string;
  width: number;
  height: number;
  bandwidth: number;
  codecs: string | null;
}

/** So many target durations at the end of a growing playlist are always told (RFC 8216bis, 4.4.3.8: at least six). */
const TOLD_TARGETS = 12;
/** Where a bandwidth is not known. */
const BANDWIDTH_GUESS = 5_000_000;

/** Fragments are gathered into segments of at least this, in seconds: a recording has two a second, and each segment is a request. */
const SEGMENT_MIN_S = 0.9;

interface Segment {
  offset: number;
  bytes: number;
  seconds: number;
  isJump: boolean;
}

/**
 * Fragments gathered into segments. They are the same whenever they are asked for: what follows never changes what was told. A last one that
 * may still grow is left out.
 */
function segmentsOf({ parts = [], jumps = [] }: RenditionFacts, isEnded: boolean): Segment[] {
  const jumped = new Set(jumps);
  const segments: Segment[] = [];
  for (const [number, [offset, bytes, seconds]] of parts.entries()) {
    const last = segments.at(-1);
    const isJump = jumped.has(number);
    if (!last || isJump || last.seconds >= SEGMENT_MIN_S || last.offset + last.bytes !== offset)
      segments.push({ offset, bytes, seconds, isJump });
    else Object.assign(last, { bytes: last.bytes + bytes, seconds: last.seconds + seconds });
  }
  if (!isEnded && (segments.at(-1)?.seconds ?? SEGMENT_MIN_S) < SEGMENT_MIN_S) segments.pop();
  return segments;
}

/** How many of the first parts somebody who knows them needs not be told again. */
function skippable(segments: readonly Segment[], boundary: number): number {
  let told = 0;
  for (let number = segments.length - 1; number >= 0; number -= 1) {
    told += segments[number]?.seconds ?? 0;
    if (told >= boundary) return number;
  }
  return 0;
}

/** The playlist of a file by byte ranges. A recording of hours is a long text; who follows it is told only its end. */
export function partsPlaylist({ facts, uri, isEnded, kind, skipsKnown = false }: PartsPlaylist): string {
  const { headerBytes = 0 } = facts;
  const segments = segmentsOf(facts, isEnded);
  const target = Math.max(1, Math.round(segments.reduce((most, { seconds }) => Math.max(most, seconds), 0)));
  const boundary = TOLD_TARGETS * target;
  const skipped = skipsKnown && !isEnded ? skippable(segments, boundary) : 0;
  const lines = [
    "#EXTM3U",
    `#EXT-X-VERSION:${isEnded ? 7 : 9}`,
    `#EXT-X-TARGETDURATION:${target}`,
    ...(isEnded ? [] : [`#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${boundary.toFixed(1)}`]),
    "#EXT-X-MEDIA-SEQUENCE:0",
    `#EXT-X-PLAYLIST-TYPE:${kind}`,
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-MAP:URI="${uri}",BYTERANGE="${headerBytes}@0"`,
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
  ];
  for (const { offset, bytes, seconds, isJump } of segments.slice(skipped)) {
    if (isJump) lines.push("#EXT-X-DISCONTINUITY", `#EXT-X-MAP:URI="${uri}",BYTERANGE="${headerBytes}@0"`);
    lines.push(`#EXTINF:${seconds.toFixed(5)},`, `#EXT-X-BYTERANGE:${bytes}@${offset}`, uri);
  }
  if (isEnded) lines.push("#EXT-X-ENDLIST");
  return `${lines.join("\n")}\n`;
}

/** The playlist of several qualities, best first. */
export function masterPlaylist(variants: readonly Variant[]): string {
  const lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  for (const { uri, width, height, bandwidth, codecs } of variants.toSorted((one, other) => other.height - one.height)) {
    const rate = Math.max(1, Math.ceil(bandwidth > 0 ? bandwidth : BANDWIDTH_GUESS));
    const named = codecs === null ? "" : `,CODECS="${codecs}"`;
    lines.push(`#EXT-X-STREAM-INF:BANDWIDTH=${rate},RESOLUTION=${width}x${height}${named}`, uri);
  }
  return `${lines.join("\n")}\n`;
}
