import type { ItemType, ReportReason } from "@stillreel/contract";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Executor } from "../../platform/db/client.ts";
import { shareLinks, type StoryboardFacts } from "../../platform/db/schema/index.ts";
import { loadFragment, loadStatement } from "../../platform/db/statement.ts";

export type ShareRow = typeof shareLinks.$inferSelect;

/** A valid link with its item, read by one statement. */
export interface OpenedRow {
  slug: string;
  visibility: "link" | "workspace" | "private";
  password_hash: string | null;
  expires_at: Date | null;
  /** Time at which an administrator removed the link. */
  taken_down_at: Date | null;
  /** Maximum number of visits; null without limit. */
  max_views: number | null;
  /** Visitors to whom the link was opened while it had a limit. */
  openings: number;
  link_created_at: Date;
  /** Counted visits by this link up to `max_views`; null without limit. */
  link_views: number | null;
  allow_comments: boolean;
  allow_download: boolean;
  item_id: string;
  workspace_id: string;
  owner_id: string | null;
  type: ItemType;
  title: string;
  full_file_name: string;
  stage: "recording" | "uploading" | "processing" | "ready" | "failed";
  mime_type: string;
  /** bigint as returned by the driver. */
  size_bytes: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  placeholder: string | null;
  trashed: boolean;
  created_at: Date;
  owner_name: string | null;
  owner_avatar: string | null;
  storage_key: string | null;
  small_key: string | null;
  large_key: string | null;
  preview_key: string | null;
  poster_key: string | null;
  playback_key: string | null;
  playback_mime_type: string | null;
  /** Whether the segment index of the original is stored, as for recordings. */
  has_parts: boolean;
  description: string;
  storyboard_key: string | null;
  storyboard: StoryboardFacts | null;
  live: boolean;
  progress: number | null;
  like_count: number;
  view_count: number;
  comment_count: number;
  chapters: { timestamp: number; name: string }[];
  chapters_enabled: boolean;
  show_capture: boolean;
  /** Both null unless visible to visitors. */
  page_url: string | null;
  capture: unknown;
  /** The shared folder; null for the link of the item itself. */
  link_folder_id: string | null;
  /** The user whose visits do not count: the owner of the item, or the creator of a folder's link. */
  host_id: string | null;
  /** Ids from the root to the folder of the item, for the link of a folder; else null. */
  folder_chain: string[] | null;
  folder_name: string | null;
  space_kind: "personal" | "team";
  /** bigint as returned by the driver. */
  rights_version: string;
}

const url = import.meta.url;
/** The condition that the link of a folder shows an item `i`, as far as the item's own link decides. */
export const SHOWN_BY_FOLDER = { shownByFolder: loadFragment(url, "./sql/shown-by-folder.sql") };

const OPEN = loadStatement<Omit<OpenedRow, "link_views">, [slug: string, itemId: string | null]>(url, "./sql/shares-open.sql", {
  slots: SHOWN_BY_FOLDER,
});

const USED = loadStatement<{ seen: number }, [itemId: string, since: Date, maximum: number]>(url, "./sql/shares-used.sql");

/**
 * Returns the valid link of a slug with its item unless its workspace is deleted. One prepared statement, because every public page runs
 * it; only an item's link with a maximum needs a second one, which reads all months of the views since the creation of the link. For the link of
 * a folder, the item is `itemId` if it is inside the folder.
 */
export async function openSlug(pool: Pool, slug: string, itemId: string | null): Promise<OpenedRow | undefined> {
  const [row] = await OPEN.run(pool, [slug, itemId]);
  if (!row) return undefined;
  const { max_views: maximum, link_folder_id: folderId } = row;
  if (maximum === null || folderId !== null) return { ...row, link_views: null };
  const [used] = await USED.run(pool, [row.item_id, row.link_created_at, maximum]);
  return { ...row, link_views: used?.seen ?? 0 };
}

/**
 * Counts a visitor to whom a link is opened. One statement, so that concurrent visitors cannot exceed the limit.
 * @param countedViews views that pages reported for the link, which use up the limit, too
 * @returns false when the limit is reached
 */
