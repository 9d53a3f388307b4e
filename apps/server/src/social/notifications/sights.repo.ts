import { sql } from "drizzle-orm";
import type { MemberRole } from "../../access/policies/items.policy.ts";
import type { Executor } from "../../platform/db/client.ts";

/** A user and an item. */
export interface SightKey {
  userId: string;
  itemId: string;
}

/** An item with what decides whether one user may read it, directly or by its share link. */
export interface SightRow extends SightKey {
  workspaceId: string;
  isTeam: boolean;
  folderId: string | null;
  ownerId: string | null;
  type: "image" | "video";
  title: string;
  isTrashed: boolean;
  isUnfinished: boolean;
  thumbnailKey: string | null;
  role: MemberRole | null;
  rightsVersion: number;
  slug: string | null;
  visibility: "link" | "workspace" | "private" | null;
  hasPassword: boolean;
  expiresAt: Date | null;
  hasViewLimit: boolean;
}

type Columns = Record<keyof SightRow, unknown>;

/** Reads items for users, with membership and share link, in one statement. Deleted items and workspaces are missing. */
export async function listSights(db: Executor, keys: readonly SightKey[]): Promise<SightRow[]> {
  const userIds = keys.map(({ userId }) => userId);
  const itemIds = keys.map(({ itemId }) => itemId);
  const { rows } = await db.execute<Columns>(sql`
    select k.user_id as "userId", i.id as "itemId", i.workspace_id as "workspaceId", w.kind = 'team' as "isTeam", i.folder_id as "folderId",
      i.owner_id as "ownerId", i.type, i.title, i.trashed_at is not null as "isTrashed",
      i.stage in ('recording', 'uploading') and not i.live as "isUnfinished", i.thumbnail_small_key as "thumbnailKey",
      m.role, w.rights_version as "rightsVersion", l.slug, l.visibility, l.password_hash is not null as "hasPassword",
      l.expires_at as "expiresAt", l.max_views is not null as "hasViewLimit"
    from unnest(${sql.param(userIds)}::uuid[], ${sql.param(itemIds)}::uuid[]) k (user_id, item_id)
      join items i on i.id = k.item_id
      join workspaces w on w.id = i.workspace_id and w.deleted_at is null
      left join members m on m.workspace_id = i.workspace_id and m.user_id = k.user_id
      left join share_links l on l.item_id = i.id and l.revoked_at is null`);
  return rows.map((row) => {
    const found = row as unknown as SightRow;
    const { expiresAt } = found;
    return { ...found, rightsVersion: Number(found.rightsVersion), expiresAt: expiresAt === null ? null : new Date(expiresAt) };
  });
}
