import { join } from "node:path";
import { pictureSize } from "@stillreel/video-editor/core";
import type { Drawing, DrawingTask, Drawings } from "../../platform/ports/drawing.port.ts";
import type { Images } from "../../platform/ports/images.port.ts";
import { VideoError } from "../../platform/ports/video.port.ts";
import { gridOf } from "../media/index.ts";
import type { DrawingPlan, FindDrawing } from "./render.layers.plan.ts";
import { type PictureContext, sectionDrawings, sizeOf } from "./render.picture.plan.ts";
import type { Section } from "./render.section.ts";
import type { RenderJob, RenderSource } from "./render.types.ts";

/** Drawings that one process makes. */
const BATCH = 50;

/** The files of a job that its graphs read. */
export interface Prepared {
  context: PictureContext;
  /** Images are PNGs. */
  sourceOf(itemId: string | undefined): RenderSource;
}

/** Converts the images of a job in an isolated process, because the video program must not read formats of users. */
export async function prepared(
  images: Pick<Images, "convert">,
  { document, sources, assets, folder }: Omit<RenderJob, "output">,
  signal: AbortSignal = new AbortController().signal,
): Promise<Prepared> {
  const converted = async (path: string, name: string): Promise<string> => {
    const target = join(folder, `${name}.png`);
    await images.convert(path, target, { format: "png" }, signal);
    return target;
  };
  const used = new Set(document.clips.map(({ itemId }) => itemId));
  const readable = new Map<string | undefined, RenderSource>();
  for (const [itemId, source] of sources) {
    const isNeeded = source.type === "image" && used.has(itemId);
    readable.set(itemId, isNeeded ? { ...source, path: await converted(source.path, `image-${readable.size}`) } : source);
  }
  const pictures = new Map<string, string>();
  const background = document.frame?.background;
  if (background && "assetId" in background) {
    const path = assets.get(background.assetId);
    if (path === undefined) throw new VideoError("damaged", "The picture of the frame is missing.");
    pictures.set(background.assetId, await converted(path, "background"));
  }
  const sourceOf = (itemId: string | undefined): RenderSource => {
    const source = readable.get(itemId);
    if (!source) throw new VideoError("damaged", "A source of a clip is missing.");
    return source;
  };
  const own = sourceOf(undefined);
  const size = pictureSize({ crop: null, rotate: 0 }, sizeOf(own));
  return { context: { document, size, rate: own.type === "video" ? gridOf(own.probe) : 30, pictures }, sourceOf };
}

/** Makes all drawings of sections, each once. */
export async function drawn(
  drawings: Drawings,
  { context, sourceOf }: Prepared,
  sections: readonly Section[],
  folder: string,
  signal: AbortSignal | undefined,
): Promise<FindDrawing> {
  const tasks = new Map<string, DrawingTask>();
  for (const section of sections)
    for (const plan of sectionDrawings(context, section, sourceOf(section.placed.clip.itemId)))
      tasks.set(keyOf(plan), { ...plan, path: join(folder, `drawing-${tasks.size}.png`) } as DrawingTask);
  const made = new Map<string, { path: string; drawing: Drawing }>();
  const all = [...tasks];
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH);
    const result = await drawings.draw(
      batch.map(([, task]) => task),
      signal,
    );
    for (const [index, [key, { path }]] of batch.entries()) {
      const drawing = result.drawings[index];
      if (drawing) made.set(key, { path, drawing });
    }
  }
  return (plan) => made.get(keyOf(plan)) ?? null;
}

const keyOf = (plan: DrawingPlan): string => JSON.stringify(plan);
