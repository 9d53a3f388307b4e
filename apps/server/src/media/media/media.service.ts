import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { unlink } from "node:fs/promises";
import type { VideoType } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import type { VideoFacts } from "../../platform/db/schema/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { ImageError, type ImageFacts, type Images } from "../../platform/ports/images.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { VideoError, type VideoProbe, type Videos } from "../../platform/ports/video.port.ts";
import { sniffVideo } from "../../platform/ports/video/index.ts";
import type { StoredBlob } from "./media.blob.ts";
import { deleteBytes } from "./media.definitions.ts";
import { type FinishedFile, hashOf, hashOfFile, sniff } from "./media.finished.ts";
import type { Throttle } from "./media.throttle.ts";
import { moveBlob, removeBlob } from "./media.removal.ts";
import * as repo from "./media.repo.ts";
import type { Work } from "./media.work.ts";

/** Number of cached inspection results of new objects, so that they are not read again. */
const FACTS_CACHE_MAX = 500;
/** Number of objects per folder of the store, also limited in time. Objects in one folder share its flush to disk. */
const FOLDER_OBJECTS = 128;
const FOLDER_MS = 5_000;

/** Result of inspecting a stored video's content. */
export interface VideoInspection {
  mimeType: VideoType;
  /** Displayed width, with rotation applied. */
  width: number;
  height: number;
  durationMs: number;
  videoFacts: VideoFacts;
}

/** Counts the bytes of a stream and throws when the limit is exceeded. */
async function* limited(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of source) {
    seen += chunk.byteLength;
    if (seen > maxBytes) throw new AppError("file-too-large");
    yield chunk;
  }
}

/** Converts an image or video error to one that the caller may see. */
export function toAppError(error: unknown): unknown {
  if (error instanceof VideoError && error.code === "too-heavy")
    return new AppError("unreadable-file", { message: "This file holds more than a video may.", cause: error });
  if (error instanceof VideoError)
    return new AppError(error.code === "not-video" ? "unsupported-file-type" : "unreadable-file", { cause: error });
  if (!(error instanceof ImageError)) return error;
  const code = { "not-image": "unsupported-file-type", "too-large": "image-too-large", damaged: "unreadable-file" } as const;
  return new AppError(code[error.code], { cause: error });
}

/** Creates a generator of storage keys: `b/ab/cd/<144 random bits>`. */
function createKeys(): () => string {
  let folder = "";
  let left = 0;
  let until = 0;
  return () => {
    const now = performance.now();
    if (left <= 0 || now > until) {
      const name = randomBytes(2).toString("hex");
      folder = `b/${name.slice(0, 2)}/${name.slice(2)}`;
      left = FOLDER_OBJECTS;
      until = now + FOLDER_MS;
    }
    left -= 1;
    return `${folder}/${randomBytes(18).toString("hex")}`;
  };
}

const typeOf = (head: Uint8Array, declared: string | undefined): string => sniffVideo(head) ?? declared ?? "application/octet-stream";

/** Limits of one stream, and its type if it is not a picture. */
interface StoreOptions {
  maxBytes: number;
  contentType?: string;
}

export interface MediaServiceDeps {
  images: Images;
  videos: Videos;
  throttle: Throttle;
  work: Work;
}

const CONTAINERS = {
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "video/x-matroska": "mkv",
  "video/x-msvideo": "avi",
} as const;

/** Creates a cache of inspection results by storage key, for the latest objects. */
function createRecent<Facts>() {
  const facts = new Map<string, Facts>();
  return {
    get: (key: string): Facts | undefined => facts.get(key),
    forget: (key: string): boolean => facts.delete(key),
    remember(key: string, known: Facts): void {
      const oldest = facts.size >= FACTS_CACHE_MAX ? facts.keys().next() : undefined;
      if (oldest?.done === false) facts.delete(oldest.value);
      facts.set(key, known);
    },
  };
}

