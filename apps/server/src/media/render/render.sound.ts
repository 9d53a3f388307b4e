import { open, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { timeMapOf } from "@stillreel/video-editor/core";
import {
  SAMPLE_RATE,
  VideoError,
  type CompositionOutput,
  type ConvertHooks,
  type JoinSound,
  type SoundType,
  type Videos,
} from "../../platform/ports/video.port.ts";
import { AAC } from "../media/index.ts";
import { joinSamples } from "./render.samples.ts";
import type { SoundCopies } from "./render.sound.copies.plan.ts";
import { documentParts, hasSound, type SoundPart } from "./render.sound.parts.ts";
import { clipSoundPlan, finalSoundPlan } from "./render.sound.plan.ts";
import type { RenderJob } from "./render.types.ts";

/** First bytes of each type of sound at an offset. */
const MAGIC: readonly (readonly [type: SoundType, at: number, bytes: string])[] = [
  ["audio/wav", 8, "WAVE"],
  ["audio/ogg", 0, "OggS"],
  ["audio/mp4", 4, "ftyp"],
  ["audio/mpeg", 0, "ID3"],
];

/** Returns the type of a sound by its first bytes. @throws VideoError for every other file */
async function sniffSound(path: string): Promise<SoundType> {
  const file = await open(path, "r");
  const head = Buffer.alloc(16);
  await file.read(head, 0, head.length, 0).finally(() => file.close());
  const found = MAGIC.find(([, at, bytes]) => head.toString("latin1", at, at + bytes.length) === bytes);
  if (found) return found[0];
  // The first bits of a frame of MPEG sound.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0) return "audio/mpeg";
  throw new VideoError("damaged", "The added sound has no supported type.");
}

/** Renders the sound of the edited video. Returns where its packets are; null when there is no sound. */
export async function renderSound(
  videos: Videos,
  job: RenderJob,
  copies: { plan: SoundCopies; source: string } | null,
  hooks: ConvertHooks,
): Promise<JoinSound> {
  const { document, sources, folder } = job;
  if (!hasSound(document, sources)) return null;
  const path = join(folder, "sound.mp4");
  const last: CompositionOutput = { path, format: "mp4", options: {}, video: null, audio: { encoder: AAC.encoder, options: AAC.options } };
  if (copies) {
    await encodeParts(videos, job, { parts: copies.plan.parts, channels: copies.plan.channels, last }, hooks);
    return copies.plan.pieces(path, copies.source);
  }
  await encodeParts(videos, job, { parts: documentParts(document, sources), last }, hooks);
  return path;
}

/** Encodes parts one after the other, with or instead of the added sound. */
async function encodeParts(
  videos: Videos,
  { document, assets, folder }: RenderJob,
  { parts, channels, last }: { parts: readonly SoundPart[]; channels?: 1 | 2 | undefined; last: CompositionOutput },
  hooks: ConvertHooks,
): Promise<void> {
  const { audio } = document;
  const added = audio === null ? null : assets.get(audio.assetId);
  if (added === undefined) throw new VideoError("damaged", "The added sound is missing.");
  const samplesOf = (index: number): CompositionOutput => ({
    path: join(folder, `sound-${index}`),
    format: "s16le",
    options: {},
    video: null,
    audio: { encoder: "pcm_s16le", options: {} },
  });
  const plans = clipSoundPlan(parts, { volume: document.volume, channels }, (index, isWhole) =>
    isWhole && added === null ? last : samplesOf(index),
  );
  await videos.compose(
    plans.filter(({ inputs }) => inputs.length > 0),
    hooks,
  );
  if (plans.some(({ outputs }) => outputs.includes(last))) return;
  // Samples of silence are zeros, which need no program.
  for (const { inputs, outputs, seconds } of plans)
    if (inputs.length === 0)
      for (const output of outputs)
        await writeFile(output.path, "").then(() => truncate(output.path, Math.round(seconds * SAMPLE_RATE) * 4));
  const samples = join(folder, "sound.wav");
  await joinSamples(
    samples,
    plans.flatMap(({ outputs }) => outputs.map((output) => output.path)),
  );
  const sound = added === null ? null : { path: added, mimeType: await sniffSound(added) };
  await videos.compose([finalSoundPlan(samples, sound, { added: document.audio, channels }, last, timeMapOf(document).duration)], hooks);
  await rm(samples);
}
