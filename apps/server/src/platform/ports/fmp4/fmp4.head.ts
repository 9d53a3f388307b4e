import { type Box, boxesIn, Fields, findBox, findPath, Fmp4Error } from "./fmp4.boxes.ts";
import { AUDIO_ENTRY_BYTES, type Codec, codecOf, VISUAL_ENTRY_BYTES } from "./fmp4.codecs.ts";

/** A video or audio track, with the defaults of its fragments. */
export interface Track {
  id: number;
  kind: "video" | "audio";
  /** Time units per second. */
  timescale: number;
  codec: Codec;
  /** Display width in pixels after rotation; 0 for audio. */
  width: number;
  height: number;
  /** Default duration and flags of a sample. */
  defaults: { duration: number; flags: number };
}

const TRACKS_MAX = 16;
/** Number of matrix values that precede the dimensions in a track header. */
const MATRIX_NUMBERS = 9;

interface Shape {
  id: number;
  width: number;
  height: number;
}

function shapeOf(bytes: Buffer, tkhd: Box): Shape {
  const fields = new Fields(bytes, tkhd);
  const { version } = fields.full();
  fields.skip(version === 1 ? 16 : 8);
  const id = fields.u32();
  // Reserved, duration, reserved, layer, group, volume, reserved.
  fields.skip(4 + (version === 1 ? 8 : 4) + 8 + 8);
  const matrix = Array.from({ length: MATRIX_NUMBERS }, () => fields.i32());
  const [width, height] = [fields.u32() / 65_536, fields.u32() / 65_536];
  const isTurned = matrix[0] === 0 && matrix[4] === 0 && matrix[1] !== 0;
  return { id, width: Math.round(isTurned ? height : width), height: Math.round(isTurned ? width : height) };
}

function timescaleOf(bytes: Buffer, mdhd: Box): number {
  const fields = new Fields(bytes, mdhd);
  fields.skip(fields.full().version === 1 ? 16 : 8);
  const timescale = fields.u32();
  if (timescale === 0) throw new Fmp4Error("A track has no measure of time.");
  return timescale;
}

/** Parses one track; null when it is neither video nor audio. */
function trackOf(bytes: Buffer, trak: Box, defaults: ReadonlyMap<number, Track["defaults"]>): Track | null {
  const tkhd = findBox(bytes, trak, "tkhd");
  const mdia = findBox(bytes, trak, "mdia");
  const mdhd = mdia && findBox(bytes, mdia, "mdhd");
  const hdlr = mdia && findBox(bytes, mdia, "hdlr");
  const stsd = mdia && findPath(bytes, mdia, ["minf", "stbl", "stsd"]);
  if (!tkhd || !mdhd || !hdlr || !stsd) throw new Fmp4Error("A track is not complete.");
  const handler = new Fields(bytes, hdlr).skip(8).u32();
  const kind = handler === 0x76696465 ? "video" : handler === 0x736f756e ? "audio" : null;
  if (kind === null) return null;
  const { id, width, height } = shapeOf(bytes, tkhd);
  const entries = { start: new Fields(bytes, stsd).skip(8).offset, end: stsd.end };
  const entry = boxesIn(bytes, entries.start, entries.end).next().value as Box | undefined;
  if (!entry) throw new Fmp4Error("A track has no codec.");
  return {
    id,
    kind,
    timescale: timescaleOf(bytes, mdhd),
    codec: codecOf(bytes, entry, kind === "video" ? VISUAL_ENTRY_BYTES : AUDIO_ENTRY_BYTES),
    width: kind === "video" ? width : 0,
    height: kind === "video" ? height : 0,
    defaults: defaults.get(id) ?? { duration: 0, flags: 0 },
  };
}

/**
 * Parses the tracks of a `moov` of a fragmented file.
 * @throws Fmp4Error when the file is not fragmented or has no video
 */
export function readHead(moov: Buffer): Track[] {
  const whole = { start: 0, end: moov.length };
  const mvex = findBox(moov, whole, "mvex");
  if (!mvex) throw new Fmp4Error("It has no fragments.");
  const defaults = new Map<number, Track["defaults"]>();
  for (const box of boxesIn(moov, mvex.start, mvex.end)) {
    if (box.type !== "trex") continue;
    const fields = new Fields(moov, box).skip(4);
    const id = fields.u32();
    const duration = fields.skip(4).u32();
    defaults.set(id, { duration, flags: fields.skip(4).u32() });
  }
  const tracks: Track[] = [];
  for (const box of boxesIn(moov, 0, moov.length)) {
    if (box.type !== "trak") continue;
    const track = trackOf(moov, box, defaults);
    if (track) tracks.push(track);
    if (tracks.length > TRACKS_MAX) throw new Fmp4Error("It has too many tracks.");
  }
  const video = tracks.find(({ kind }) => kind === "video");
  if (!video || video.width < 1 || video.height < 1) throw new Fmp4Error("There is nothing to see in it.");
  return tracks;
}
