import {
  BOARD_IMAGE_BYTES_MAX,
  BOARD_IMAGE_PIXELS_MAX,
  BOARD_IMAGES_MAX,
  type addBoardImage,
  type listBoardImages,
  type ServerResult,
} from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoredBlob } from "../../media/media/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { drain, readForm } from "../../platform/http/multipart.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { enter, enterToEdit, type Entry, type Visit } from "./boards.access.ts";
import type { BoardsDeps } from "./boards.deps.ts";
import * as repo from "./images.repo.ts";

type Image = ServerResult<typeof addBoardImage>;
type ShownItem = ServerResult<typeof listBoardImages>["items"][number];

interface Received {
  stored: StoredBlob;
  mimeType: string;
  width: number;
  height: number;
}

interface Context {
  ports: Ports;
  deps: BoardsDeps;
}

const present = ({ deps }: Context, callerId: string, image: repo.ImageRow): Image => ({
  fileId: image.fileId,
  mimeType: image.mimeType,
  width: image.width,
  height: image.height,
  size: image.sizeBytes,
  url: deps.media.url({ storageKey: image.storageKey, mimeType: image.mimeType, sizeBytes: image.sizeBytes, callerId }),
});

/** Returns the images of a board with addresses for the caller. */
const list = async (context: Context, { boardId, callerId }: Entry): Promise<Image[]> =>
  (await repo.listImages(context.ports.db, boardId)).map((image) => present(context, callerId, image));

const HIDDEN = { type: null, title: null, owner: null, comments: null, duration: null, pageUrl: null, url: null } as const;

/** Returns the items on a board. Of those that the caller may not open, only the id that the drawing contains is returned. */
async function itemsOn({ ports, deps }: Context, { boardId, by }: Entry): Promise<ShownItem[]> {
  const ids = await repo.listItemIds(ports.db, boardId);
  // A link opens the board, and no item on it.
  const shown = by.kind === "member" ? await deps.items.presentByIds(by.actor, ids) : [];
  const known = new Map(shown.filter((item) => !item.trash && item.id !== boardId).map((item) => [item.id, item]));
  return ids.map((itemId) => {
    const item = known.get(itemId);
    if (!item) return { itemId, ...HIDDEN };
    const { type, title, owner, comments, duration } = item;
    const url = type === "image" ? item.sourceUrl : type === "video" ? item.posterUrl : item.thumbnailLargeUrl;
    return { itemId, type, title, owner: owner.displayName, comments, duration, pageUrl: `/items/${itemId}`, url };
  });
}

/** Returns current addresses. @throws AppError as {@link enter} */
async function addresses(context: Context, visit: Visit): Promise<ServerResult<typeof listBoardImages>> {
  const entry = await enter(context.deps, visit);
  const [images, items] = await Promise.all([list(context, entry), itemsOn(context, entry)]);
  return { images, items };
}

async function receive({ deps }: Context, body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Received> {
  const stored = await deps.media.storeStream(body, { maxBytes });
  try {
    const { mimeType, width, height } = await deps.media.inspectImage(stored.storageKey);
    if (width * height > BOARD_IMAGE_PIXELS_MAX) throw new AppError("image-too-large");
    return { stored, mimeType, width, height };
  } catch (error) {
    await deps.media.discard(stored);
    throw error;
  }
}

/** Stores a received image with a board. An equal image of the board is used instead. */
async function save(context: Context, actor: UserActor, boardId: string, received: Received): Promise<Image> {
  const { ports, deps } = context;
  const { stored, mimeType, width, height } = received;
  // Equal images have equal ids, so that they are stored once.
  const fileId = stored.sha256.slice(0, 40);
  const earlier = await ports.db.transaction(async (tx) => {
    const board = await repo.lockForImage(tx, boardId);
    if (!board) throw new AppError("not-found");
    const known = await repo.findImage(tx, boardId, fileId);
    if (known) return known;
    if (board.images >= BOARD_IMAGES_MAX) throw new AppError("board-full");
    await deps.items.quota.claim(tx, { ownerId: board.ownerId ?? actor.id, workspaceId: board.workspaceId }, stored.sizeBytes);
    await deps.media.insertBlob(tx, { ...stored, mimeType });
    const image = { fileId, mimeType, width, height, sizeBytes: stored.sizeBytes };
    await repo.insertImage(tx, boardId, { ...image, blobId: stored.id, at: ports.clock.now() });
    return undefined;
  });
  if (earlier) await deps.media.discard(stored);
  return present(
    context,
    actor.id,
    earlier ?? { fileId, mimeType, width, height, sizeBytes: stored.sizeBytes, storageKey: stored.storageKey },
  );
}

/** A form request by a signed-in user. */
export interface ImageCall {
  actor: UserActor;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Stores an uploaded image for a board. The content decides the type.
 * @throws AppError `unsupported-file-type`, `unreadable-file`, `file-too-large`, `image-too-large`, `board-full`, `quota-exceeded`
 */
async function add(context: Context, { actor, request, reply }: ImageCall, boardId: string): Promise<Image> {
  const { deps, ports } = context;
  const { boardId: id } = await enterToEdit(deps, actor, boardId).catch(async (error: unknown) => {
    await drain(request.raw, reply);
    throw error;
  });
  const maxBytes = Math.min(BOARD_IMAGE_BYTES_MAX, ports.config.MAX_IMAGE_BYTES, ports.config.MAX_UPLOAD_BYTES);
  const form = await readForm<Received>(request, reply, maxBytes, {
    receive: ({ body }) => receive(context, body, maxBytes),
    discard: ({ stored }) => deps.media.discard(stored),
  });
  if (!form.file) throw invalid("file", "Please choose a file.", "required");
  const { received } = form.file;
  try {
    await deps.states.assertActive(actor);
    await enterToEdit(deps, actor, id);
    return await save(context, actor, id, received);
  } catch (error) {
    // After a lost connection the result of the commit is unknown. Bytes that a row may refer to stay.
    const known = await repo.isStored(ports.db, received.stored.id).catch(() => true);
    if (!known) await deps.media.discard(received.stored);
    throw error;
  }
}

/** Creates the service for the images on boards. */
export function createBoardImages(ports: Ports, deps: BoardsDeps) {
  const context: Context = { ports, deps };
  return { list: list.bind(null, context), addresses: addresses.bind(null, context), add: add.bind(null, context) };
}

export type BoardImages = ReturnType<typeof createBoardImages>;