export async function countOpening(db: Executor, slug: string, countedViews: number, at: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update share_links set openings = greatest(openings, ${countedViews}::int) + 1, opened_at = ${at.toISOString()}::timestamptz
    where slug = ${slug} and revoked_at is null and (max_views is null or greatest(openings, ${countedViews}::int) < max_views)`);
  return (rowCount ?? 0) > 0;
}

/**
 * Locks a link until the transaction ends and returns whether its limit permits one more view of a visitor to whom it was not
 * opened. Reports of several visitors are checked one after another.
 */
export async function hasRoomForView(tx: Executor, slug: string): Promise<boolean> {
  await tx.execute(sql`select from share_links where slug = ${slug} for no key update`);
  const { rows } = await tx.execute<{ free: boolean }>(sql`
    select l.max_views is null or l.max_views > (
      select count(*) from views v
      where v.item_id = l.item_id and v.counted and v.created_at >= l.created_at and v.source <> 'workspace') as free
    from share_links l where l.slug = ${slug} and l.revoked_at is null`);
  return rows[0]?.free === true;
}

const SHARES_LIKED = loadStatement<unknown, [itemId: string, userId: string]>(url, "./sql/shares-liked.sql");

/** Returns whether a user likes the item. */
export async function isLiked(pool: Pool, itemId: string, userId: string): Promise<boolean> {
  const rows = await SHARES_LIKED.run(pool, [itemId, userId]);
  return rows.length > 0;
}

/** What a link opens: an item or a folder. */
export type LinkTarget = { itemId: string; folderId?: undefined } | { folderId: string; itemId?: undefined };

const isLiveOf = ({ itemId, folderId }: LinkTarget) =>
  and(itemId === undefined ? eq(shareLinks.folderId, folderId) : eq(shareLinks.itemId, itemId), isNull(shareLinks.revokedAt));

/** Returns the valid link of an item or folder. */
export async function findLive(db: Executor, target: LinkTarget): Promise<ShareRow | undefined> {
  const rows = await db.select().from(shareLinks).where(isLiveOf(target));
  return rows[0];
}

/** Returns the valid link with this slug. */
export async function findBySlug(db: Executor, slug: string): Promise<ShareRow | undefined> {
  const rows = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.slug, slug), isNull(shareLinks.revokedAt)));
  return rows[0];
}

/** Visits of a link: how many, and the last one. */
export interface LinkVisits {
  opened: number;
  openedAt: Date | null;
}

const SHARES_VISITS = loadStatement<{ opened: number; opened_at: Date | null }, [itemId: string, since: string]>(
  url,
  "./sql/shares-visits.sql",
);

/** Returns the counted visits of an item by its link. Folders count them in the link itself. */
export async function visitsOf(pool: Pool, { itemId, openings, openedAt, createdAt }: ShareRow): Promise<LinkVisits> {
  if (itemId === null) return { opened: openings, openedAt };
  const [row] = await SHARES_VISITS.run(pool, [itemId, createdAt.toISOString()]);
  return { opened: row?.opened ?? 0, openedAt: row?.opened_at ?? null };
}

/** Creates a link unless a valid one exists; concurrent calls create one. */
export async function insertLive(db: Executor, row: typeof shareLinks.$inferInsert): Promise<void> {
  await db.insert(shareLinks).values(row).onConflictDoNothing();
}

/** Changes the settings of a valid link; undefined when it was revoked meanwhile. */
export async function updateLive(
  db: Executor,
  slug: string,
  change: Partial<typeof shareLinks.$inferInsert>,
): Promise<ShareRow | undefined> {
  const rows = await db
    .update(shareLinks)
    .set(change)
    .where(and(eq(shareLinks.slug, slug), isNull(shareLinks.revokedAt)))
    .returning();
  return rows[0];
}

/** Revokes the link of an item or folder. The row stays, so that the slug is never reused. Returns the slug, or undefined without a link. */
export async function revokeLive(db: Executor, target: LinkTarget, at: Date): Promise<string | undefined> {
  const rows = await db.update(shareLinks).set({ revokedAt: at }).where(isLiveOf(target)).returning({ slug: shareLinks.slug });
  return rows[0]?.slug;
}

/** The item or folder behind a link, for the reports of administrators. Null values for a deleted one. */
export interface LinkedItem {
  folderId: string | null;
  itemId: string | null;
  workspaceId: string | null;
  title: string | null;
  ownerId: string | null;
}

/** Removes a valid link from everyone, or restores it with null. Undefined when it already has this state, or does not exist. */
export async function setTakenDown(
  tx: Executor,
  slug: string,
  to: { at: Date; reason: ReportReason } | null,
): Promise<LinkedItem | undefined> {
  const { rows } = await tx.execute<LinkedItem & Record<string, unknown>>(sql`
    with changed as (
      update share_links set taken_down_at = ${to?.at.toISOString() ?? null}::timestamptz, taken_down_reason = ${to?.reason ?? null}::text
      where slug = ${slug} and revoked_at is null and (taken_down_at is null) = ${to !== null}::boolean
      returning item_id, folder_id, workspace_id, created_by
    )
    select changed.item_id as "itemId", changed.folder_id as "folderId", changed.workspace_id as "workspaceId",
      coalesce(i.title, f.name) as title, case when changed.folder_id is null then i.owner_id else changed.created_by end as "ownerId"
    from changed left join items i on i.id = changed.item_id left join folders f on f.id = changed.folder_id`);
  return rows[0];
}

/** Returns the links that administrators removed since a time. */
export async function listTakenDown(db: Executor, since: Date): Promise<string[]> {
  const rows = await db.select({ slug: shareLinks.slug }).from(shareLinks).where(gt(shareLinks.takenDownAt, since));
  return rows.map((row) => row.slug);
}
