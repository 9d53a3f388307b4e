import { rm } from "node:fs/promises";
import { join } from "node:path";
import { timeMapOf } from "@stillreel/video-editor/core";
import type { Drawings } from "../../platform/ports/drawing.port.ts";
import { createDrawings } from "../../platform/ports/drawing/index.ts";
import { runTogether } from "../../platform/run-together.ts";
import type { Images } from "../../platform/ports/images.port.ts";
import {
  VideoError,
  type Composition,
  type CompositionOutput,
  type ConvertHooks,
  type JoinPiece,
  type JoinSound,
  type VideoOutline,
  type VideoProbe,
  type Videos,
} from "../../platform/ports/video.port.ts";
import { h264, limitsOf } from "../media/index.ts";
import { allowsCopies, cutsPlan, endsOf, pictureRuns, type PictureRun } from "./render.cuts.plan.ts";
import type { FindDrawing } from "./render.layers.plan.ts";
import { outputSize, picturePlan } from "./render.picture.plan.ts";
import { drawn, prepared, type Prepared } from "./render.prepare.ts";
import type { Section } from "./render.section.ts";
import { frameSection, sectionsOf } from "./render.sections.plan.ts";
import { soundCopies, type SoundCopies } from "./render.sound.copies.plan.ts";
import { renderSound } from "./render.sound.ts";
import type { Renderer, RenderJob, RenderSource } from "./render.types.ts";

export interface RendererDeps {
  videos: Videos;
  images: Pick<Images, "convert">;
  /** The default draws in a separate process. */
  drawings?: Drawings;
}

type Deps = Required<RendererDeps>;

type Hooks = Pick<ConvertHooks, "signal"> & { onProgress?: (part: number) => void };

/** Tolerance in seconds for the end of a source. */
const END_S = 0.002;
/** Seconds by which a source may be shorter than measured before. */
const SHORTER_S = 0.5;
/** Settings of the few frames around a cut. They are twice as fast, need more bytes, and have the same parameters of the decoder. */
const EDGE = { preset: "superfast" } as const;
/** Number of such parts that are encoded at the same time: most of the time of each is the start of its process. */
const EDGES_AT_ONCE = 2;
/** Seconds of changed pictures from which one frame is encoded before all others, to know whether the rest can be copied. */
const SAMPLE_FROM_S = 3;
/** Seconds of a source from which sound and pictures are made one after the other. */
const LONG_S = 3_600;
const FRAME_LIMITS = { wallMs: 120_000, cpuS: 120, fileBytes: 256 * 1024 ** 2 };

/** Returns how a section becomes a file. */
function compositionOf(
  { context, sourceOf }: Prepared,
  section: Section,
  find: FindDrawing,
  path: string,
  options: Readonly<Record<string, string>> = {},
): Composition {
  const { rate } = context;
  const size = outputSize(context);
  const { graph, ...encoding } = h264(size, rate === 60 ? 60 : 30, options);
  const seconds = section.count / rate;
  const length = Math.ceil(seconds * Math.max(1, section.step * rate)) + 10;
  return {
    ...picturePlan(context, section, sourceOf(section.placed.clip.itemId), find, [graph]),
    outputs: [{ path, format: "mp4", options: {}, video: encoding, audio: null }],
    seconds,
    // Effects cost several times as much as encoding.
    limits: limitsOf({ duration: length * (1 + section.effects.length), ...size } as VideoProbe, size.width * size.height),
  };
}

/** What a job needs so that parts of its source can be copied. */
interface Copyable {
  source: RenderSource & { type: "video" };
  runs: PictureRun[];
  outline: VideoOutline;
}

/** Returns what is needed to copy parts of a job's own source; null when nothing can be copied. */
async function copyableOf({ videos }: Deps, job: RenderJob, ready: Prepared, signal: AbortSignal | undefined): Promise<Copyable | null> {
  const source = ready.sourceOf(undefined);
  if (!allowsCopies(job.document, source)) return null;
  const runs = pictureRuns(job.document, ready.context.rate);
  const ends = endsOf(runs);
  return ends.length === 0 ? null : { source, runs, outline: await videos.outline(source.path, ends, signal) };
}

/** Plans the copies of sound. */
function soundOf({ document, sources }: RenderJob, copyable: Copyable | null): { plan: SoundCopies; source: string } | null {
  const plan = copyable && soundCopies(document, sources, copyable.outline);
  return plan && { plan, source: copyable.source.path };
}

/** Returns whether the source was encoded with the settings that new parts have. Encodes one frame to know it. */
async function fits(
  { videos }: Deps,
  { folder }: RenderJob,
  ready: Prepared,
  { runs, outline }: Copyable,
  signal: AbortSignal | undefined,
) {
  const placed = runs.find(({ changed }) => changed === null)?.placed;
  if (!placed) return false;
  const section = { placed, first: 0, count: 1, at: placed.clip.start, step: 1 / ready.context.rate, effects: [] };
  const path = join(folder, "sample.mp4");
  await videos.compose([compositionOf(ready, section, () => null, path)], { signal });
  const { parameters } = await videos.outline(path, [], signal);
  return parameters === outline.parameters;
}

