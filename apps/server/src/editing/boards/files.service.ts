import {
  BOARD_ELEMENTS_MAX,
  BOARD_IMAGE_BYTES_MAX,
  BOARD_IMAGE_PIXELS_MAX,
  BOARD_IMAGES_MAX,
  BOARD_UPDATE_ELEMENTS_MAX,
  BoardCanvas,
} from "@stillreel/contract";
import { z } from "zod";
import type { Media, StoredBlob } from "../../media/media/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { BoardFiles, LostPart, ReceivedBoard } from "../../platform/ports/board-files.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { TIDY_DELAY_MS, tidyBoard, tidyKey } from "./boards.definitions.ts";
import { insertBoard, type LockedBoard, readState, storeUpdates } from "./changes.repo.ts";
import { readElements } from "./elements.plan.ts";
import { NotABoard, partsOf } from "./files.reader.ts";
import { type ImageRow, insertImage, listImages } from "./images.repo.ts";
import { mergeInto, write, type Written } from "./merge.plan.ts";

/** Bytes of images in one file, so that it is smaller than 4 GiB in base64. */
const IMAGES_BYTES_MAX = 3_000_000_000;
const BASE64 = /^data:[\w.+/-]{1,100};base64,/u;
/** Errors that concern one image. */
const OF_ONE_IMAGE = new Set(["file-too-large", "image-too-large", "unreadable-file", "unsupported-file-type"]);

type OnLost = (part: LostPart) => void;

interface Context {
  ports: Ports;
  media: Pick<Media, "storeDerived" | "inspectImage" | "insertBlob" | "discard">;
}

/** Encodes a stream in base64. */
async function* base64Of(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = Buffer.concat([rest, chunk]);
    // Three bytes are four characters.
    const whole = bytes.length - (bytes.length % 3);
    rest = Buffer.from(bytes.subarray(whole));
    if (whole > 0) yield Buffer.from(bytes.toString("base64", 0, whole));
  }
  if (rest.length > 0) yield Buffer.from(rest.toString("base64"));
}

/** Opens an image; null when its bytes are missing. */
async function openImage({ storage }: Pick<Ports, "storage">, image: ImageRow): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return (await storage.get(image.storageKey)).stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof StorageError && error.code === "not-found") return null;
    throw error;
  }
}

async function* imagesOf(
  ports: Pick<Ports, "storage" | "clock">,
  images: readonly ImageRow[],
  onLost: OnLost,
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = IMAGES_BYTES_MAX;
  let isFirst = true;
  for (const image of images) {
    const bytes = image.sizeBytes > left ? null : await openImage(ports, image);
    if (!bytes) {
      onLost("image");
      continue;
    }
    left -= image.sizeBytes;
    const { fileId: id, mimeType } = image;
    const facts = JSON.stringify({ mimeType, id, created: ports.clock.now().getTime() });
    yield Buffer.from(`${isFirst ? "" : ","}${JSON.stringify(id)}:${facts.slice(0, -1)},"dataURL":"data:${mimeType};base64,`);
    yield* base64Of(bytes);
    yield Buffer.from('"}');
    isFirst = false;
  }
}

/** Writes a board in the format of Excalidraw, see {@link BoardFiles.write}. */
export async function writeBoardFile(ports: Ports, boardId: string, onLost: OnLost): Promise<AsyncIterable<Uint8Array> | null> {
  const state = await readState(ports.db, boardId, null);
  if (!state) return null;
  const images = await listImages(ports.db, boardId);
  const { elements, canvas } = state;
  const used = images.filter(({ fileId }) => elements.includes(`"${fileId}"`));
  const appState = { viewBackgroundColor: canvas.background, gridModeEnabled: canvas.grid };
  return (async function* () {
    yield Buffer.from(`{"type":"excalidraw","version":2,"source":${JSON.stringify(ports.publicUrl())},"elements":`);
    yield Buffer.from(elements);
    yield Buffer.from(`,"appState":${JSON.stringify(appState)},"files":{`);
    yield* imagesOf(ports, used, onLost);
    yield Buffer.from("}}");
  })();
}

/** An image of a file, in the store. */
interface ReceivedImage {
  stored: StoredBlob;
  mimeType: string;
  width: number;
  height: number;
}

const DataUrl = z.object({ dataURL: z.string().regex(BASE64) });
const AppState = z.object({ viewBackgroundColor: BoardCanvas.shape.background.catch("#ffffff"), gridModeEnabled: z.boolean().catch(true) });

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** A board of a file, as it is stored. */
interface NewDrawing {
  won: Written[];
  size: LockedBoard;
  /** By their ids on the board. */
  images: ReadonlyMap<string, ReceivedImage>;
}

