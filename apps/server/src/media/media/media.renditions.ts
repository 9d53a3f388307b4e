import type { Executor } from "../../platform/db/client.ts";
import type { items, RenditionFacts, renditions } from "../../platform/db/schema/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { deleteBytes } from "./media.definitions.ts";
import * as repo from "./media.repo.ts";
import type { StoredBlob } from "./media.blob.ts";
import type { MediaService } from "./media.service.ts";

export type RenditionKind = (typeof renditions.$inferInsert)["kind"];
/** A stored rendition of an item. */
export interface Made {
  kind: RenditionKind;
  blob: StoredBlob;
  width: number;
  height: number;
  facts?: RenditionFacts;
}

export interface SaveOptions {
  /** Kinds whose existing rendition is replaced. Its bytes stay for some time for users who are playing them. */
  replace?: readonly RenditionKind[];
  /** Additional work for the same transaction. */
  also?: (tx: Executor) => Promise<void>;
}

/**
 * Columns of `items` with copies of storage keys, because lists need them per row. Other kinds are only in
 * `renditions`.
 */
export const COLUMN_OF = {
  "thumbnail-small": "thumbnailSmallKey",
  "thumbnail-large": "thumbnailLargeKey",
  preview: "previewKey",
  poster: "posterKey",
  playback: "playbackKey",
  storyboard: "storyboardKey",
} as const satisfies Partial<Record<RenditionKind, keyof typeof items.$inferInsert>>;

const RENDITION_MAX_BYTES = 8 * 1024 * 1024;
/** Retention of replaced bytes in milliseconds. It is longer than the lifetime of any issued URL. */
const REPLACED_STAY_MS = 10 * 60_000;

/** Creates the service that saves renditions of an item, all or none. */
export function createRenditions({ db, jobs, clock }: Pick<Ports, "db" | "jobs" | "clock">, media: MediaService) {
  /** Stores a picture that the server created. */
  const store = (kind: RenditionKind, image: { bytes: Buffer; width: number; height: number }): Promise<Made> =>
    media
      .storeDerived(
        (async function* () {
          yield image.bytes;
        })(),
        { maxBytes: RENDITION_MAX_BYTES },
      )
      .then((blob) => ({ kind, blob, width: image.width, height: image.height }));

  async function discard(made: readonly Made[]): Promise<void> {
    for (const { blob } of made) await media.discard(blob);
  }

  async function forget(tx: Executor, itemId: string, kind: RenditionKind, blobId: string): Promise<void> {
    await repo.deleteRendition(tx, itemId, kind);
    const runAt = new Date(clock.now().getTime() + REPLACED_STAY_MS);
    for (const unneeded of await repo.dropReferences(tx, [blobId])) await jobs.enqueue(tx, deleteBytes, { blobId: unneeded }, { runAt });
  }

  /**
   * Writes the rows and the item's columns in one transaction. Returns false and deletes the bytes when the item was
   * deleted, shows other bytes, or has such a rendition from a concurrent run.
   */
  async function save(
    item: { id: string; blobId: string | null },
    made: readonly Made[],
    change: Partial<typeof items.$inferInsert>,
    { replace = [], also }: SaveOptions = {},
  ): Promise<boolean> {
    try {
      const isSaved = await db.transaction(async (tx) => {
        if (!(await repo.lockItem(tx, item.id, item.blobId))) return false;
        const present = await repo.findRenditions(tx, item.id);
        const replaced = present.filter(({ kind }) => made.some((one) => one.kind === kind));
        if (replaced.some(({ kind }) => !replace.includes(kind))) return false;
        for (const { kind, blobId } of replaced) await forget(tx, item.id, kind, blobId);
        const keys: Record<string, string> = {};
        for (const { kind, blob, width, height, facts = null } of made) {
          await repo.insertBlob(tx, blob);
          await repo.insertRendition(tx, { itemId: item.id, kind, blobId: blob.id, width, height, facts });
          if (kind in COLUMN_OF) keys[COLUMN_OF[kind as keyof typeof COLUMN_OF]] = blob.storageKey;
        }
        const changes = { ...keys, ...change };
        if (Object.keys(changes).length > 0) await repo.updateItem(tx, item.id, changes);
        await also?.(tx);
        return true;
      });
      if (!isSaved) await discard(made);
      return isSaved;
    } catch (error) {
      // The commit may have succeeded although its response was lost. Then the bytes are in use.
      const present = await repo.findRenditions(db, item.id);
      if (made.length > 0 && present.some((row) => row.blobId === made[0]?.blob.id)) return true;
      await discard(made);
      throw error;
    }
  }

  return { store, discard, save };
}

export type Renditions = ReturnType<typeof createRenditions>;
