import { type Box, boxesIn, Fields, findBox, findPath, Fmp4Error } from "./fmp4.boxes.ts";
import { AUDIO_ENTRY_BYTES, type Codec, codecOf, VISUAL_ENTRY_BYTES } from "./fmp4.codecs.ts";

/** One picture or sound track, with what its fragments leave out. */
export interface Track {
  id: number;
  kind: "video" | "audio";
  /** Units of time a second. */
  timescale: number;
  codec: Codec;
  /** In pixels as shown, rotation applied; 0 for sound. */
  width: number;
  height: number;
  /** Duration and flags of a sample, where its fragment does not say them. */
  defaults: { duration: number; flags: number };
}

const TRACKS_MAX = 16;
/** From a track's header back to its sizes: a matrix of nine numbers stands before them. */
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

/** One track; null for what is neither picture nor sound. */
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
  const entries = { start: new Fields(bytes, stsd).skip(8).place, end: stsd.end };
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
 * The tracks of a `moov` (its content), of a file that continues in fragments.
 * @throws Fmp4Error when it does not, or has nothing to see
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
