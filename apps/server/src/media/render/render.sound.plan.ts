import { CUT_FADE_S, type EditDocument } from "@stillreel/contract";
import { type PlacedClip, speedOf, timeMapOf } from "@stillreel/video-editor/core";
import type { Composition, CompositionInput, CompositionOutput, OperationLimits, SoundType } from "../../platform/ports/video.port.ts";
import type { RenderSource } from "./render.types.ts";

/** Samples per second of every rendered sound. */
export const SAMPLE_RATE = 48_000;
/** Clips whose sound one process makes. More would need too many open files. */
const BATCH = 16;
/** Seconds that are decoded before a clip, because a decoder needs earlier packets. */
const PREROLL_S = 0.2;
const FORMAT = `aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`;

/** Returns filters that change the speed of a sound without its pitch. One filter does at most a factor of two. */
export function tempoFilters(speed: number): string[] {
  const filters: string[] = [];
  let left = speed;
  for (; left > 2; left /= 2) filters.push("atempo=2");
  for (; left < 0.5; left *= 2) filters.push("atempo=0.5");
  return Math.abs(left - 1) < 1e-6 ? filters : [...filters, `atempo=${left}`];
}

const sampleAt = (time: number): number => Math.round(time * SAMPLE_RATE);

/** Whether a clip continues the one before it, so that there is no cut between them. */
const continues = (one: PlacedClip | undefined, other: PlacedClip | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.clip.itemId === other.clip.itemId &&
  Math.abs(one.clip.end - other.clip.start) < 1e-3 &&
  speedOf(one.clip) === 1 &&
  speedOf(other.clip) === 1;

/** A clip with its neighbours and the file of its sound; null for silence. */
interface SoundClip {
  placed: PlacedClip;
  before: PlacedClip | undefined;
  after: PlacedClip | undefined;
  source: (RenderSource & { type: "video" }) | null;
}

/** Returns the filters of a fade over the first or last part of a clip. */
function fades({ placed, before, after }: SoundClip, length: number): string[] {
  const { clip } = placed;
  const rise = Math.min(length, Math.max(clip.fadeIn ?? 0, continues(before, placed) ? 0 : Math.min(CUT_FADE_S, length / 2)));
  const fall = Math.min(length, Math.max(clip.fadeOut ?? 0, continues(placed, after) ? 0 : Math.min(CUT_FADE_S, length / 2)));
  return [...(rise > 0 ? [`afade=t=in:st=0:d=${rise}`] : []), ...(fall > 0 ? [`afade=t=out:st=${length - fall}:d=${fall}`] : [])];
}

/** Returns the chain of one clip from its input to a label. */
function chainOf(sound: SoundClip, input: number, volume: number, label: string): string {
  const { placed, source } = sound;
  const samples = sampleAt(placed.to) - sampleAt(placed.from);
  const { start, end, volume: own = 1 } = placed.clip;
  const factor = own * volume;
  if (source === null || factor === 0) return `anullsrc=r=${SAMPLE_RATE}:cl=stereo,${FORMAT},atrim=end_sample=${samples}[${label}]`;
  const filters = [
    `atrim=start=${start}:end=${end}`,
    `asetpts='PTS-${start}/TB'`,
    // Fills what is missing at the start and in gaps, so that sound stays in time.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    FORMAT,
    ...tempoFilters(speedOf(placed.clip)),
    ...(factor === 1 ? [] : [`volume=${factor}`]),
    ...fades(sound, samples / SAMPLE_RATE),
    "apad",
    `atrim=end_sample=${samples}`,
    "asetpts=N",
  ];
  return `[${input}:a]${filters.join(",")}[${label}]`;
}

/** Returns the clips with their sounds. */
function soundClips(document: EditDocument, sources: ReadonlyMap<string | undefined, RenderSource>): SoundClip[] {
  const { clips } = timeMapOf(document);
  return clips.map((placed, index) => {
    const source = sources.get(placed.clip.itemId);
    const hasSound = source?.type === "video" && source.probe.audioCodec !== null && (placed.clip.volume ?? 1) > 0;
    return { placed, before: clips[index - 1], after: clips[index + 1], source: hasSound ? source : null };
  });
}

/** Returns whether the edited video has a sound track. */
export const hasSound = (document: EditDocument, sources: ReadonlyMap<string | undefined, RenderSource>): boolean =>
  document.audio !== null || [...sources.values()].some((source) => source.type === "video" && source.probe.audioCodec !== null);

const limitsOf = (seconds: number): OperationLimits => ({
  wallMs: 30 * 60_000,
  cpuS: Math.ceil(300 + seconds),
  fileBytes: 64 * 1024 ** 3,
});

/**
 * Returns the compositions of the clips' own sound: one for every few clips, to a file each. A composition without inputs is silence.
 * @param outputOf gets the number of the composition, and whether its result is the whole sound
 */
export function clipSoundPlan(
  document: EditDocument,
  sources: ReadonlyMap<string | undefined, RenderSource>,
  outputOf: (index: number, isOnly: boolean) => CompositionOutput,
): Composition[] {
  const all = soundClips(document, sources);
  const plans: Composition[] = [];
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH);
    const inputs: CompositionInput[] = [];
    const start = batch[0]?.placed.from ?? 0;
    const chains = batch.map((sound, index) => {
      const { source, placed } = sound;
      if (source !== null) inputs.push(soundInput(source, placed, placed.from - start));
      return chainOf(sound, inputs.length - 1, document.volume, `s${index}`);
    });
    const labels = batch.map((_, index) => `[s${index}]`).join("");
    const output = outputOf(plans.length, all.length <= BATCH && inputs.length > 0);
    // A changed tempo has samples of another form than the encoder takes.
    const format = output.format === "s16le" ? "aformat=sample_fmts=s16" : FORMAT;
    const whole = [`${labels}concat=n=${batch.length}:v=0:a=1`, `asettb=1/${SAMPLE_RATE}`, "asetpts=N", format].join(",");
    const graph = [...chains, `${whole}[a]`].join(";");
    const seconds = (sampleAt(batch.at(-1)?.placed.to ?? 0) - sampleAt(start)) / SAMPLE_RATE;
    plans.push({ inputs, graph, outputs: [output], seconds, limits: limitsOf(seconds) });
  }
  return plans;
}

