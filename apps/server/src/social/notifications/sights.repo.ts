import type { FolderKind, ItemType } from "@stillreel/contract";
import { sql } from "drizzle-orm";
import type { MemberRole } from "../../access/policies/items.policy.ts";
import type { Executor } from "../../platform/db/client.ts";

/** A user and an object: an item, a folder, a workspace, or a workspace that the user was invited to. */
export interface SightKey {
  userId: string;
  type: "item" | "folder" | "workspace" | "invite";
  id: string;
}

/** A user's membership in the workspace of an object. */
interface PlacedRow {
  userId: string;
  id: string;
  workspaceId: string;
  title: string;
  role: MemberRole | null;
  rightsVersion: number;
}

/** A folder with what decides whether one user may read it. */
export interface FolderSightRow extends PlacedRow {
  isTeam: boolean;
  kind: FolderKind;
  /** Its link, for users who can open it by name. Else null. */
  guestSlug: string | null;
}

/** An item with what decides whether one user may read it, directly or by its share link. */
export interface ItemSightRow extends PlacedRow {
  isTeam: boolean;
  folderId: string | null;
  type: ItemType;
  isTrashed: boolean;
  isUnfinished: boolean;
  /** Why it could not be processed. Null unless it failed. */
  failure: string | null;
  thumbnailKey: string | null;
  slug: string | null;
  visibility: "link" | "workspace" | "private" | null;
  hasPassword: boolean;
  expiresAt: Date | null;
  hasViewLimit: boolean;
  /** Whether the user can open the link by name. */
  isGuest: boolean;
}

const arrays = (keys: readonly SightKey[]) =>
  sql`unnest(${sql.param(keys.map(({ userId }) => userId))}::uuid[], ${sql.param(keys.map(({ id }) => id))}::uuid[]) k (user_id, id)`;

/** Reads items for users, with membership and share link, in one statement. Deleted items and workspaces are missing. */
export async function listItemSights(db: Executor, keys: readonly SightKey[]): Promise<ItemSightRow[]> {
  const { rows } = await db.execute<Record<keyof ItemSightRow, unknown>>(sql`
    select k.user_id as "userId", i.id, i.workspace_id as "workspaceId", w.kind = 'team' as "isTeam", i.folder_id as "folderId",
      i.type, i.title, i.trashed_at is not null as "isTrashed",
      i.stage in ('recording', 'uploading') and not i.live as "isUnfinished",
      case when i.stage = 'failed' then i.failure end as failure, i.thumbnail_small_key as "thumbnailKey",
      m.role, w.rights_version as "rightsVersion", l.slug, l.visibility, l.password_hash is not null as "hasPassword",
      l.expires_at as "expiresAt", l.max_views is not null as "hasViewLimit",
      g.user_id is not null as "isGuest"
    from ${arrays(keys)}
      join items i on i.id = k.id
      join workspaces w on w.id = i.workspace_id and w.deleted_at is null
      left join members m on m.workspace_id = i.workspace_id and m.user_id = k.user_id
      left join share_links l on l.item_id = i.id and l.revoked_at is null and l.taken_down_at is null
      left join link_guests g on g.slug = l.slug and g.user_id = k.user_id`);
  return rows.map((row) => {
    const found = row as unknown as ItemSightRow;
    const { expiresAt } = found;
    return { ...found, rightsVersion: Number(found.rightsVersion), expiresAt: expiresAt === null ? null : new Date(expiresAt) };
  });
}

/** Reads folders for users, with membership, in one statement. Folders in the trash, and deleted ones, are missing. */
export async function listFolderSights(db: Executor, keys: readonly SightKey[]): Promise<FolderSightRow[]> {
  const { rows } = await db.execute<Record<keyof FolderSightRow, unknown>>(sql`
    select k.user_id as "userId", f.id, f.workspace_id as "workspaceId", f.name as title, m.role, w.rights_version as "rightsVersion",
      w.kind = 'team' as "isTeam", f.kind, g.slug as "guestSlug"
    from ${arrays(keys)}
      join folders f on f.id = k.id
      join workspaces w on w.id = f.workspace_id and w.deleted_at is null
      left join members m on m.workspace_id = f.workspace_id and m.user_id = k.user_id
      left join share_links l on l.folder_id = f.id and l.revoked_at is null and l.taken_down_at is null
      left join link_guests g on g.slug = l.slug and g.user_id = k.user_id
    where m.user_id is not null or g.user_id is not null`);
  return rows.map((row) => {
    const found = row as unknown as FolderSightRow;
    return { ...found, rightsVersion: Number(found.rightsVersion) };
  });
}

/** A workspace of a member. */
export interface WorkspaceSightRow {
  userId: string;
  id: string;
  title: string;
}

/** Reads workspaces for their members, in one statement. Deleted workspaces, and those of other users, are missing. */
export async function listWorkspaceSights(db: Executor, keys: readonly SightKey[]): Promise<WorkspaceSightRow[]> {
  const { rows } = await db.execute<Record<keyof WorkspaceSightRow, string>>(sql`
    select k.user_id as "userId", w.id, w.name as title
    from ${arrays(keys)}
      join workspaces w on w.id = k.id and w.deleted_at is null
      join members m on m.workspace_id = w.id and m.user_id = k.user_id`);
  return rows;
}
