import {
  BOARD_IMAGE_BYTES_MAX,
  BOARD_IMAGE_PIXELS_MAX,
  frameFileId,
  frameOf,
  isUuid,
  versionMark,
  type addBoardImage,
  type listBoardImages,
  type ServerResult,
} from "@stillreel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { mediaOf } from "../../library/shares/index.ts";
import type { StoredBlob } from "../../media/media/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { drain, readForm } from "../../platform/http/multipart.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { enter, enterToEdit, type Entry, type Visit } from "./boards.access.ts";
import type { BoardsDeps } from "./boards.deps.ts";
import { addImage } from "./images.adding.ts";
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
  ...(image.shownAtMs !== null && { at: image.shownAtMs / 1_000 }),
  url: deps.media.url({ storageKey: image.storageKey, mimeType: image.mimeType, sizeBytes: image.sizeBytes, callerId }),
});

/** Items that the caller may open, by their ids. */
type OpenItems = ReadonlyMap<string, ShownItem>;

const HIDDEN = { type: null, title: null, owner: null, comments: null, duration: null, pageUrl: null, url: null } as const;

/** Returns the items that a user may open by their own permission. */
async function ownItems({ deps }: Context, actor: UserActor, ids: readonly string[]): Promise<ShownItem[]> {
  const items = await deps.items.presentByIds(actor, ids);
  return items
    .filter(({ trash }) => !trash)
    .map((item) => {
      const { id: itemId, type, title, owner, comments, duration } = item;
      const url = type === "image" ? item.sourceUrl : type === "video" ? item.posterUrl : item.thumbnailLargeUrl;
      const library = item.workspaceId === actor.personalWorkspaceId ? "" : `/w/${item.workspaceId}`;
      return { itemId, type, title, owner: owner.displayName, comments, duration, pageUrl: `${library}/${type}s/${itemId}`, url };
    });
}

/** Returns the items that a link opens for a user by name. */
async function guestItems({ deps }: Context, actor: UserActor, ids: readonly string[]): Promise<ShownItem[]> {
  if (ids.length === 0) return [];
  const links = await deps.shares.guests.linksOf(actor.id, ids);
  const opened = await Promise.all(
    links.map(async ({ itemId, slug }): Promise<ShownItem[]> => {
      const open = await deps.shares.bySlug(slug, { actor, unlockCookie: undefined }, "check", itemId);
      if (!open.ok || open.row.item_id !== itemId) return [];
      const { row, callerId } = open;
      const media = mediaOf(deps.media, callerId, row);
      const url = row.type === "image" ? media.sourceUrl : row.type === "video" ? media.posterUrl : media.thumbnailLargeUrl;
      const pageUrl = `/s/${slug}${row.link_folder_id === null ? "" : `?item=${itemId}`}`;
      const duration = row.duration_ms === null ? null : row.duration_ms / 1000;
      return [{ itemId, type: row.type, title: row.title, owner: row.owner_name, comments: row.comment_count, duration, pageUrl, url }];
    }),
  );
  return opened.flat();
}

/** Returns the items that the caller may open. The link of a board opens no item on it: the caller's own permissions decide. */
async function openItems(context: Context, { boardId, actor }: Entry, ids: readonly string[]): Promise<OpenItems> {
  const asked = [...new Set(ids)].filter((id) => id !== boardId);
  if (actor.kind !== "user" || asked.length === 0) return new Map();
  const own = await ownItems(context, actor, asked);
  const known = new Set(own.map(({ itemId }) => itemId));
  const asGuest = await guestItems(
    context,
    actor,
    asked.filter((id) => !known.has(id)),
  );
  return new Map([...own, ...asGuest].map((item) => [item.itemId, item]));
}

const videosOf = (images: readonly repo.ImageRow[]): string[] => images.flatMap(({ fileId }) => frameOf(fileId)?.videoId ?? []);

/**
 * Returns images with addresses for the caller, without frames of videos that the caller may not open, and without those of another version
 * than the video shows: they may have what was cut or covered since. The job that follows edits adds the same
 * frames of the shown version.
 */