/** The ports and services that the functions of this file use. */
interface Context
  extends Pick<MediaServiceDeps, "videos" | "images" | "throttle" | "work">, Pick<Ports, "ids" | "storage" | "jobs" | "db" | "log"> {
  newKey: ReturnType<typeof createKeys>;
  recent: ReturnType<typeof createRecent<ImageFacts>>;
  recentVideos: ReturnType<typeof createRecent<VideoInspection>>;
}

const inspectVideoFile = async ({ videos }: Context, path: string): Promise<VideoInspection> => inspectionOf(await videos.probe(path));

/** Returns the facts of a probed video that are stored with its item. */
export function inspectionOf(probe: VideoProbe): VideoInspection {
  return {
    mimeType: probe.mimeType,
    width: probe.width,
    height: probe.height,
    durationMs: Math.round(probe.duration * 1000),
    videoFacts: {
      container: CONTAINERS[probe.mimeType],
      videoCodec: probe.videoCodec,
      audioCodec: probe.audioCodec,
      frameRate: probe.frameRate,
    },
  };
}

/** Moves a file into the store unchanged. */
async function adoptAs(
  { newKey, ids, storage }: Context,
  path: string,
  options: { contentType: string; sha256?: string },
): Promise<StoredBlob> {
  const storageKey = newKey();
  return { id: ids.id(), storageKey, ...(await storage.adopt(storageKey, path, options)), mimeType: options.contentType };
}

/** Stores a stream; see `storeStream`. */
async function store(
  { newKey, images, storage, recent, ids }: Context,
  source: AsyncIterable<Uint8Array>,
  options: StoreOptions,
): Promise<StoredBlob> {
  const storageKey = newKey();
  try {
    const cleaned = await images.clean(limited(source, options.maxBytes));
    const mimeType = cleaned.picture ? cleaned.picture.facts().mimeType : typeOf(cleaned.head, options.contentType);
    const { sizeBytes, sha256 } = await storage.put(storageKey, cleaned.picture ? cleaned.picture.bytes : cleaned.source, {
      contentType: mimeType,
    });
    if (cleaned.picture) recent.remember(storageKey, cleaned.picture.facts());
    return { id: ids.id(), storageKey, sha256, sizeBytes, mimeType };
  } catch (error) {
    throw toAppError(error);
  }
}

/**
 * Stores a stream under a random key. The bytes are durable when it resolves and removed when it rejects. Pictures
 * lose their metadata, but their pixels stay unchanged. The content decides the type.
 * @throws file-too-large, image-too-large, unreadable-file, storage-full, unavailable
 */
const storeStream = (context: Context, source: AsyncIterable<Uint8Array>, options: StoreOptions): Promise<StoredBlob> =>
  context.throttle.foreground(() => store(context, source, options));

/**
 * Moves a finished local file into the store, otherwise like `storeStream`. A video is inspected
 * first, so that an unreadable one is never stored.
 * @param options.sha256 hash of the file in hex, if known: a file that is no picture is then not read again
 * @param options.inspected type of the file, if known: it is then not inspected
 */
async function adoptFile(
  context: Context,
  path: string,
  options: { contentType?: string; sha256?: string | undefined; inspected?: VideoInspection } = {},
): Promise<StoredBlob> {
  const { recentVideos, images, newKey, storage, recent, ids } = context;
  try {
    if (options.inspected) {
      const { mimeType } = options.inspected;
      const blob = await adoptAs(context, path, { contentType: mimeType, ...(options.sha256 ? { sha256: options.sha256 } : {}) });
      recentVideos.remember(blob.storageKey, options.inspected);
      return blob;
    }
    const cleaned = await images.clean(createReadStream(path, { highWaterMark: 1024 * 1024 }));
    const storageKey = newKey();
    if (cleaned.picture) {
      const put = await storage.put(storageKey, cleaned.picture.bytes, { contentType: cleaned.picture.facts().mimeType });
      recent.remember(storageKey, cleaned.picture.facts());
      await unlink(path);
      return { id: ids.id(), storageKey, ...put, mimeType: cleaned.picture.facts().mimeType };
    }
    await cleaned.source[Symbol.asyncIterator]().return?.();
    const mimeType = typeOf(cleaned.head, options.contentType);
    const video = sniffVideo(cleaned.head) === null ? null : await inspectVideoFile(context, path);
    const put = await storage.adopt(storageKey, path, { contentType: mimeType, ...(options.sha256 ? { sha256: options.sha256 } : {}) });
    if (video) recentVideos.remember(storageKey, video);
    return { id: ids.id(), storageKey, ...put, mimeType };
  } catch (error) {
    throw toAppError(error);
  }
}

