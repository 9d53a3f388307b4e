import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Area, drawBoard, svgOf } from "@stillreel/board/drawing";
import { BOARD_MIME_TYPE, BOARD_PICTURE, type BOARD_EXPORTS, type BoardCanvas, type BoardElement } from "@stillreel/contract";
import { authorize } from "../../access/policies/authorize.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Drawings } from "../../platform/ports/drawing.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { enter, type Visit } from "./boards.access.ts";
import type { BoardsDeps } from "./boards.deps.ts";
import { readState } from "./changes.repo.ts";
import { writeBoardFile } from "./files.service.ts";
import { type ImageRow, listImages } from "./images.repo.ts";

type Format = (typeof BOARD_EXPORTS)[number];

/** Bytes of images in one drawing. Further images are empty frames. */
const IMAGE_BYTES_MAX = 40_000_000;
/** Scale of a PNG, and its largest side and number of pixels. */
const SCALE = 2;
const SIDE_MAX = 8_000;
const PIXELS_MAX = 24_000_000;
const TIMEOUT_MS = 60_000;

/** A board as a file. */
export interface ExportedFile {
  fileName: string;
  mimeType: string;
  body: Buffer | string | Readable;
}

interface Context {
  ports: Ports;
  deps: BoardsDeps;
  drawings: Drawings;
}

interface Drawn {
  elements: BoardElement[];
  canvas: BoardCanvas;
  seq: number;
}

async function read({ ports }: Context, boardId: string): Promise<Drawn> {
  const state = await readState(ports.db, boardId, null);
  if (!state) throw new AppError("not-found");
  return { elements: JSON.parse(state.elements) as BoardElement[], canvas: state.canvas, seq: state.seq };
}

/** Returns the images that the elements show, within the limit. */
async function imagesOf({ ports }: Context, boardId: string, elements: readonly BoardElement[]): Promise<ImageRow[]> {
  const used = new Set(elements.map(({ fileId }) => fileId));
  let left = IMAGE_BYTES_MAX;
  return (await listImages(ports.db, boardId)).filter(({ fileId, sizeBytes }) => {
    if (!used.has(fileId) || sizeBytes > left) return false;
    left -= sizeBytes;
    return true;
  });
}

async function excalidraw({ ports }: Context, boardId: string): Promise<Readable> {
  const onLost = (): void => ports.log.warn({ boardId }, "an image of a whiteboard is missing in its file");
  const bytes = await writeBoardFile(ports, boardId, onLost);
  if (!bytes) throw new AppError("not-found");
  return Readable.from(bytes, { objectMode: false });
}

async function svg(context: Context, boardId: string, { elements, canvas }: Drawn): Promise<string> {
  const { storage } = context.ports;
  const files = new Map<string, string>();
  for (const { fileId, mimeType, storageKey } of await imagesOf(context, boardId, elements)) {
    const { stream } = await storage.get(storageKey);
    files.set(fileId, `data:${mimeType};base64,${(await buffer(stream)).toString("base64")}`);
  }
  return svgOf(drawBoard(elements, canvas.background, files));
}

/** Widens an area to an aspect ratio. */
function widened(area: Area, { width, height }: { width: number; height: number }): Area {
  const scale = Math.max(area.width / width, area.height / height);
  const [w, h] = [scale * width, scale * height];
  return { x: area.x - (w - area.width) / 2, y: area.y - (h - area.height) / 2, width: w, height: h };
}

const scaleOf = ({ width, height }: Area): number =>
  Math.min(SCALE, SIDE_MAX / Math.max(width, height), Math.sqrt(PIXELS_MAX / (width * height)));

/** Draws the board into a PNG in a folder. Returns its path. */
async function paint(
  context: Context,
  folder: string,
  boardId: string,
  { elements, canvas }: Drawn,
  isThumbnail: boolean,
): Promise<string> {
  const { deps, drawings } = context;
  const files = new Map<string, string>();
  for (const { fileId, storageKey } of await imagesOf(context, boardId, elements))
    files.set(fileId, await deps.media.work.bring(folder, storageKey, undefined, `image-${fileId}`));
  const { area: own, background, parts } = drawBoard(elements, canvas.background, files);
  const area = isThumbnail ? widened(own, BOARD_PICTURE) : own;
  const scale = isThumbnail ? BOARD_PICTURE.width / area.width : scaleOf(area);
  const path = join(folder, "board.png");
  const size = { width: Math.max(1, Math.round(area.width * scale)), height: Math.max(1, Math.round(area.height * scale)) };
  await drawings.draw(
    [{ kind: "board", path, ...size, origin: { x: area.x, y: area.y }, scale, background, parts }],
    AbortSignal.timeout(TIMEOUT_MS),
  );
  return path;
}

function picture(context: Context, boardId: string, drawn: Drawn, format: "png" | "pdf"): Promise<Buffer> {
  const { media } = context.deps;
  return media.work.inFolder(async (folder) => {
    const png = await paint(context, folder, boardId, drawn, false);
    if (format === "png") return readFile(png);
    const pdf = join(folder, "board.pdf");
    await media.images.convert(png, pdf, { format: "pdf", paper: "picture" }, AbortSignal.timeout(TIMEOUT_MS));
    return readFile(pdf);
  });
}

const TYPES = { svg: "image/svg+xml", png: "image/png", pdf: "application/pdf", excalidraw: BOARD_MIME_TYPE } as const;

async function file(context: Context, visit: Visit, format: Format, ip: string): Promise<ExportedFile> {
  const { deps } = context;
  const entry = await enter(deps, visit, "content");
  const { actor } = visit.visitor;
  if (entry.by.kind === "link") authorize(actor, "item.download", { allowDownload: entry.by.row.allow_download, type: "board" });
  await deps.limits.take({ key: `convert:${actor.kind === "user" ? actor.id : ip}`, rule: RATE_RULES.convert });
  const named = { fileName: `${entry.title}.${format}`, mimeType: TYPES[format] };
  if (format === "excalidraw") return { ...named, body: await excalidraw(context, entry.boardId) };
  const drawn = await read(context, entry.boardId);
  if (format === "svg") return { ...named, body: await svg(context, entry.boardId, drawn) };
  return { ...named, body: await picture(context, entry.boardId, drawn, format) };
}

/** Creates the service that draws boards and writes them as files. */
export function createBoardExports(ports: Ports, deps: BoardsDeps, drawings: Drawings) {
  const context: Context = { ports, deps, drawings };
  return {
    /** @throws AppError as {@link enter}, `forbidden` for a link without downloads, `too-many-requests` */
    file: file.bind(null, context),
    /** Draws the picture and the thumbnails of a board. Everyone with access to it sees them, so items of the library are empty frames. Returns what was drawn. */
    async thumbnails(boardId: string): Promise<Drawn> {
      const drawn = await read(context, boardId);
      await deps.media.work.inFolder(async (folder) => deps.media.showPicture(boardId, await paint(context, folder, boardId, drawn, true)));
      return drawn;
    },
  };
}

export type BoardExports = ReturnType<typeof createBoardExports>;
