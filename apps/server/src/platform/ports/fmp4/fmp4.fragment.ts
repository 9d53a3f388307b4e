import { type Box, boxesIn, Fields, findBox, Fmp4Error } from "./fmp4.boxes.ts";
import type { Track } from "./fmp4.head.ts";

/** Data of a `moof` about its video, or its audio in a file without video. Times in seconds. */
export interface Fragment {
  start: number;
  seconds: number;
  frames: number;
  /** Whether playback can start here. */
  isKey: boolean;
}

/** Maximum plausible duration of a fragment. */
const FRAGMENT_MAX_S = 600;
const NOT_SYNC = 0x010000;

interface Run {
  samples: number;
  ticks: number;
  firstFlags: number | null;
}

/** Data of one `trun`: number of samples, total duration, and flags of the first sample. */
function runOf(bytes: Buffer, trun: Box, duration: number): Run {
  const fields = new Fields(bytes, trun);
  const { flags } = fields.full();
  const samples = fields.u32();
  if (flags & 0x1) fields.skip(4);
  let firstFlags = flags & 0x4 ? fields.u32() : null;
  const has = [0x100, 0x200, 0x400, 0x800].map((flag) => (flags & flag) !== 0);
  const width = has.filter(Boolean).length * 4;
  if (width * samples > fields.left) throw new Fmp4Error("A run is shorter than it says.");
  if (firstFlags === null && has[2] && samples > 0) {
    const at = fields.offset + (has[0] ? 4 : 0) + (has[1] ? 4 : 0);
    firstFlags = bytes.readUInt32BE(at);
  }
  let ticks = samples * duration;
  if (has[0]) {
    ticks = 0;
    for (let at = fields.offset, index = 0; index < samples; index += 1, at += width) ticks += bytes.readUInt32BE(at);
  }
  return { samples, ticks, firstFlags };
}

interface Stretch {
  track: Track;
  fragment: Fragment;
}

/** Data of one `traf`; null for a track that is neither video nor audio. */
function stretchOf(bytes: Buffer, traf: Box, tracks: readonly Track[]): Stretch | null {
  const tfhd = findBox(bytes, traf, "tfhd");
  if (!tfhd) throw new Fmp4Error("A fragment does not say whose it is.");
  const head = new Fields(bytes, tfhd);
  const { flags } = head.full();
  const id = head.u32();
  const track = tracks.find((one) => one.id === id);
  if (!track) return null;
  head.skip((flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0));
  const duration = flags & 0x8 ? head.u32() : track.defaults.duration;
  if (flags & 0x10) head.skip(4);
  const defaultFlags = flags & 0x20 ? head.u32() : track.defaults.flags;
  const tfdt = findBox(bytes, traf, "tfdt");
  const time = tfdt ? new Fields(bytes, tfdt) : null;
  const begin = time ? (time.full().version === 1 ? time.u64() : time.u32()) : 0;
  let [samples, ticks] = [0, 0];
  let first: number | null = null;
  for (const box of boxesIn(bytes, traf.start, traf.end)) {
    if (box.type !== "trun") continue;
    const run = runOf(bytes, box, duration);
    if (samples === 0 && run.samples > 0) first = run.firstFlags ?? defaultFlags;
    samples += run.samples;
    ticks += run.ticks;
  }
  const seconds = ticks / track.timescale;
  if (!(seconds <= FRAGMENT_MAX_S)) throw new Fmp4Error("A fragment is too long.");
  const isKey = samples > 0 && ((first ?? 0) & NOT_SYNC) === 0;
  return { track, fragment: { start: begin / track.timescale, seconds, frames: samples, isKey } };
}

/**
 * Parses the content of a `moof`.
 * @throws Fmp4Error
 */
export function readFragment(moof: Buffer, tracks: readonly Track[]): Fragment {
  const stretches: Stretch[] = [];
  for (const box of boxesIn(moof, 0, moof.length)) {
    const stretch = box.type === "traf" ? stretchOf(moof, box, tracks) : null;
    if (stretch) stretches.push(stretch);
  }
  const seen = stretches.find(({ track, fragment }) => track.kind === "video" && fragment.frames > 0);
  const [audio] = stretches.filter(({ track }) => track.kind === "audio");
  if (!seen && !audio) throw new Fmp4Error("A fragment holds nothing.");
  if (!seen) return { ...(audio as Stretch).fragment, frames: 0 };
  // A single frame has no duration; the audio of the fragment provides it.
  return seen.fragment.seconds > 0 || !audio ? seen.fragment : { ...seen.fragment, seconds: audio.fragment.seconds };
}
