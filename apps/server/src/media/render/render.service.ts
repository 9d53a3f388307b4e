import { rm } from "node:fs/promises";
import { join } from "node:path";
import { timeMapOf } from "@stillreel/video-editor/core";
import type { Drawings } from "../../platform/ports/drawing.port.ts";
import { createDrawings } from "../../platform/ports/drawing/index.ts";
import type { Images } from "../../platform/ports/images.port.ts";
import {
  VideoError,
  type Composition,
  type CompositionOutput,
  type ConvertHooks,
  type JoinPiece,
  type VideoProbe,
  type Videos,
} from "../../platform/ports/video.port.ts";
import { h264, limitsOf } from "../media/index.ts";
import { allowsCopies, cutsPlan } from "./render.cuts.plan.ts";
import type { FindDrawing } from "./render.layers.plan.ts";
import { outputSize, picturePlan } from "./render.picture.plan.ts";
import { drawn, prepared, type Prepared } from "./render.prepare.ts";
import type { Section } from "./render.section.ts";
import { frameSection, sectionsOf } from "./render.sections.plan.ts";
import { renderSound } from "./render.sound.ts";
import type { Renderer, RenderJob } from "./render.types.ts";

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
const FRAME_LIMITS = { wallMs: 120_000, cpuS: 120, fileBytes: 256 * 1024 ** 2 };

/** Returns how a section becomes a file. */
function compositionOf({ context, sourceOf }: Prepared, section: Section, find: FindDrawing, path: string): Composition {
  const { rate } = context;
  const size = outputSize(context);
  const { graph, ...encoding } = h264(size, rate === 60 ? 60 : 30);
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

/** Copies packets where the document only cuts. Returns null when the source does not allow it. */
async function copyPictures({ videos }: Deps, job: RenderJob, ready: Prepared, hooks: ConvertHooks): Promise<JoinPiece[] | null> {
  const source = ready.sourceOf(undefined);
  if (!allowsCopies(job.document, source)) return null;
  const outline = await videos.outline(source.path, hooks.signal);
  const parts = cutsPlan(job.document, outline, ready.context.rate, source.probe.duration).map((part, index) => ({
    ...part,
    path: part.section === null ? source.path : join(job.folder, `edge-${index}.mp4`),
  }));
  if (parts.every(({ section }) => section !== null)) return null;
  await videos.compose(
    parts.flatMap(({ section, path }) => (section === null ? [] : [compositionOf(ready, section, () => null, path)])),
    hooks,
  );
  return parts.map(({ section, path, from, to, at }) => ({
    path,
    range: section === null ? { from, to: to >= source.probe.duration - END_S ? Number.MAX_SAFE_INTEGER : to } : null,
    shift: section === null ? at - from : at - from + section.at,
    start: at,
    end: at + to - from,
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

/** Joins copied packets. Returns false when the source was not encoded like the new parts, or its frames depend on removed ones. */
async function isJoined(
  { videos }: Deps,
  { output }: RenderJob,
  pieces: readonly JoinPiece[],
  sound: string | null,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await videos.join(pieces, sound, output, signal);
    return true;
  } catch (error) {
    if (!(error instanceof VideoError && error.code === "damaged")) throw error;
    await rm(output, { force: true });
    return false;
  }
}

/** Runs two parts of a render side by side. When one fails, the other one is ended before the error is thrown. */
async function sideBySide<A, B>(
  signal: AbortSignal | undefined,
  one: (signal: AbortSignal) => Promise<A>,
  other: (signal: AbortSignal) => Promise<B>,
): Promise<[A, B]> {
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const parts = [one(both), other(both)] as const;
  for (const part of parts) part.catch((error: unknown) => stop.abort(error));
  try {
    return await Promise.all(parts);
  } finally {
    await Promise.allSettled(parts);
  }
}

async function render(deps: Deps, job: RenderJob, { signal, onProgress }: Hooks): Promise<VideoProbe> {
  const { videos, images } = deps;
  const { duration } = timeMapOf(job.document);
  const ready = await prepared(images, job, signal);
  const onSeconds = (seconds: number): void => onProgress?.(Math.min(1, seconds / duration));
  const [sound, copied] = await sideBySide(
    signal,
    (both) => renderSound(videos, job, { signal: both }),
    (both) => copyPictures(deps, job, ready, { signal: both }),
  );
  if (!copied || !(await isJoined(deps, job, copied, sound, signal)))
    await videos.join(await renderPictures(deps, job, ready, { signal, onProgress: onSeconds }), sound, job.output, signal);
  return videos.probe(job.output, signal);
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
