import { and, asc, eq, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { linkGuests, users } from "../../platform/db/schema/index.ts";

/** A person who can open a link by name. */
export interface Guest {
  /** Whether they can comment, also while the link permits no comments. */
  canComment: boolean;
}

/** Returns the user as a guest of a link. */
export async function findGuest(db: Executor, slug: string, userId: string): Promise<Guest | undefined> {
  const [row] = await db
    .select({ canComment: linkGuests.canComment })
    .from(linkGuests)
    .where(and(eq(linkGuests.slug, slug), eq(linkGuests.userId, userId)));
  return row;
}

/** Returns a link as a guest sees it. */
export const withGuest = <Row extends { allow_comments: boolean }>(row: Row, guest: Guest | undefined): Row =>
  guest?.canComment === true && !row.allow_comments ? { ...row, allow_comments: true } : row;

/** A guest with the data of their account. */
export interface GuestRow extends Guest {
  userId: string;
  name: string;
  email: string;
  avatar: string | null;
  since: Date;
}

/** Returns the guests of a link, oldest first. */
export async function listGuests(db: Executor, slug: string): Promise<GuestRow[]> {
  return db
    .select({
      userId: users.id,
      name: users.displayName,
      email: users.email,
      avatar: users.avatarBlobId,
      canComment: linkGuests.canComment,
      since: linkGuests.createdAt,
    })
    .from(linkGuests)
    .innerJoin(users, eq(users.id, linkGuests.userId))
    .where(eq(linkGuests.slug, slug))
    .orderBy(asc(linkGuests.createdAt), asc(users.id));
}

/** Adds a guest to a link, or changes what they can do. */
export async function putGuest(tx: Executor, guest: Guest & { slug: string; userId: string; createdAt: Date }): Promise<void> {
  await tx
    .insert(linkGuests)
    .values(guest)
    .onConflictDoUpdate({ target: [linkGuests.slug, linkGuests.userId], set: { canComment: guest.canComment } });
}

/** Removes a guest from a link. Returns false when they were none. */
export async function deleteGuest(tx: Executor, slug: string, userId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(linkGuests).where(and(eq(linkGuests.slug, slug), eq(linkGuests.userId, userId)));
  return (rowCount ?? 0) > 0;
}

/** An item and a link by which a person may be able to open it. */
export interface GuestLink {
  itemId: string;
  slug: string;
}

/** Returns links that open some items for a user by name: of the item itself, otherwise of the nearest folder that contains it. */
export async function listGuestLinks(db: Executor, userId: string, itemIds: readonly string[]): Promise<GuestLink[]> {
  const { rows } = await db.execute<{ item_id: string; slug: string }>(sql`
    select distinct on (i.id) i.id as item_id, l.slug
    from link_guests g
      join share_links l on l.slug = g.slug and l.revoked_at is null
      join items i on i.id = any(${sql.param(itemIds)}::uuid[])
      left join folders f on f.id = i.folder_id
    where g.user_id = ${userId} and (l.item_id = i.id or l.folder_id = any(f.path || f.id))
    order by i.id, l.item_id nulls last, array_position(f.path || f.id, l.folder_id) desc`);
  return rows.map((row) => ({ itemId: row.item_id, slug: row.slug }));
}