async function shownImages(context: Context, callerId: string, images: readonly repo.ImageRow[], open: OpenItems): Promise<Image[]> {
  const versions = await repo.findShownVersions(context.ports.db, videosOf(images));
  const seen = images.filter(({ fileId }) => {
    const frame = frameOf(fileId);
    return frame === null || (open.has(frame.videoId) && frame.version === versionMark(versions.get(frame.videoId) ?? null));
  });
  return seen.map((image) => present(context, callerId, image));
}

/** Returns the images of a board with addresses for the caller. */
async function list(context: Context, entry: Entry): Promise<Image[]> {
  const images = await repo.listAllImages(context.ports.db, entry.boardId);
  return shownImages(context, entry.callerId, images, await openItems(context, entry, videosOf(images)));
}

/**
 * Returns current addresses. Of items that the caller may not open, only the id that the drawing contains is returned.
 * @throws AppError as {@link enter}
 */
async function addresses(context: Context, visit: Visit): Promise<ServerResult<typeof listBoardImages>> {
  const entry = await enter(context.deps, visit);
  const { db } = context.ports;
  const [images, ids] = await Promise.all([repo.listAllImages(db, entry.boardId), repo.listItemIds(db, entry.boardId)]);
  const open = await openItems(context, entry, [...ids, ...videosOf(images)]);
  return {
    images: await shownImages(context, entry.callerId, images, open),
    items: ids.map((itemId) => open.get(itemId) ?? { itemId, ...HIDDEN }),
  };
}

/** Returns the id of the video whose frame a form contains; null for other images. @throws AppError `not-found`, `validation-failed` */
async function videoOfForm(context: Context, entry: Entry, given: string | undefined): Promise<string | null> {
  if (given === undefined || given === "") return null;
  if (!isUuid(given)) throw invalid("itemId", "This is not the id of an item.", "invalid_format");
  const video = (await openItems(context, entry, [given.toLowerCase()])).get(given.toLowerCase());
  if (!video) throw new AppError("not-found");
  if (video.type !== "video") throw invalid("itemId", "Only videos have frames.", "invalid_value");
  return video.itemId;
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

/** Returns the id of a frame of the version that a video shows now. */
async function frameIdOf({ ports }: Context, videoId: string, sha256: string): Promise<string> {
  const versions = await repo.findShownVersions(ports.db, [videoId]);
  return frameFileId({ videoId, version: versionMark(versions.get(videoId) ?? null), hash: sha256 });
}

/** Stores a received image with a board, as a frame of a video if one is given. An equal image of the board is used instead. */
async function save(context: Context, actor: UserActor, boardId: string, received: Received, videoId: string | null): Promise<Image> {
  const { ports, deps } = context;
  const { stored, mimeType, width, height } = received;
  // Equal images have equal ids, so that they are stored once.
  const fileId = videoId === null ? stored.sha256.slice(0, 40) : await frameIdOf(context, videoId, stored.sha256);
  const { earlier } = await ports.db.transaction((tx) =>
    addImage(tx, context, { boardId, fileId, stored, mimeType, width, height, userId: actor.id }),
  );
  if (earlier) await deps.media.discard(stored);
  return present(
    context,
    actor.id,
    earlier ?? { fileId, mimeType, width, height, sizeBytes: stored.sizeBytes, storageKey: stored.storageKey, shownAtMs: null },
  );
}

/** A form request by a signed-in user. */
export interface ImageCall {
  actor: UserActor;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Stores an uploaded image for a board. The content decides the type. A frame names its video, whose rights decide who sees it.
 * @throws AppError `not-found`, `unsupported-file-type`, `unreadable-file`, `file-too-large`, `image-too-large`, `board-full`, `quota-exceeded`
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
    const videoId = await videoOfForm(context, await enterToEdit(deps, actor, id), form.fields.get("itemId"));
    return await save(context, actor, id, received, videoId);
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