/**
 * Accepts an object that is in the store already, like `adoptFile`. A picture without its metadata becomes another object; the given one is
 * never deleted here.
 */
async function adoptObject(
  context: Context,
  { storageKey, sizeBytes }: { storageKey: string; sizeBytes: number },
  options: { contentType?: string; sha256?: string | undefined; inspected?: VideoInspection } = {},
): Promise<StoredBlob> {
  const { recentVideos, images, newKey, storage, recent, ids, work } = context;
  const ownAs = async (mimeType: string, sha256: string | undefined): Promise<StoredBlob> => ({
    id: ids.id(),
    storageKey,
    sizeBytes,
    sha256: sha256 ?? (await hashOf(storage, storageKey)),
    mimeType,
  });
  try {
    if (options.inspected) {
      recentVideos.remember(storageKey, options.inspected);
      return await ownAs(options.inspected.mimeType, options.sha256);
    }
    const { stream } = await storage.get(storageKey);
    try {
      const cleaned = await images.clean(stream);
      if (cleaned.picture) {
        const key = newKey();
        const put = await storage.put(key, cleaned.picture.bytes, { contentType: cleaned.picture.facts().mimeType });
        recent.remember(key, cleaned.picture.facts());
        return { id: ids.id(), storageKey: key, ...put, mimeType: cleaned.picture.facts().mimeType };
      }
      await cleaned.source[Symbol.asyncIterator]().return?.();
      const mimeType = typeOf(cleaned.head, options.contentType);
      if (sniffVideo(cleaned.head) === null) return await ownAs(mimeType, options.sha256);
      return await work.inFolder(async (folder) => {
        const path = await work.bring(folder, storageKey);
        recentVideos.remember(storageKey, await inspectVideoFile(context, path));
        return ownAs(mimeType, options.sha256 ?? (await hashOfFile(path)));
      });
    } finally {
      stream.destroy();
    }
  } catch (error) {
    throw toAppError(error);
  }
}

/** Moves a file into the store that the server created. */
async function adoptDerived({ newKey, ids, storage }: Context, path: string, mimeType: string): Promise<StoredBlob> {
  const storageKey = newKey();
  return { id: ids.id(), storageKey, ...(await storage.adopt(storageKey, path, { contentType: mimeType })), mimeType };
}

/**
 * Returns type and size in pixels of a stored picture, by its content and with its orientation applied.
 * @throws unsupported-file-type, image-too-large, unreadable-file
 */
async function inspectImage({ recent, storage, images }: Context, storageKey: string): Promise<ImageFacts> {
  const known = recent.get(storageKey);
  if (known) return known;
  const { stream } = await storage.get(storageKey);
  try {
    const { picture } = await images.clean(stream);
    if (!picture) throw new AppError("unsupported-file-type");
    for await (const _ of picture.bytes);
    return picture.facts();
  } catch (error) {
    throw toAppError(error);
  } finally {
    stream.destroy();
  }
}

/**
 * Inspects the content of a stored video.
 * @throws unsupported-file-type, unreadable-file
 */
async function inspectVideo(context: Context, storageKey: string): Promise<VideoInspection> {
  const { recentVideos, storage, work } = context;
  const known = recentVideos.get(storageKey);
  if (known) return known;
  try {
    const local = storage.localPath(storageKey);
    return await (local === null
      ? work.inFolder(async (folder) => inspectVideoFile(context, await work.bring(folder, storageKey)))
      : inspectVideoFile(context, local));
  } catch (error) {
    throw toAppError(error);
  }
}

