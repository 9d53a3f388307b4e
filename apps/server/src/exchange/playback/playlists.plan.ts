import type { RenditionFacts } from "../../platform/db/schema/index.ts";

/** Options of a playlist for the segments of one file. */
export interface PartsPlaylist {
  facts: RenditionFacts;
  /** URI of the file, relative to the playlist. */
  uri: string;
  /** Whether there will be no more segments. */
  isEnded: boolean;
  /** `EVENT` for a recording, whose playlist only grows, `VOD` for a file that is complete. */
  kind: "EVENT" | "VOD";
  /** Whether the client knows the older segments (`_HLS_skip`) and requests only new ones. */
  skipsKnown?: boolean;
}

/** One of several qualities. */
export interface Variant {
  uri: string;
  width: number;
  height: number;
  bandwidth: number;
  codecs: string | null;
}

/**
 * Number of target durations at the end of a growing playlist that are never skipped (RFC 8216bis, 4.4.3.8: at least
 * six).
 */
const LISTED_TARGETS = 12;
/** Bandwidth for renditions whose bandwidth is unknown. */
const BANDWIDTH_GUESS = 5_000_000;

/** Minimum segment duration in seconds. A recording has two fragments per second, and each segment costs a request. */
const SEGMENT_MIN_S = 0.9;

interface Segment {
  offset: number;
  bytes: number;
  seconds: number;
  isJump: boolean;
}

/**
 * Groups fragments into segments. The grouping is stable: later fragments never change published segments. A last
 * segment that may still grow is left out.
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

/** Returns how many of the first segments can be skipped for a client that knows them. */
function skippable(segments: readonly Segment[], boundary: number): number {
  let listed = 0;
  for (let number = segments.length - 1; number >= 0; number -= 1) {
    listed += segments[number]?.seconds ?? 0;
    if (listed >= boundary) return number;
  }
  return 0;
}

/**
 * Builds the playlist of a file with byte ranges. A recording of hours is a long text, so following clients get only
 * its end.
 */
export function partsPlaylist({ facts, uri, isEnded, kind, skipsKnown = false }: PartsPlaylist): string {
  const { headerBytes = 0 } = facts;
  const segments = segmentsOf(facts, isEnded);
  const target = Math.max(1, Math.round(segments.reduce((most, { seconds }) => Math.max(most, seconds), 0)));
  const boundary = LISTED_TARGETS * target;
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

/** Builds the playlist of several qualities, best first. */
export function masterPlaylist(variants: readonly Variant[]): string {
  const lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  for (const { uri, width, height, bandwidth, codecs } of variants.toSorted((one, other) => other.height - one.height)) {
    const rate = Math.max(1, Math.ceil(bandwidth > 0 ? bandwidth : BANDWIDTH_GUESS));
    const named = codecs === null ? "" : `,CODECS="${codecs}"`;
    lines.push(`#EXT-X-STREAM-INF:BANDWIDTH=${rate},RESOLUTION=${width}x${height}${named}`, uri);
  }
  return `${lines.join("\n")}\n`;
}
