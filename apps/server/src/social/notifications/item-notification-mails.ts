import { isUuid } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import { findMailedItem } from "../../library/items/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Mail, MailedComment, MailedPerson, PictureAudience } from "../../platform/outbox/index.ts";
import type { NotificationRow } from "./notifications.repo.ts";
import type { Sight } from "./sights.service.ts";

/** Templates of the kinds whose mail shows an item. */
const COMMENT_TEMPLATES: Record<string, "item-commented" | "item-replied"> = { comment: "item-commented", reply: "item-replied" };
const PERSON_TEMPLATES: Record<string, "item-arrived" | "item-access"> = { request: "item-arrived", share: "item-access" };

/** What a mail about an item has in common with other mails. */
interface Addressed {
  to: string;
  language: string | null;
  publicUrl: string;
  unsubscribeUrl: string;
}

/** Returns comments for a mail, oldest first. A reply without a position has that of the comment above it. Deleted comments are missing. */
export async function findMailedComments(db: Executor, commentIds: readonly string[]): Promise<MailedComment[]> {
  const { rows } = await db.execute<{
    id: string;
    text: string;
    at: unknown;
    user_id: string | null;
    name: string | null;
    has_photo: boolean;
  }>(sql`
    select c.id, c.text, coalesce(c.at, p.at) as at, u.id as user_id, u.display_name as name, u.avatar_blob_id is not null as has_photo
    from comments c left join comments p on p.id = c.parent_id left join users u on u.id = c.author_id
    where c.id = any(${sql.param([...commentIds])}::uuid[])
    order by c.created_at, c.id`);
  return rows.map(({ id, text, at, user_id: userId, name, has_photo: hasPhoto }) => ({
    id,
    text,
    atS: typeof at === "number" ? at : null,
    by: { name: name ?? "", photoOf: hasPhoto ? userId : null },
  }));
}

/** Returns for whom the picture of an item is in a mail to a user who may read it. */
export const pictureAudience = ({ slug }: Pick<Sight, "slug">): PictureAudience => (slug === null ? "reader" : { slug });

const commentIdsOf = ({ details }: NotificationRow): string[] => {
  const ids = details["commentIds"];
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string" && isUuid(id)) : [];
};

function personOf({ actorId, actorName, actorAvatar, details }: NotificationRow): MailedPerson {
  const { senderName } = details;
  return { name: actorName ?? (typeof senderName === "string" ? senderName : ""), photoOf: actorAvatar === null ? null : actorId };
}

/**
 * Returns the mail about an item's comments, or about an item that a person sent or gave access to. Null for other notifications, which
 * have a mail of one sentence.
 * @param sight the item as the user may read it now
 */
export async function itemMailOf(
  db: Executor,
  row: NotificationRow,
  sight: Sight | undefined,
  { publicUrl, unsubscribeUrl, ...address }: Addressed,
): Promise<Mail | null> {
  const template = COMMENT_TEMPLATES[row.kind] ?? PERSON_TEMPLATES[row.kind];
  if (template === undefined || row.itemId === null || !sight || sight.type === null) return null;
  const item = await findMailedItem(db, row.itemId);
  if (!item) return null;
  const about = { ...address, item, pictureFor: pictureAudience(sight), url: `${publicUrl}${sight.path}`, unsubscribeUrl };
  if (template === "item-arrived" || template === "item-access") {
    // Several items that arrived are one notification, which names the newest.
    return row.count > 1 ? null : { ...about, template, by: personOf(row) };
  }
  const ids = commentIdsOf(row);
  const comments = await findMailedComments(db, ids);
  return comments.length === 0 ? null : { ...about, template, comments, more: Math.max(0, row.count - ids.length) };
}