/** Copies packets of unchanged pictures, and encodes the others. Returns null when the source does not allow it. */
async function copyPictures(deps: Deps, job: RenderJob, ready: Prepared, copyable: Copyable, hooks: Hooks): Promise<JoinPiece[] | null> {
  const { source, runs, outline } = copyable;
  const { signal, onProgress } = hooks;
  const parts = cutsPlan(runs, outline, ready.context.rate, source.probe.duration).map((part, index) => ({
    ...part,
    path: part.section === null ? source.path : join(job.folder, `edge-${index}.mp4`),
  }));
  if (parts.every(({ section }) => section !== null)) return null;
  const changed = parts.flatMap(({ section, isSame }) => (section === null || isSame ? [] : [section]));
  const seconds = changed.reduce((sum, { count }) => sum + count / ready.context.rate, 0);
  if (seconds > SAMPLE_FROM_S && !(await fits(deps, job, ready, copyable, signal))) return null;
  const find = await drawn(deps.drawings, ready, changed, job.folder, signal);
  const compositions = parts.flatMap(({ section, isSame, path }) =>
    section === null ? [] : [compositionOf(ready, section, find, path, isSame ? EDGE : {})],
  );
  const all = compositions.reduce((sum, one) => sum + one.seconds, 0);
  const atOnce = isLong(job) ? 1 : EDGES_AT_ONCE;
  await deps.videos.compose(compositions, { signal, atOnce, onProgress: (done) => onProgress?.(Math.min(1, done / all)) });
  return parts.map(({ section, isSame, path, from, to, at, until }) => ({
    path,
    range: section === null ? { from, to: to >= source.probe.duration - END_S ? Number.MAX_SAFE_INTEGER : to } : null,
    shift: section === null ? at - from : isSame ? at - from + section.at : at,
    start: at,
    end: until,
  }));
}

async function renderPictures({ videos, drawings }: Deps, job: RenderJob, ready: Prepared, hooks: ConvertHooks): Promise<JoinPiece[]> {
  const { rate } = ready.context;
  const sections = sectionsOf(job.document, rate);
  const find = await drawn(drawings, ready, sections, job.folder, hooks.signal);
  const parts = sections.map((section, index) => ({ section, path: join(job.folder, `picture-${index}.mp4`) }));
  await videos.compose(
    parts.map(({ section, path }) => compositionOf(ready, section, find, path)),
    hooks,
  );
  return parts.map(({ section: { first, count }, path }) => {
    const start = first / rate;
    return { path, range: null, shift: start, start, end: start + count / rate };
  });
}

/** Joins copied packets. Returns null when the source was not encoded like the new parts, or its packets depend on removed ones. */
async function joined(
  { videos }: Deps,
  { output }: RenderJob,
  pieces: readonly JoinPiece[],
  sound: JoinSound,
  signal: AbortSignal | undefined,
): Promise<VideoProbe | null> {
  try {
    return await videos.join(pieces, sound, output, signal);
  } catch (error) {
    if (!(error instanceof VideoError && error.code === "damaged")) throw error;
    await rm(output, { force: true });
    return null;
  }
}

/** Returns whether a source has a large index, which each process that opens it has in memory. */
const isLong = ({ sources }: RenderJob): boolean =>
  [...sources.values()].some((source) => source.type === "video" && source.probe.duration > LONG_S);

/** @throws VideoError when a source is shorter than its clips, because its file is incomplete. Its last frame would be shown instead. */
function assertWhole({ document, sources }: RenderJob): void {
  for (const { itemId, end } of document.clips) {
    const source = sources.get(itemId);
    if (source?.type === "video" && end > source.probe.duration + SHORTER_S)
      throw new VideoError("damaged", "A source ends before its clip.");
  }
}

async function render(deps: Deps, job: RenderJob, { signal, onProgress }: Hooks): Promise<VideoProbe> {
  const { videos, images } = deps;
  assertWhole(job);
  const { duration } = timeMapOf(job.document);
  const ready = await prepared(images, job, signal);
  const copyable = await copyableOf(deps, job, ready, signal);
  const copiedSound = soundOf(job, copyable);
  const onSeconds = (seconds: number): void => onProgress?.(Math.min(1, seconds / duration));
  const soundPart = (own: AbortSignal | undefined) => renderSound(videos, job, copiedSound, { signal: own });
  const picturePart = async (own: AbortSignal | undefined) =>
    copyable && copyPictures(deps, job, ready, copyable, { signal: own, ...(onProgress && { onProgress }) });
  // One after the other needs the memory of one.
  let [sound, pictures] = isLong(job)
    ? [await soundPart(signal), await picturePart(signal)]
    : await runTogether<[JoinSound, JoinPiece[] | null]>(signal, [soundPart, picturePart]);
  const result = pictures && (await joined(deps, job, pictures, sound, signal));
  if (result) return result;
  if (copiedSound) {
    sound = await renderSound(videos, job, null, { signal });
    const withSound = pictures && (await joined(deps, job, pictures, sound, signal));
    if (withSound) return withSound;
  }
  pictures = await renderPictures(deps, job, ready, { signal, onProgress: onSeconds });
  return videos.join(pictures, sound, job.output, signal);
}

async function renderFrame(
  { videos, images, drawings }: Deps,
  job: Omit<RenderJob, "output">,
  time: number,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const ready = await prepared(images, job, signal);
  const section = frameSection(job.document, time, ready.context.rate);
  const find = await drawn(drawings, ready, [section], job.folder, signal);
  const { width, height } = outputSize(ready.context);
  const last = [`scale=${width}:${height}`, "format=rgb24"];
  const plan = picturePlan(ready.context, section, ready.sourceOf(section.placed.clip.itemId), find, last);
  const video = { encoder: "png", options: {}, grid: null, keyEvery: null, frames: 1 } as const;
  const output: CompositionOutput = { path, format: "image2pipe", options: {}, video, audio: null };
  await videos.compose([{ ...plan, outputs: [output], seconds: 1, limits: FRAME_LIMITS }], { signal });
}

/** Creates the renderer of edited videos. */
export function createRenderer({ videos, images, drawings = createDrawings() }: RendererDeps): Renderer {
  const deps = { videos, images, drawings };
  return {
    render: (job, hooks = {}) => render(deps, job, hooks),
    frame: (job, time, path, signal) => renderFrame(deps, job, time, path, signal),
  };
}
