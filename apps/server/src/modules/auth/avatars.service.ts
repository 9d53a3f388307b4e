import { API_BASE, AVATAR_MAX_BYTES } from "@stillreel/contract";
import { eq } from "drizzle-orm";
import { Readable } from "node:stream";
import type { Executor } from "../../db/client.ts";
import { blobs, users } from "../../db/schema/index.ts";
import { AppError } from "../../http/app-error.ts";
import { ImageError } from "../../ports/images.port.ts";
import { createImages } from "../../ports/images/index.ts";
import type { Ports } from "../../ports/index.ts";
import type { Media } from "../media/index.ts";

/** What avatars need of the media module. */
export type AvatarMedia = Pick<Media, "storeStream" | "insertBlob" | "releaseBlob" | "discard">;
type StoredBlob = Awaited<ReturnType<AvatarMedia["storeStream"]>>;

/** Edge of a profile picture as it is kept, in pixels. */
const SIZE = 256;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const REFUSALS = { "not-image": "unsupported-file-type", "too-large": "image-too-large", damaged: "unreadable-file" } as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

export type Avatars = ReturnType<typeof createAvatars>;

/** The blob behind one of our avatar URLs, null for "no picture", `foreign` for anything else. */
export function avatarIdOf(photoURL: string | null, publicUrl: string): string | null {
  if (photoURL === null || photoURL === "") return null;
  const path = photoURL.startsWith(`${publicUrl}/`) ? photoURL.slice(publicUrl.length) : photoURL;
  const id = path.startsWith(`${API_BASE}/avatars/`) ? path.slice(`${API_BASE}/avatars/`.length) : "";
  return UUID.test(id) ? id : "foreign";
}

/** Profile pictures: small squares made here, whatever was uploaded. */
export function createAvatars({ db, storage, config }: Ports, media: AvatarMedia) {
  const images = createImages({ maxPixels: config.MAX_PIXELS });

  /** A square of a PNG or JPEG, told by its first bytes and never by a name; upright and without any of its metadata. */
  async function squareOf(bytes: Buffer): Promise<Buffer> {
    const isOurs = [PNG, JPEG].some((signature) => bytes.subarray(0, signature.length).equals(signature));
    if (!isOurs) throw new AppError("unsupported-file-type");
    try {
      return (await images.square(bytes, SIZE)).bytes;
    } catch (error) {
      if (error instanceof ImageError) throw new AppError(REFUSALS[error.code], { cause: error });
      throw error;
    }
  }

  async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let sizeBytes = 0;
    for await (const chunk of body) {
      sizeBytes += chunk.length;
      if (sizeBytes > AVATAR_MAX_BYTES) throw new AppError("file-too-large");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  return {
    /** Makes the picture and stores it; not yet anybody's. @throws AppError `unsupported-file-type`, `file-too-large`, `image-too-large`, `unreadable-file`, `storage-full` */
    async store(body: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
      const square = await squareOf(await collect(body));
      return media.storeStream(Readable.from([square]), { maxBytes: AVATAR_MAX_BYTES, contentType: "image/webp" });
    },
    discard: (stored: StoredBlob) => media.discard(stored),
    insert: (tx: Executor, stored: StoredBlob) => media.insertBlob(tx, stored),
    async release(tx: Executor, blobId: string | null): Promise<void> {
      if (blobId !== null) await media.releaseBlob(tx, blobId);
    },

    /** The bytes of somebody's current picture. Any other blob is not found here. @throws AppError `not-found` */
    async open(blobId: string): Promise<{ stream: Readable; sizeBytes: number }> {
      const rows = UUID.test(blobId)
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