/** Increments the reference count of a blob. Throws not-found when it does not exist. */
async function retainBlob(tx: Executor, id: string): Promise<void> {
  if ((await repo.countReference(tx, id, 1)) === null) throw new AppError("not-found");
}

/** Decrements the reference count of a blob. At zero it queues the removal of the bytes. */
async function releaseBlob({ jobs }: Context, tx: Executor, id: string): Promise<void> {
  const left = await repo.countReference(tx, id, -1);
  if (left !== null && left <= 0) await jobs.enqueue(tx, deleteBytes, { blobId: id });
}

/**
 * Releases several blobs, each as often as it is in the list. Returns them for {@link retire} after the commit.
 * A job removes the bytes of unreferenced ones in any case.
 */
async function releaseBlobs({ jobs }: Context, tx: Executor, blobIds: readonly string[]): Promise<string[]> {
  const released = blobIds.length > 0 ? await repo.dropReferences(tx, blobIds) : [];
  for (const blobId of released) await jobs.enqueue(tx, deleteBytes, { blobId });
  return [...new Set(blobIds)];
}

/**
 * Invalidates all issued URLs of blobs that `releaseBlobs` returned. Unreferenced bytes are removed, and those that a
 * copy or a running backup still uses are moved. After a failure the job removes the bytes, and URLs expire after at most five minutes.
 */
async function retire({ db, storage, newKey, log }: Context, blobIds: readonly string[]): Promise<void> {
  for (const blobId of blobIds) {
    try {
      if ((await removeBlob({ db, storage }, blobId)) !== "removed") await moveBlob({ db, storage }, blobId, newKey());
    } catch (error) {
      log.warn({ err: error, blobId }, "released bytes could not be removed; a job removes them");
    }
  }
}

/** Copies an object to a new key that no URL contains. @throws StorageError `not-found` when the bytes do not exist */
async function copyBlob({ newKey, storage, ids }: Context, blob: Omit<StoredBlob, "id">): Promise<StoredBlob> {
  const storageKey = newKey();
  await storage.copy(blob.storageKey, storageKey);
  return { ...blob, id: ids.id(), storageKey };
}

/** Removes the bytes of a blob without a row. After a failure the nightly sweep removes them. */
async function discard({ recent, recentVideos, storage, log }: Context, blob: Pick<StoredBlob, "storageKey">): Promise<void> {
  recent.forget(blob.storageKey);
  recentVideos.forget(blob.storageKey);
  await storage
    .delete(blob.storageKey)
    .catch((error: unknown) => log.warn({ err: error }, "an object could not be discarded; the sweep will"));
}

/** Creates the service that stores bytes and counts their references. */
export function createMediaService({ db, storage, jobs, ids, log }: Ports, { images, videos, throttle, work }: MediaServiceDeps) {
  const newKey = createKeys();
  const recent = createRecent<ImageFacts>();
  const recentVideos = createRecent<VideoInspection>();
  const context: Context = { videos, newKey, ids, storage, images, recent, throttle, recentVideos, work, jobs, db, log };
  return {
    storeStream: storeStream.bind(null, context),

    /** Stores a stream that the server created, in the background. */
    storeDerived: store.bind(null, context),
    adoptFile: adoptFile.bind(null, context),
    adoptDerived: adoptDerived.bind(null, context),
    adoptObject: adoptObject.bind(null, context),
    newKey,
    sniff: (file: FinishedFile) => sniff(storage, file),
    inspectImage: inspectImage.bind(null, context),
    inspectVideo: inspectVideo.bind(null, context),

    /** Inserts the row of a blob with one reference. */
    insertBlob: (tx: Executor, blob: StoredBlob): Promise<void> => repo.insertBlob(tx, blob),
    retainBlob,
    releaseBlob: releaseBlob.bind(null, context),
    releaseBlobs: releaseBlobs.bind(null, context),
    retire: retire.bind(null, context),
    copyBlob: copyBlob.bind(null, context),
    discard: discard.bind(null, context),
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
