import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { renditions } from "../../db/schema/index.ts";
import { ImageError, type DerivedImage, type Images, type Thumbnails } from "../../ports/images.port.ts";
import type { Ports } from "../../ports/index.ts";
import { defineJob, handles, type JobOutcome, type RegisteredJob } from "../../ports/jobs.port.ts";
import { StorageError } from "../../ports/storage.port.ts";
import * as repo from "./media.repo.ts";
import type { Pace } from "./media.pace.ts";
import type { MediaService, StoredBlob } from "./media.service.ts";

/** Makes thumbnails, preview and placeholder of a picture, and sets it to ready or failed. */
export const makeRenditions = defineJob({
  name: "media.make-renditions",
  payload: z.object({ itemId: z.string() }),
  attempts: 5,
  timeoutMs: 120_000,
});
/** Removes the bytes, then the row, of a blob that nobody points to. */
export const deleteBytes = defineJob({
  name: "media.delete-bytes",
  payload: z.object({ blobId: z.string() }),
  attempts: 12,
  timeoutMs: 60_000,
});

/** Thumbnails stand back for uploads in progress, at most this long: they are there seconds after the upload in any case. */
const STAND_BACK_MS = 1_500;
type RenditionKind = (typeof renditions.$inferInsert)["kind"];
const RENDITION_MAX_BYTES = 8 * 1024 * 1024;

/** Runs `work` with the object as a file: in place on disk, else fetched into a temporary one. */
async function withFile<T>(storage: Ports["storage"], key: string, signal: AbortSignal, work: (path: string) => Promise<T>): Promise<T> {
  const local = storage.localPath(key);
  if (local !== null) return work(local);
  const dir = await mkdtemp(join(tmpdir(), "stillreel-"));
  try {
    const path = join(dir, "original");
    const { stream } = await storage.get(key);
    await pipeline(stream, createWriteStream(path), { signal });
    return await work(path);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** The media module's background work. */
export function mediaJobs({ db, storage, clock, log }: Ports, images: Images, media: MediaService, pace: Pace): RegisteredJob[] {
  async function store(image: DerivedImage): Promise<StoredBlob> {
    return media.storeDerived(
      (async function* () {
        yield image.bytes;
      })(),
      { maxBytes: RENDITION_MAX_BYTES },
    );
  }

  async function save(itemId: string, blobId: string | null, made: Thumbnails): Promise<JobOutcome> {
    const wanted: [kind: RenditionKind, image: DerivedImage | null][] = [
      ["thumbnail-small", made.small],
      ["thumbnail-large", made.large],
      ["preview", made.preview],
    ];
    const stored: StoredBlob[] = [];
    const keys: Partial<Record<RenditionKind, string>> = {};
    try {
      const rows: (typeof renditions.$inferInsert)[] = [];
      for (const [kind, image] of wanted) {
        if (!image) continue;
        const blob = await store(image);
        stored.push(blob);
        keys[kind] = blob.storageKey;
        rows.push({ itemId, kind, blobId: blob.id, width: image.width, height: image.height });
      }
      const saved = await db.transaction(async (tx) => {
        if (!(await repo.lockItem(tx, itemId, blobId)) || (await repo.findRenditions(tx, itemId)).length > 0) return false;
        for (const blob of stored) await repo.insertBlob(tx, blob);
        for (const row of rows) await repo.insertRendition(tx, row);
        await repo.updateItem(tx, itemId, {
          thumbnailSmallKey: keys["thumbnail-small"],
          thumbnailLargeKey: keys["thumbnail-large"],
          previewKey: keys.preview,
          width: made.width,
          height: made.height,
          placeholder: made.placeholder,
          stage: "ready",
        });
        return true;
      });
      if (saved) return "done";
    } catch (error) {
      // A commit may have gone through although its answer was lost: then the bytes are needed.
      if ((await repo.findRenditions(db, itemId)).some((row) => row.blobId === stored[0]?.id)) return "done";
      for (const blob of stored) await media.discard(blob);
      throw error;
    }
    for (const blob of stored) await media.discard(blob);
    return { skipped: "the item is gone, or another run was faster" };
  }

  return [
    handles(makeRenditions, async ({ itemId }, signal) => {
      await pace.quiet(STAND_BACK_MS, signal);
      const item = await repo.findPicture(db, itemId);
      if (!item || item.type !== "image") return { skipped: "there is no such picture" };
      if (item.stage === "ready" && (await repo.findRenditions(db, itemId)).length > 0) return { skipped: "it has its thumbnails" };
      try {
        // Says `not-found` the same way for every store.
        await storage.stat(item.storageKey);
        const made = await withFile(storage, item.storageKey, signal, (path) => images.thumbnails(path));
        return await save(itemId, item.blobId, made);
      } catch (error) {
        const lost = error instanceof StorageError && error.code === "not-found";
        if (!lost && !(error instanceof ImageError)) throw error;
        log.warn({ err: error, itemId }, "a picture has no thumbnails");
        await repo.updateItem(db, itemId, { stage: "failed", updatedAt: clock.now() });
        return "done";
      }
    }),

    handles(deleteBytes, ({ blobId }) =>
      db.transaction(async (tx): Promise<JobOutcome> => {
        const blob = await repo.lockUnreferenced(tx, blobId);
        if (!blob) return { skipped: "somebody points to it, or it is gone" };
        await storage.delete(blob.storageKey);
        await repo.deleteBlob(tx, blobId);
        return "done";
      }),
    ),
  ];
}
