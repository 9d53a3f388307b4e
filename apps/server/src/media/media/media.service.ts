import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, unlink } from "node:fs/promises";
import type { VideoType } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import type { VideoFacts } from "../../platform/db/schema/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { ImageError, type ImageFacts, type Images } from "../../platform/ports/images.port.ts";
import { sniffImage } from "../../platform/ports/images/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { VideoError, type Videos } from "../../platform/ports/video.port.ts";
import { sniffVideo } from "../../platform/ports/video/index.ts";
import type { StoredBlob } from "./media.blob.ts";
import { deleteBytes } from "./media.definitions.ts";
import type { Pace } from "./media.pace.ts";
import { moveBlob, removeBlob } from "./media.removal.ts";
import * as repo from "./media.repo.ts";
import type { Work } from "./media.work.ts";

/** Facts of what was just stored, so that looking at them costs no second reading. */
const FACTS_KEPT = 500;
/** New objects share a folder up to this many and this long: their folder flushes are then shared too. */
const SHELF_OBJECTS = 128;
const SHELF_MS = 5_000;

/** What a stored video is, by content. */
export interface VideoInspection {
  mimeType: VideoType;
  /** As shown: rotation applied. */
  width: number;
  height: number;
  durationMs: number;
  videoFacts: VideoFacts;
}

/** Counts while bytes pass, and stops what is longer than allowed. */
async function* limited(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of source) {
    seen += chunk.byteLength;
    if (seen > maxBytes) throw new AppError("file-too-large");
    yield chunk;
  }
}

/** A picture's or video's failure as a caller may see it. */
export function toAppError(error: unknown): unknown {
  if (error instanceof VideoError && error.code === "too-heavy")
    return new AppError("unreadable-file", { message: "This file holds more than a video may.", cause: error });
  if (error instanceof VideoError)
    return new AppError(error.code === "not-video" ? "unsupported-file-type" : "unreadable-file", { cause: error });
  if (!(error instanceof ImageError)) return error;
  const code = { "not-image": "unsupported-file-type", "too-large": "image-too-large", damaged: "unreadable-file" } as const;
  return new AppError(code[error.code], { cause: error });
}

/** Makes storage keys: `b/ab/cd/<144 random bits>`. */
function createShelves(): () => string {
  let shelf = "";
  let left = 0;
  let until = 0;
  return () => {
    const now = performance.now();
    if (left <= 0 || now > until) {
      const name = randomBytes(2).toString("hex");
      shelf = `b/${name.slice(0, 2)}/${name.slice(2)}`;
      left = SHELF_OBJECTS;
      until = now + SHELF_MS;
    }
    left -= 1;
    return `${shelf}/${randomBytes(18).toString("hex")}`;
  };
}

const typeOf = (head: Uint8Array, said: string | undefined): string => sniffVideo(head) ?? said ?? "application/octet-stream";

/** A zip's first entry, or the end of an empty one. */
const ZIP_MAGIC = new Set(["504b0304", "504b0506"]);

/** Limits of one stream, and its type where it is not a picture. */
interface StoreOptions {
  maxBytes: number;
  contentType?: string;
}

export interface MediaServiceDeps {
  images: Images;
  videos: Videos;
  pace: Pace;
  work: Work;
}

const CONTAINERS = {
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "video/x-matroska": "mkv",
  "video/x-msvideo": "avi",
} as const;

/** Facts by storage key, of the latest objects only. */
function createRecent<Facts>() {
  const facts = new Map<string, Facts>();
  return {
    get: (key: string): Facts | undefined => facts.get(key),
    forget: (key: string): boolean => facts.delete(key),
    remember(key: string, known: Facts): void {
      const oldest = facts.size >= FACTS_KEPT ? facts.keys().next() : undefined;
      if (oldest?.done === false) facts.delete(oldest.value);
      facts.set(key, known);
    },
  };
}