const soundInput = ({ path, probe }: RenderSource & { type: "video" }, { clip }: PlacedClip, at: number): CompositionInput => ({
  path,
  mimeType: probe.mimeType,
  start: Math.max(0, clip.start - PREROLL_S),
  end: clip.end + PREROLL_S,
  at,
  rotation: 0,
  tracks: { video: false, audio: true },
});

/** Returns the filters of an added sound, which begins at its place and ends with the video. */
function addedFilters({ volume, at, fadeIn, fadeOut }: AddedSound, seconds: number): string[] {
  const delay = Math.round(at * 1_000);
  return [
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    FORMAT,
    ...(volume === 1 ? [] : [`volume=${volume}`]),
    ...(fadeIn > 0 ? [`afade=t=in:st=0:d=${fadeIn}`] : []),
    ...(delay > 0 ? [`adelay=${delay}:all=1`] : []),
    "apad",
    `atrim=end_sample=${sampleAt(seconds)}`,
    ...(fadeOut > 0 ? [`afade=t=out:st=${Math.max(0, seconds - fadeOut)}:d=${fadeOut}`] : []),
  ];
}

type AddedSound = NonNullable<EditDocument["audio"]>;

/** Returns the composition that encodes joined samples, with or instead of an added sound. */
export function finalSoundPlan(
  samples: string,
  file: { path: string; mimeType: SoundType } | null,
  added: AddedSound | null,
  output: CompositionOutput,
  seconds: number,
): Composition {
  const inputOf = (path: string, mimeType: SoundType): CompositionInput => ({
    path,
    mimeType,
    start: 0,
    end: null,
    at: 0,
    rotation: 0,
    tracks: {
      video: false,
      audio: true,
    },
  });
  const common = { outputs: [output], seconds, limits: limitsOf(seconds) };
  const own = inputOf(samples, "audio/wav");
  if (file === null || added === null) return { ...common, inputs: [own], graph: `[0:a]${FORMAT}[a]` };
  const sound = inputOf(file.path, file.mimeType);
  const filters = addedFilters(added, seconds).join(",");
  const end = `asettb=1/${SAMPLE_RATE},asetpts=N[a]`;
  if (added.mode === "replace") return { ...common, inputs: [sound], graph: `[0:a]${filters},${end}` };
  // Without `normalize`, the video's own sound would become quieter. The limiter prevents distortion.
  const mix = "amix=inputs=2:duration=first:normalize=0,alimiter=level=0";
  return {
    ...common,
    inputs: [own, { ...sound, at: added.at }],
    graph: `[0:a]${FORMAT}[own];[1:a]${filters}[added];[own][added]${mix},${FORMAT},${end}`,
  };
}
