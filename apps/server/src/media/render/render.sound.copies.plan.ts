import { CUT_FADE_S, type EditDocument } from "@stillreel/contract";
import { type PlacedClip, speedOf } from "@stillreel/video-editor/core";
import { PACKET_SAMPLES, SAMPLE_RATE, type SoundPiece, type VideoOutline } from "../../platform/ports/video.port.ts";
import { mergedClips } from "./render.cuts.plan.ts";
import { sampleAt, type SoundPart, wholeParts } from "./render.sound.parts.ts";
import type { RenderSource } from "./render.types.ts";

/** Packets that are both copied and encoded at a joint, so that one of them fits. */
const JOINT = 12;
/** Packets that the encoder makes before those that are used. */
const SETTLING = 4;
/** Shortest run of copied packets, about three seconds. */
const RUN_MIN = 140;
/** Samples of silence at the end, because the encoder may leave out an incomplete last packet. */
const TAIL = 2 * PACKET_SAMPLES;
/** Samples that a packet contains. */
const WINDOW = 2 * PACKET_SAMPLES;

/** Packets of a clip that are copied, by their numbers in the result. */
interface Run {
  /** Position of the clip among all. */
  index: number;
  first: number;
  last: number;
  /** Samples from the source to the result. */
  shift: number;
}

/** Sound of which most packets are copied. */
export interface SoundCopies {
  /** What must be encoded, as one sound. */
  parts: SoundPart[];
  channels: 1 | 2;
  /** Returns the packets of the result. `path` is the file of the encoded parts, `source` the one of the copied ones. */
  pieces(path: string, source: string): SoundPiece[];
}

const modulo = (value: number): number => ((value % PACKET_SAMPLES) + PACKET_SAMPLES) % PACKET_SAMPLES;

/** Returns the packets of an unchanged clip that contain nothing outside of it and of its fades, moved by at most half a packet to the result's packets. */
function runOf({ clip, from, to }: PlacedClip, index: number, sound: NonNullable<VideoOutline["sound"]>): Run | null {
  const { volume = 1, fadeIn = 0, fadeOut = 0 } = clip;
  if (volume !== 1 || speedOf(clip) !== 1 || clip.itemId !== undefined) return null;
  const start = sampleAt(clip.start);
  const end = start + sampleAt(to) - sampleAt(from);
  const exact = sampleAt(from) - start;
  const off = modulo(exact + sound.from);
  const shift = exact - off + (off > PACKET_SAMPLES / 2 ? PACKET_SAMPLES : 0);
  const moved = exact - shift;
  const fade = (seconds: number): number => Math.ceil(Math.max(CUT_FADE_S, seconds) * SAMPLE_RATE);
  const begin = Math.max(start, start + moved, sound.from + PACKET_SAMPLES) + fade(fadeIn);
  const finish = Math.min(end, end + moved, sound.to - PACKET_SAMPLES) - fade(fadeOut) - WINDOW;
  const [first, last] = [Math.ceil((begin + shift) / PACKET_SAMPLES), Math.floor((finish + shift) / PACKET_SAMPLES)];
  return last - first + 1 < RUN_MIN ? null : { index, first, last, shift };
}

/** Returns a part of a clip between two samples of the result. Removed sound beyond a moved end is silence. */
function partOf(whole: SoundPart, placed: PlacedClip, run: Run | undefined, from: number, to: number): SoundPart {
  if (run === undefined) return whole;
  const [begin, end] = [sampleAt(placed.from), sampleAt(placed.to)];
  const start = sampleAt(placed.clip.start);
  const first = Math.max(start, from - run.shift);
  const last = Math.min(start + end - begin, to - run.shift);
  return {
    ...whole,
    from: first / SAMPLE_RATE,
    to: last / SAMPLE_RATE,
    lead: first - (from - run.shift),
    samples: to - from,
    audible: last - first,
    rise: from === begin ? whole.rise : 0,
    fall: to === end ? whole.fall : 0,
  };
}

/** A run of packets that are encoded: between two copied ones, before the first or after the last one. */
interface Region {
  /** Numbers of its packets; the end is not one of them. */
  first: number;
  end: number;
  /** Samples of the result that are encoded for them. */
  from: number;
  to: number;
}

/** Returns the regions around runs. */
function regionsOf(runs: readonly Run[], samples: number): Region[] {
  return Array.from({ length: runs.length + 1 }, (_, index) => {
    const [before, after] = [runs[index - 1], runs[index]];
    const first = before ? before.last - JOINT : 0;
    const end = after ? after.first + JOINT + 1 : Math.ceil(samples / PACKET_SAMPLES);
    return {
      first,
      end,
      from: before ? (first - SETTLING) * PACKET_SAMPLES : 0,
      to: after ? (end + 1) * PACKET_SAMPLES : samples,
    };
  });
}

/** Plans which packets of the edited video's own source are copied. Returns null when there are none. */
export function soundCopies(
  document: EditDocument,
  sources: ReadonlyMap<string | undefined, RenderSource>,
  { sound }: Pick<VideoOutline, "sound">,
): SoundCopies | null {
  if (sound === null || document.audio !== null || document.volume !== 1) return null;
  const clips = mergedClips(document);
  const wholes = wholeParts(clips, sources);
  const runs = clips.flatMap((placed, index) => runOf(placed, index, sound) ?? []);
  const regions = regionsOf(runs, sampleAt(clips.at(-1)?.to ?? 0));
  const byClip = new Map(runs.map((run) => [run.index, run]));
  const [some] = wholes;
  if (runs.length === 0 || some === undefined) return null;
  const parts = regions.flatMap(({ from, to }) =>
    clips.flatMap((placed, index) => {
      const whole = wholes[index];
      const [begin, end] = [Math.max(from, sampleAt(placed.from)), Math.min(to, sampleAt(placed.to))];
      return whole === undefined || end <= begin ? [] : [partOf(whole, placed, byClip.get(index), begin, end)];
    }),
  );
  const silence: SoundPart = { ...some, clip: { start: 0, end: 0 }, source: null, from: 0, to: 0, lead: 0, samples: TAIL };
  return { parts: [...parts, silence], channels: sound.channels, pieces: (path, copied) => piecesOf(regions, runs, path, copied) };
}

/** Returns regions and runs in turns. */
function piecesOf(regions: readonly Region[], runs: readonly Run[], path: string, source: string): SoundPiece[] {
  let encoded = 0;
  return regions.flatMap(({ first, end, from, to }, index) => {
    const piece: SoundPiece = { path, shift: from - encoded, start: first, end };
    encoded += to - from;
    const run = runs[index];
    return run ? [piece, { path: source, shift: run.shift, start: run.first, end: run.last + 1 }] : [piece];
  });
}