/** The part of the media module that stores bytes and counts who needs them. */
export function createMediaService({ db, storage, jobs, ids, log }: Ports, { images, videos, pace, work }: MediaServiceDeps) {
  const newKey = createShelves();
  const recent = createRecent<ImageFacts>();
  const recentVideos = createRecent<VideoInspection>();

  async function inspectVideoFile(path: string): Promise<VideoInspection> {
    const probe = await videos.probe(path);
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

  /** Gives a file to the store as it is. */
  async function adoptAs(path: string, options: { contentType: string; sha256?: string }): Promise<StoredBlob> {
    const storageKey = newKey();
    return { id: ids.id(), storageKey, ...(await storage.adopt(storageKey, path, options)), mimeType: options.contentType };
  }

  /** Stores a stream; see `storeStream`. */
  async function store(source: AsyncIterable<Uint8Array>, options: StoreOptions): Promise<StoredBlob> {
    const storageKey = newKey();
    try {
      const looked = await images.clean(limited(source, options.maxBytes));
      const mimeType = looked.picture ? looked.picture.facts().mimeType : typeOf(looked.head, options.contentType);
      const { sizeBytes, sha256 } = await storage.put(storageKey, looked.picture ? looked.picture.bytes : looked.source, {
        contentType: mimeType,
      });
      if (looked.picture) recent.remember(storageKey, looked.picture.facts());
      return { id: ids.id(), storageKey, sha256, sizeBytes, mimeType };
    } catch (error) {
      throw toAppError(error);
    }
  }

  return {
    /**
     * Stores a stream under a random key; durable when it resolves, nothing left when it rejects. Pictures lose their
     * metadata on the way, never a pixel; their type is decided by content.
     * @throws file-too-large, image-too-large, unreadable-file, storage-full, unavailable
     */
    storeStream: (source: AsyncIterable<Uint8Array>, options: StoreOptions): Promise<StoredBlob> =>
      pace.foreground(() => store(source, options)),

    /** The same for what the server makes itself: nobody waits for it. */
    storeDerived: store,

    /**
     * Takes over a finished file of the local disk, which is gone afterwards; else like `storeStream`. A video is looked at
     * first, so that one that cannot be read is never stored.
     * @param options.sha256 of the file where it is known, in hex: then a file that is no picture is not read again
     * @param options.inspected what the file is, where that is known: then nothing looks at it
     */
    async adoptFile(
      path: string,
      options: { contentType?: string; sha256?: string | undefined; inspected?: VideoInspection } = {},
    ): Promise<StoredBlob> {
      try {
        if (options.inspected) {
          const { mimeType } = options.inspected;
          const blob = await adoptAs(path, { contentType: mimeType, ...(options.sha256 ? { sha256: options.sha256 } : {}) });
          recentVideos.remember(blob.storageKey, options.inspected);
          return blob;
        }
        const looked = await images.clean(createReadStream(path, { highWaterMark: 1024 * 1024 }));
        const storageKey = newKey();
        if (looked.picture) {
          const put = await storage.put(storageKey, looked.picture.bytes, { contentType: looked.picture.facts().mimeType });
          recent.remember(storageKey, looked.picture.facts());
          await unlink(path);
          return { id: ids.id(), storageKey, ...put, mimeType: looked.picture.facts().mimeType };
        }
        await looked.source[Symbol.asyncIterator]().return?.();
        const mimeType = typeOf(looked.head, options.contentType);
        const video = sniffVideo(looked.head) === null ? null : await inspectVideoFile(path);
        const put = await storage.adopt(storageKey, path, { contentType: mimeType, ...(options.sha256 ? { sha256: options.sha256 } : {}) });
        if (video) recentVideos.remember(storageKey, video);
        return { id: ids.id(), storageKey, ...put, mimeType };
      } catch (error) {
        throw toAppError(error);
      }
    },

    /** Takes over a file that the server made itself. */
    async adoptDerived(path: string, mimeType: string): Promise<StoredBlob> {
      const storageKey = newKey();
      return { id: ids.id(), storageKey, ...(await storage.adopt(storageKey, path, { contentType: mimeType })), mimeType };
    },

    /** What a file of the local disk is, by its first bytes; null for what we do not take. */
    async sniffFile(path: string): Promise<"image" | "video" | "zip" | null> {
      const file = await open(path, "r");
      const buffer = Buffer.alloc(4096);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0).finally(() => file.close());
      const head = buffer.subarray(0, bytesRead);
      if (sniffImage(head) !== null) return "image";
      if (sniffVideo(head) !== null) return "video";
      return ZIP_MAGIC.has(head.subarray(0, 4).toString("hex")) ? "zip" : null;
    },

    /**
     * Type by content and size in pixels of a stored picture, with its orientation applied.
     * @throws unsupported-file-type, image-too-large, unreadable-file
     */
    async inspectImage(storageKey: string): Promise<ImageFacts> {
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
    },

    /**
     * What a stored video is, by content.
     * @throws unsupported-file-type, unreadable-file
     */
    async inspectVideo(storageKey: string): Promise<VideoInspection> {
      const known = recentVideos.get(storageKey);
      if (known) return known;
      try {
        const local = storage.localPath(storageKey);
        return await (local === null
          ? work.inFolder(async (folder) => inspectVideoFile(await work.bring(folder, storageKey)))
          : inspectVideoFile(local));
      } catch (error) {
        throw toAppError(error);
      }
    },

    /** Makes the row of a blob that has one owner. */
    insertBlob: (tx: Executor, blob: StoredBlob): Promise<void> => repo.insertBlob(tx, blob),

    /** One more points to the blob. Throws not-found when it is gone. */
    async retainBlob(tx: Executor, id: string): Promise<void> {
      if ((await repo.countReference(tx, id, 1)) === null) throw new AppError("not-found");
    },

    /** One less points to the blob; the last one queues the removal of its bytes. */
    async releaseBlob(tx: Executor, id: string): Promise<void> {
      const left = await repo.countReference(tx, id, -1);
      if (left !== null && left <= 0) await jobs.enqueue(tx, deleteBytes, { blobId: id });
    },

    /**
     * The same for several at once, each as often as it stands in the list. Answers them for {@link retire}, behind the commit;
     * a job removes the bytes of those that nobody points to any more in any case.
     */
    async releaseBlobs(tx: Executor, blobIds: readonly string[]): Promise<string[]> {
      const released = blobIds.length > 0 ? await repo.dropReferences(tx, blobIds) : [];
      for (const blobId of released) await jobs.enqueue(tx, deleteBytes, { blobId });
      return [...new Set(blobIds)];
    },

    /**
     * Ends all addresses that were given out of blobs which `releaseBlobs` answered: bytes that nobody needs are removed, those
     * that a copy still shows are moved. A failure is left to the job, and to the five minutes that addresses live.
     */
    async retire(blobIds: readonly string[]): Promise<void> {
      for (const blobId of blobIds) {
        try {
          if (!(await removeBlob({ db, storage }, blobId))) await moveBlob({ db, storage }, blobId, newKey());
        } catch (error) {
          log.warn({ err: error, blobId }, "released bytes could not be removed at once; a job will");
        }
      }
    },

    /** A second object with the same bytes, under a key that nobody knows yet. @throws StorageError `not-found` when they are gone */
    async copyBlob(blob: Omit<StoredBlob, "id">): Promise<StoredBlob> {
      const storageKey = newKey();
      await storage.copy(blob.storageKey, storageKey);
      return { ...blob, id: ids.id(), storageKey };
    },

    /** Removes the bytes of a blob that never got its row. A failure is left to the nightly sweep. */
    async discard(blob: Pick<StoredBlob, "storageKey">): Promise<void> {
      recent.forget(blob.storageKey);
      recentVideos.forget(blob.storageKey);
      await storage
        .delete(blob.storageKey)
        .catch((error: unknown) => log.warn({ err: error }, "an object could not be discarded; the sweep will"));
    },
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
