import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { unlink } from "node:fs/promises";
import type { Executor } from "../../db/client.ts";
import { AppError } from "../../http/app-error.ts";
import { ImageError, type ImageFacts, type Images } from "../../ports/images.port.ts";
import type { Ports } from "../../ports/index.ts";
import { deleteBytes } from "./media.jobs.ts";
import type { Pace } from "./media.pace.ts";
import * as repo from "./media.repo.ts";

/** Facts of pictures that were just stored, so that looking at them costs no second reading. */
const FACTS_KEPT = 500;
/** New objects share a folder up to this many and this long: their folder flushes are then shared too. */
const SHELF_OBJECTS = 128;
const SHELF_MS = 5_000;

/** Bytes that are durable in the store, on their way into the database. */
export interface StoredBlob {
  id: string;
  storageKey: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
  mimeType: string;
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

/** A picture's failure as a caller may see it. */
export function toAppError(error: unknown): unknown {
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

/** Limits of one stream, and its type where it is not a picture. */
interface StoreOptions {
  maxBytes: number;
  contentType?: string;
}

/** The part of the media module that stores bytes and counts who needs them. */
export function createMediaService({ storage, jobs, ids, log }: Ports, images: Images, pace: Pace) {
  const newKey = createShelves();
  const recent = new Map<string, ImageFacts>();

  function remember(storageKey: string, facts: ImageFacts): void {
    if (recent.size >= FACTS_KEPT)
      for (const oldest of recent.keys()) {
        recent.delete(oldest);
        break;
      }
    recent.set(storageKey, facts);
  }

  /** Stores a stream; see `storeStream`. */
  async function store(source: AsyncIterable<Uint8Array>, options: StoreOptions): Promise<StoredBlob> {
    const storageKey = newKey();
    try {
      const looked = await images.clean(limited(source, options.maxBytes));
      const mimeType = looked.picture ? looked.picture.facts().mimeType : (options.contentType ?? "application/octet-stream");
      const { sizeBytes, sha256 } = await storage.put(storageKey, looked.picture ? looked.picture.bytes : looked.source, {
        contentType: mimeType,
      });
      if (looked.picture) remember(storageKey, looked.picture.facts());
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

    /** Takes over a finished file of the local disk, which is gone afterwards; else like `storeStream`. */
    async adoptFile(path: string, options: { contentType?: string; maxBytes?: number } = {}): Promise<StoredBlob> {
      try {
        const looked = await images.clean(createReadStream(path, { highWaterMark: 1024 * 1024 }));
        const storageKey = newKey();
        if (looked.picture) {
          const { mimeType } = looked.picture.facts();
          const put = await storage.put(storageKey, looked.picture.bytes, { contentType: mimeType });
          remember(storageKey, looked.picture.facts());
          await unlink(path);
          return { id: ids.id(), storageKey, ...put, mimeType };
        }
        await looked.source[Symbol.asyncIterator]().return?.();
        const mimeType = options.contentType ?? "application/octet-stream";
        const put = await storage.adopt(storageKey, path, { contentType: mimeType });
        return { id: ids.id(), storageKey, ...put, mimeType };
      } catch (error) {
        throw toAppError(error);
      }
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

    /** Removes the bytes of a blob that never got its row. A failure is left to the nightly sweep. */
    async discard(blob: Pick<StoredBlob, "storageKey">): Promise<void> {
      recent.delete(blob.storageKey);
      await storage
        .delete(blob.storageKey)
        .catch((error: unknown) => log.warn({ err: error }, "an object could not be discarded; the sweep will"));
    },
  };
}

export type MediaService = ReturnType<typeof createMediaService>;