/** Stores a drawing with its new item, and queues the job that follows changes. */
async function fileBoard(
  { ports, media }: Context,
  { won, size, images }: NewDrawing,
  tx: Executor,
  { boardId, userId }: { boardId: string; userId: string },
): Promise<void> {
  const at = ports.clock.now();
  await insertBoard(tx, boardId, size.canvas);
  for (const [fileId, { stored, mimeType, width, height }] of images) {
    await media.insertBlob(tx, { ...stored, mimeType });
    await insertImage(tx, boardId, {
      fileId,
      mimeType,
      width,
      height,
      sizeBytes: stored.sizeBytes,
      shownAtMs: null,
      blobId: stored.id,
      at,
    });
  }
  for (let from = 0, seq = 1; from < won.length; from += BOARD_UPDATE_ELEMENTS_MAX, seq += 1) {
    const page = won.slice(from, from + BOARD_UPDATE_ELEMENTS_MAX);
    await storeUpdates(tx, boardId, [{ seq, participant: null, userId, won: page, canvas: null }], { ...size, seq }, at);
  }
  if (won.length === 0) return;
  await ports.jobs.enqueue(tx, tidyBoard, { boardId }, { key: tidyKey(boardId), runAt: new Date(at.getTime() + TIDY_DELAY_MS) });
}

/** Reads one file and stores its images. */
class BoardReceiver {
  readonly #context: Context;
  readonly #onLost: OnLost;
  /** Images by their ids in the file. */
  readonly #images = new Map<string, ReceivedImage>();
  #elements: Written[] | null = null;
  #canvas = BoardCanvas.parse({});

  constructor(context: Context, onLost: OnLost) {
    this.#context = context;
    this.#onLost = onLost;
  }

  async read(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBoard | null> {
    try {
      for await (const { isImage, key, value } of partsOf(bytes)) {
        if (isImage) await this.#receive(key, value);
        else if (key === "elements" && Array.isArray(value)) this.#readElements(value);
        else if (key === "appState") this.#readCanvas(value);
      }
    } catch (error) {
      await this.#discard();
      if (error instanceof NotABoard) return null;
      throw error;
    }
    if (this.#elements) return this.#received(this.#elements);
    await this.#discard();
    return null;
  }

  async #discard(images: Iterable<ReceivedImage> = this.#images.values()): Promise<void> {
    for (const { stored } of images) await this.#context.media.discard(stored);
  }

  #readElements(given: readonly unknown[]): void {
    const live = given.filter((one) => !(typeof one === "object" && one !== null && "isDeleted" in one && one.isDeleted === true));
    const { elements, refused } = readElements(live.slice(0, BOARD_ELEMENTS_MAX));
    for (let n = refused.length + Math.max(0, live.length - BOARD_ELEMENTS_MAX); n > 0; n -= 1) this.#onLost("element");
    this.#elements = elements;
  }

  #readCanvas(value: unknown): void {
    const state = AppState.safeParse(value).data;
    if (state) this.#canvas = { background: state.viewBackgroundColor, grid: state.gridModeEnabled };
  }

  async #receive(fileId: string, value: unknown): Promise<void> {
    const { media } = this.#context;
    const url = DataUrl.safeParse(value).data?.dataURL;
    if (url === undefined || this.#images.has(fileId) || this.#images.size >= BOARD_IMAGES_MAX) return this.#onLost("image");
    const bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
    let stored: StoredBlob | null = null;
    try {
      if (bytes.length > BOARD_IMAGE_BYTES_MAX) throw new AppError("file-too-large");
      stored = await media.storeDerived(once(bytes), { maxBytes: BOARD_IMAGE_BYTES_MAX });
      const { mimeType, width, height } = await media.inspectImage(stored.storageKey);
      if (width * height > BOARD_IMAGE_PIXELS_MAX) throw new AppError("image-too-large");
      this.#images.set(fileId, { stored, mimeType, width, height });
    } catch (error) {
      if (stored) await media.discard(stored);
      if (!(error instanceof AppError && OF_ONE_IMAGE.has(error.code))) throw error;
      this.#onLost("image");
    }
  }

  /** Gives the images the ids that equal images have, and discards those that no element shows. */
  async #received(elements: readonly Written[]): Promise<ReceivedBoard> {
    const context = this.#context;
    const used = new Set(elements.map(({ element }) => element.fileId));
    const [images, idOf, extra] = [new Map<string, ReceivedImage>(), new Map<string, string>(), [] as ReceivedImage[]];
    for (const [fileId, image] of this.#images) {
      const id = image.stored.sha256.slice(0, 40);
      idOf.set(fileId, id);
      if (used.has(fileId) && !images.has(id)) images.set(id, image);
      else extra.push(image);
    }
    await this.#discard(extra);
    const renamed = elements.map((one) => {
      const { fileId } = one.element;
      const id = fileId && idOf.get(fileId);
      return !id || id === fileId ? one : write({ ...one.element, fileId: id });
    });
    const size: LockedBoard = { seq: 0, elements: 0, bytes: 0, canvas: this.#canvas };
    const { won, full } = mergeInto(new Map(), size, renamed);
    for (const _ of full) this.#onLost("element");
    const sizeBytes = [...images.values()].reduce((sum, { stored }) => sum + stored.sizeBytes, 0);
    return {
      sizeBytes,
      file: (tx, board) => fileBoard(context, { won, size, images }, tx, board),
      discard: () => this.#discard(images.values()),
    };
  }
}

/** Creates the service that writes boards as files and reads them. */
export function createBoardFiles(ports: Ports, { media }: Pick<Context, "media">): BoardFiles {
  return {
    write: writeBoardFile.bind(null, ports),
    receive: (bytes, onLost) => new BoardReceiver({ ports, media }, onLost).read(bytes),
  };
}
