import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import type { PictureReference } from "../../platform/db/schema/index.ts";
import type { MailPictureReader } from "../../platform/outbox/index.ts";
import type { Images } from "../../platform/ports/images.port.ts";
import type { Ports } from "../../platform/ports/index.ts";

type Context = Pick<Ports, "db" | "storage" | "clock"> & { images: Pick<Images, "mailPicture" | "round"> };
type Picture = Awaited<ReturnType<MailPictureReader["read"]>>;
type ItemReference = Extract<PictureReference, { kind: "item" }>;

/** Width of a user's picture in pixels: twice that in the mail. */
const FACE_SIDE = 96;
/** Number of finished pictures in memory, so that the recipients of one item cost one conversion. */
const RECENT_MAX = 20;

/** Returns the picture that a list shows, unless the item was removed or its link does not open for everyone any more. */
async function keyOfItem(
  { db, clock }: Context,
  { itemId, slug }: ItemReference,
): Promise<{ key: string; type: "image" | "video" } | null> {
  const now = clock.now().toISOString();
  const isOpen = sql`exists (
    select from share_links l
    where l.slug = ${slug}::text and l.item_id = i.id and l.visibility = 'link' and l.revoked_at is null and l.taken_down_at is null
      and l.password_hash is null and l.max_views is null and (l.expires_at is null or l.expires_at > ${now}::timestamptz)
  )`;
  const { rows } = await db.execute<{ key: string | null; type: "image" | "video" }>(sql`
    select i.type, coalesce(i.poster_key, i.preview_key, i.thumbnail_large_key) as key
    from items i join workspaces w on w.id = i.workspace_id and w.deleted_at is null
    where i.id = ${itemId}::uuid and i.trashed_at is null and i.stage not in ('recording', 'uploading')
      and (${slug}::text is null or ${isOpen})`);
  const [row] = rows;
  return row && row.key !== null ? { key: row.key, type: row.type } : null;
}

async function keyOfAvatar({ db }: Context, userId: string): Promise<string | null> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select b.storage_key as key from users u join blobs b on b.id = u.avatar_blob_id where u.id = ${userId}::uuid`);
  return rows[0]?.key ?? null;
}

/**
 * Creates the reader of pictures in mails. It reads only thumbnails, which show images with their redactions, and never an original. The
 * address of a stored file names its content, so a finished picture is never outdated.
 */
export function createMailPictures(
  { db, storage, clock }: Pick<Ports, "db" | "storage" | "clock">,
  images: Context["images"],
): MailPictureReader {
  const context: Context = { db, storage, clock, images };
  const recent = new Map<string, Promise<NonNullable<Picture>>>();

  async function once(name: string, make: () => Promise<NonNullable<Picture>>): Promise<Picture> {
    const known = recent.get(name);
    if (known) return known;
    const making = make();
    recent.set(name, making);
    making.catch(() => recent.delete(name));
    for (const oldest of recent.keys()) {
      if (recent.size <= RECENT_MAX) break;
      recent.delete(oldest);
    }
    return making;
  }

  const bytesOf = async (key: string): Promise<Buffer> => buffer((await storage.get(key)).stream);

  return {
    async read(reference) {
      if (reference.kind === "avatar") {
        const key = await keyOfAvatar(context, reference.userId);
        if (key === null) return null;
        return once(`round ${key}`, async () => ({
          mimeType: "image/png",
          bytes: (await images.round(await bytesOf(key), FACE_SIDE)).bytes,
        }));
      }
      const found = await keyOfItem(context, reference);
      if (found === null) return null;
      const video = found.type === "video" ? { length: reference.length } : null;
      return once(`item ${found.key} ${reference.length ?? ""}`, async () => ({
        mimeType: "image/jpeg",
        bytes: (await images.mailPicture(await bytesOf(found.key), video)).bytes,
      }));
    },
  };
}
