import type { EditDocument } from "@stillreel/contract";
import { speedOf } from "@stillreel/video-editor/core";
import {
  SAMPLE_RATE,
  type Composition,
  type CompositionInput,
  type CompositionOutput,
  type OperationLimits,
  type SoundType,
} from "../../platform/ports/video.port.ts";
import { sampleAt, type SoundPart } from "./render.sound.parts.ts";

/** Parts whose sound one graph makes. More would need too many open files. */
const BATCH = 16;
/** Seconds of all files that one graph reads. Each open file needs memory for its index. */
const OPEN_S = 4 * 3_600;
/** Seconds that are decoded before a part, because a decoder needs earlier packets. */
const PREROLL_S = 0.2;
const formatOf = (channels: 1 | 2): string =>
  `aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=${channels === 1 ? "mono" : "stereo"}`;
const FORMAT = formatOf(2);

/** Samples in files have two channels. A single one is copied, because a conversion would change its volume. */
const SAMPLES = { 1: "pan=stereo|c0=c0|c1=c0,aformat=sample_fmts=s16", 2: "aformat=sample_fmts=s16:channel_layouts=stereo" } as const;
const FROM_SAMPLES = { 1: "pan=mono|c0=c0,", 2: "" } as const;

/** Returns filters that change the speed of a sound without its pitch. One filter does at most a factor of two. */
export function tempoFilters(speed: number): string[] {
  const filters: string[] = [];
  let left = speed;
  for (; left > 2; left /= 2) filters.push("atempo=2");
  for (; left < 0.5; left *= 2) filters.push("atempo=0.5");
  return Math.abs(left - 1) < 1e-6 ? filters : [...filters, `atempo=${left}`];
}

const seconds = (samples: number): string => String(Number((samples / SAMPLE_RATE).toFixed(7)));

/** Returns the filters of fades over the audible part. */
function fades({ rise, fall, samples, lead, audible }: SoundPart): string[] {
  const length = Math.min(audible, samples - lead);
  return [
    ...(rise > 0 ? [`afade=t=in:st=0:d=${seconds(rise)}`] : []),
    ...(fall > 0 ? [`afade=t=out:st=${seconds(length - fall)}:d=${seconds(fall)}`] : []),
  ];
}

/** Returns the chain of one part from its input to a label. */
function chainOf(part: SoundPart, { input, volume, format }: { input: number; volume: number; format: string }, label: string): string {
  const { clip, source, from, to, lead, samples } = part;
  const factor = (clip.volume ?? 1) * volume;
  if (source === null || factor === 0) return `anullsrc=r=${SAMPLE_RATE}:cl=stereo,${format},atrim=end_sample=${samples}[${label}]`;
  const filters = [
    `atrim=start=${from}:end=${to}`,
    `asetpts='PTS-${from}/TB'`,
    // Fills what is missing at the start and in gaps, so that sound stays in time.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    format,
    ...tempoFilters(speedOf(clip)),
    ...(factor === 1 ? [] : [`volume=${factor}`]),
    ...fades(part),
    ...(lead > 0 ? [`adelay=${lead}S:all=1`] : []),
    "apad",
    `atrim=end_sample=${samples}`,
    "asetpts=N",
  ];
  return `[${input}:a]${filters.join(",")}[${label}]`;
}

const limitsOf = (length: number): OperationLimits => ({
  wallMs: 30 * 60_000,
  cpuS: Math.ceil(300 + length),
  fileBytes: 64 * 1024 ** 3,
});

/** Divides parts into those that one graph makes. */
function batchesOf(parts: readonly SoundPart[]): SoundPart[][] {
  const batches: SoundPart[][] = [];
  let seconds = 0;
  for (const part of parts) {
    const own = part.source?.probe.duration ?? 0;
    const batch = batches.at(-1);
    if (batch && batch.length < BATCH && seconds + own <= OPEN_S) {
      batch.push(part);
      seconds += own;
    } else {
      batches.push([part]);
      seconds = own;
    }
  }
  return batches;
}

/**
 * Returns the compositions of parts of clips: one for every few, to a file each. A composition without inputs is silence.
 * @param outputOf gets the number of the composition, and whether its result is the whole sound
 */
export function clipSoundPlan(
  all: readonly SoundPart[],
  { volume, channels = 2 }: { volume: number; channels?: 1 | 2 | undefined },
  outputOf: (index: number, isOnly: boolean) => CompositionOutput,
): Composition[] {
  const form = formatOf(channels);
  const batches = batchesOf(all);
  return batches.map((batch, number) => {
    const inputs: CompositionInput[] = [];
    let at = 0;
    const chains = batch.map((part, index) => {
      if (part.source !== null) inputs.push(soundInput(part, part.source, at / SAMPLE_RATE));
      at += part.samples;
      return chainOf(part, { input: inputs.length - 1, volume, format: form }, `s${index}`);
    });
    const labels = batch.map((_, index) => `[s${index}]`).join("");
    const output = outputOf(number, batches.length === 1 && inputs.length > 0);
    // A changed tempo has samples of another form than the encoder takes.
    const format = output.format === "s16le" ? SAMPLES[channels] : form;
    const whole = [`${labels}concat=n=${batch.length}:v=0:a=1`, `asettb=1/${SAMPLE_RATE}`, "asetpts=N", format].join(",");
    const graph = [...chains, `${whole}[a]`].join(";");
    const length = at / SAMPLE_RATE;
    return { inputs, graph, outputs: [output], seconds: length, limits: limitsOf(length) };
  });
}

const soundInput = ({ from, to }: SoundPart, { path, probe }: NonNullable<SoundPart["source"]>, at: number): CompositionInput => ({
  path,
  mimeType: probe.mimeType,
  start: Math.max(0, from - PREROLL_S),
  end: to + PREROLL_S,
  at,
  rotation: 0,
  tracks: { video: false, audio: true },
});

/** Returns the filters of an added sound, which begins at its place and ends with the video. */
function addedFilters({ volume, at, fadeIn, fadeOut }: AddedSound, length: number): string[] {
  const delay = Math.round(at * 1_000);
  return [
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    FORMAT,
    ...(volume === 1 ? [] : [`volume=${volume}`]),
    ...(fadeIn > 0 ? [`afade=t=in:st=0:d=${fadeIn}`] : []),
    ...(delay > 0 ? [`adelay=${delay}:all=1`] : []),
    "apad",
    `atrim=end_sample=${sampleAt(length)}`,
    ...(fadeOut > 0 ? [`afade=t=out:st=${Math.max(0, length - fadeOut)}:d=${fadeOut}`] : []),
  ];
}

type AddedSound = NonNullable<EditDocument["audio"]>;

/** Returns the composition that encodes joined samples, with or instead of an added sound. */
export function finalSoundPlan(
  samples: string,
  file: { path: string; mimeType: SoundType } | null,
  { added, channels = 2 }: { added: AddedSound | null; channels?: 1 | 2 | undefined },
  output: CompositionOutput,
  length: number,
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
  const common = { outputs: [output], seconds: length, limits: limitsOf(length) };
  const own = inputOf(samples, "audio/wav");
  if (file === null || added === null) return { ...common, inputs: [own], graph: `[0:a]${FROM_SAMPLES[channels]}${formatOf(channels)}[a]` };
  const sound = inputOf(file.path, file.mimeType);
  const filters = addedFilters(added, length).join(",");
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
