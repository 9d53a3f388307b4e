import type { items, renditions } from "../../db/schema/index.ts";
import type { Ports } from "../../ports/index.ts";
import * as repo from "./media.repo.ts";
import type { MediaService, StoredBlob } from "./media.service.ts";

export type RenditionKind = (typeof renditions.$inferInsert)["kind"];
/** Something derived from an item, stored already. */
export interface Made {
  kind: RenditionKind;
  blob: StoredBlob;
  width: number;
  height: number;
}

/** The column of `items` that repeats a rendition's storage key, because lists need it for every row; the others stand in `renditions` alone. */
const COLUMN_OF = {
  "thumbnail-small": "thumbnailSmallKey",
  "thumbnail-large": "thumbnailLargeKey",
  preview: "previewKey",
  poster: "posterKey",
  playback: "playbackKey",
  storyboard: "storyboardKey",
} as const satisfies Partial<Record<RenditionKind, keyof typeof items.$inferInsert>>;

const RENDITION_MAX_BYTES = 8 * 1024 * 1024;

/** Files what was derived from an item, all or nothing. */
export function createRenditions({ db }: Pick<Ports, "db">, media: MediaService) {
  /** Stores a picture that the server made. */
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

  /**
   * Writes rows and the item's columns in one transaction. False, and the bytes are gone again, when the item is gone, shows
   * other bytes by now, or has such a rendition already: another run was faster.
   */
  async function save(
    item: { id: string; blobId: string | null },
    made: readonly Made[],
    change: Partial<typeof items.$inferInsert>,
  ): Promise<boolean> {
    try {
      const isSaved = await db.transaction(async (tx) => {
        if (!(await repo.lockItem(tx, item.id, item.blobId))) return false;
        const present = await repo.findRenditions(tx, item.id);
        if (present.some(({ kind }) => made.some((one) => one.kind === kind))) return false;
        const keys: Record<string, string> = {};
        for (const { kind, blob, width, height } of made) {
          await repo.insertBlob(tx, blob);
          await repo.insertRendition(tx, { itemId: item.id, kind, blobId: blob.id, width, height });
          if (kind in COLUMN_OF) keys[COLUMN_OF[kind as keyof typeof COLUMN_OF]] = blob.storageKey;
        }
        await repo.updateItem(tx, item.id, { ...keys, ...change });
        return true;
      });
      if (!isSaved) await discard(made);
      return isSaved;
    } catch (error) {
      // A commit may have gone through although its answer was lost: then the bytes are needed.
      const present = await repo.findRenditions(db, item.id);
      if (made.length > 0 && present.some((row) => row.blobId === made[0]?.blob.id)) return true;
      await discard(made);
      throw error;
    }
  }

  return { store, discard, save };
}

export type Renditions = ReturnType<typeof createRenditions>;
