import { type EditDocument } from "@stillreel/contract";
import { fittedBox, frameLayout, pictureSize, type Size } from "@stillreel/video-editor/core";
import type { CompositionInput } from "../../platform/ports/video.port.ts";
import { fit } from "../media/index.ts";
import { addCover, isCover } from "./render.covers.plan.ts";
import { Graph } from "./render.graph.ts";
import { addLayers, type DrawingPlan, drawingsOf, type FindDrawing } from "./render.layers.plan.ts";
import { num } from "./render.paths.plan.ts";
import { zoomFilters } from "./render.zoom.plan.ts";
import type { Section } from "./render.section.ts";
import type { RenderSource } from "./render.types.ts";

/** Largest picture of a joined image. Larger ones are scaled down. */
const SIDES_MAX = { long: 3840, short: 2160 } as const;
/** Tolerance in seconds for timestamps that are rounded in files: a frame that should begin now has begun. */
const ROUNDING_S = 0.001;
/** Seconds that are decoded after the last frame that is needed. */
const SLACK_S = 0.2;

/** The inputs and the graph of a section. The graph ends with `[v]` and the section's frames at 0, 1, 2 … of the rate. */
export interface PicturePlan {
  inputs: CompositionInput[];
  graph: string;
}

/** What all sections share. */
export interface PictureContext {
  document: EditDocument;
  /** Size of the edited video's own source, which joined ones are fitted into. */
  size: Size;
  rate: number;
  /** Pictures of frames as PNG, by the id of their asset. */
  pictures: ReadonlyMap<string, string>;
}

/** Returns filters that place the section's frames at 0, 1, 2 … of the rate: of the frames of the source, each shows the last one that began. */
function gridFilters({ at, step, count }: Section, rate: number): string[] {
  const speed = step * rate;
  return [
    "settb=1/90000",
    `setpts='((PTS*TB-${at + ROUNDING_S})/${speed})/TB'`,
    `fps=${rate}:start_time=0:round=up`,
    // The last frame stays when the source ends early.
    "tpad=stop=-1:stop_mode=clone",
    `trim=end_frame=${count}`,
  ];
}

/** Returns filters that fit a picture into a size, between black areas. */
function fitFilters(size: Size, target: Size): string[] {
  if (size.width === target.width && size.height === target.height) return [];
  const { x, y, width, height } = fittedBox({ x: 0, y: 0, ...target }, size);
  return [`scale=${width}:${height}`, `pad=${target.width}:${target.height}:${x}:${y}`];
}

const TURNS = { 0: [], 90: ["transpose=clock"], 180: ["hflip", "vflip"], 270: ["transpose=cclock"] } as const;

function cropFilters({ crop }: EditDocument, { width, height }: Size): string[] {
  if (crop === null) return [];
  const size = pictureSize({ crop, rotate: 0 }, { width, height });
  const x = Math.min(width - size.width, Math.round(crop.x * width));
  const y = Math.min(height - size.height, Math.round(crop.y * height));
  return [`crop=${size.width}:${size.height}:${x}:${y}:exact=1`];
}

/** Returns the fades of the clip from and to black. Filters count their times from the start of the clip. */
function fadeFilters({ placed, first }: Section, rate: number): string[] {
  const { clip, from, to } = placed;
  const { fadeIn = 0, fadeOut = 0 } = clip;
  if (fadeIn === 0 && fadeOut === 0) return [];
  return [
    `setpts=PTS+${num(Math.max(0, first / rate - from))}/TB`,
    ...(fadeIn > 0 ? [`fade=t=in:st=0:d=${num(fadeIn)}`] : []),
    ...(fadeOut > 0 ? [`fade=t=out:st=${num(Math.max(0, to - from - fadeOut))}:d=${num(fadeOut)}`] : []),
  ];
}

/** Returns the size of a source's upright picture. */
export const sizeOf = (source: RenderSource): Size =>
  source.type === "image" ? { width: source.width, height: source.height } : { width: source.probe.width, height: source.probe.height };

