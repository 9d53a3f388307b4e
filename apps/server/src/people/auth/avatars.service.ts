import { isUuid, API_BASE, AVATAR_MAX_BYTES } from "@stillreel/contract";
import { eq } from "drizzle-orm";
import type { Readable } from "node:stream";
import type { Executor } from "../../platform/db/client.ts";
import { blobs, users } from "../../platform/db/schema/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Media } from "../../media/media/index.ts";

/** Functions of the media module that avatars use. */
export type AvatarMedia = Pick<Media, "emblems" | "insertBlob" | "releaseBlob" | "discard">;
type StoredBlob = Awaited<ReturnType<AvatarMedia["emblems"]["store"]>>;

export type Avatars = ReturnType<typeof createAvatars>;

/** Returns the blob id of an avatar URL of this server, null for "no picture", `foreign` for any other URL. */
export function avatarIdOf(photoURL: string | null, publicUrl: string): string | null {
  if (photoURL === null || photoURL === "") return null;
  const path = photoURL.startsWith(`${publicUrl}/`) ? photoURL.slice(publicUrl.length) : photoURL;
  const id = path.startsWith(`${API_BASE}/avatars/`) ? path.slice(`${API_BASE}/avatars/`.length) : "";
  return isUuid(id) ? id : "foreign";
}

/** Creates the avatar service. It converts every upload to a small square picture. */
export function createAvatars({ db, storage }: Ports, media: AvatarMedia) {
  return {
    /**
     * Converts and stores a picture that is not assigned to a user yet.
     * @throws AppError `unsupported-file-type`, `file-too-large`, `image-too-large`, `unreadable-file`, `storage-full`
     */
    store: (body: AsyncIterable<Uint8Array>): Promise<StoredBlob> =>
      media.emblems.store(body, { maxBytes: AVATAR_MAX_BYTES, shape: "square" }),
    discard: (stored: StoredBlob) => media.discard(stored),
    insert: (tx: Executor, stored: StoredBlob) => media.insertBlob(tx, stored),
    async release(tx: Executor, blobId: string | null): Promise<void> {
      if (blobId !== null) await media.releaseBlob(tx, blobId);
    },

    /** Opens the bytes of a user's current picture. Other blobs are not found. @throws AppError `not-found` */
    async open(blobId: string): Promise<{ stream: Readable; sizeBytes: number }> {
      const rows = isUuid(blobId)
        ? await db
            .select({ storageKey: blobs.storageKey })
            .from(users)
            .innerJoin(blobs, eq(blobs.id, users.avatarBlobId))
            .where(eq(users.avatarBlobId, blobId))
            .limit(1)
        : [];
      if (!rows[0]) throw new AppError("not-found");
      const { stream, sizeBytes } = await storage.get(rows[0].storageKey);
      return { stream, sizeBytes };
    },
  };
}