function sourceInput(source: RenderSource, { at, step, count }: Section): CompositionInput {
  if (source.type === "image")
    return { path: source.path, mimeType: "image/png", start: 0, end: null, at: 0, rotation: 0, tracks: { video: true, audio: false } };
  return {
    path: source.path,
    mimeType: source.probe.mimeType,
    start: Math.max(0, at),
    end: at + step * count + SLACK_S,
    at: 0,
    rotation: source.probe.rotation,
    tracks: { video: true, audio: false },
  };
}

/** Returns the filters from the source's picture to the area for pictures. Crop and rotation belong to the edited video's own source. */
function areaFilters({ document, size }: PictureContext, section: Section, own: Size): string[] {
  const area = pictureSize(document, size);
  if (section.placed.clip.itemId !== undefined) return fitFilters(own, area);
  return [...fitFilters(own, size), ...cropFilters(document, size), ...TURNS[document.rotate]];
}

/** Returns the drawing of the frame around the picture; null without a frame. */
export function framePlan({ document, size, pictures }: PictureContext): DrawingPlan | null {
  const { frame } = document;
  if (frame === null) return null;
  const picture = "assetId" in frame.background ? (pictures.get(frame.background.assetId) ?? null) : null;
  return { kind: "frame", frame, ...frameLayout(document, size), picture };
}

/** Puts the picture behind the hole of its frame. */
function addFrame(graph: Graph, from: string, context: PictureContext, find: FindDrawing): string {
  const plan = framePlan(context);
  const found = plan && find(plan);
  if (!found) return from;
  const { size, inside } = frameLayout(context.document, context.size);
  // Only without subsampled colours may the picture begin at an odd pixel.
  const behind = graph.chain([from], ["format=yuv444p", `pad=${size.width}:${size.height}:${inside.x}:${inside.y}`]);
  return graph.chain([behind, graph.image(found.path)], ["overlay=0:0:format=yuv444"]);
}

/** Returns the size of the edited video. A frame around the largest pictures makes it too large for H.264, so it is scaled down. */
export const outputSize = ({ document, size }: PictureContext): Size =>
  fit(frameLayout(document, size).size, SIDES_MAX.long, SIDES_MAX.short);

/** Returns the even size of the picture in which effects are drawn. Videos have one already. */
export function ownSize(source: RenderSource): Size {
  const { width, height } = sizeOf(source);
  return pictureSize({ crop: null, rotate: 0 }, fit({ width, height }, SIDES_MAX.long, SIDES_MAX.short));
}

/** Returns everything that must be drawn for a section. */
export const sectionDrawings = (context: PictureContext, section: Section, source: RenderSource): DrawingPlan[] => {
  const frame = framePlan(context);
  return [...drawingsOf(section, ownSize(source)), ...(frame ? [frame] : [])];
};

/** Compiles a section. `last` are filters at the end. */
export function picturePlan(
  context: PictureContext,
  section: Section,
  source: RenderSource,
  find: FindDrawing,
  last: readonly string[],
): PicturePlan {
  const { rate } = context;
  const own = ownSize(source);
  const graph = new Graph();
  const grid =
    source.type === "image"
      ? ["loop=loop=-1:size=1", `setpts=N/(${rate}*TB)`, `fps=${rate}`, `trim=end_frame=${section.count}`]
      : gridFilters(section, rate);
  let current = graph.chain(
    [graph.input(sourceInput(source, section))],
    [...grid, `scale=${own.width}:${own.height}`, "setsar=1", "format=yuv420p"],
  );
  for (const effect of section.effects) if (isCover(effect)) current = addCover(graph, current, effect, section, own);
  current = addLayers(graph, current, section, own, find);
  current = graph.chain([current], [...zoomFilters(section, own), ...areaFilters(context, section, own), ...fadeFilters(section, rate)]);
  current = addFrame(graph, current, context, find);
  return { inputs: graph.inputs, graph: graph.end(current, [`settb=1/${rate}`, "setpts=N", ...last]) };
}
