import { sql } from "drizzle-orm";
import { type OwnersState, ownersState } from "../../people/administration/index.ts";
import type { Executor } from "../../platform/db/client.ts";

export interface AdministeredRow {
  id: string;
  name: string;
  created_at: string;
  owner_id: string | null;
  owner_name: string | null;
  owner_avatar: string | null;
  owners_state: OwnersState;
  members: number;
  items: number;
  stored_bytes: string;
}

/** Returns workspaces with owner and size, newest first, after the given position. Personal libraries are not among them. */
export async function listAll(
  db: Executor,
  { q, after, limit, now }: { q: string | undefined; after: { at: Date; id: string } | undefined; limit: number; now: Date },
): Promise<AdministeredRow[]> {
  const found = q ? sql`and w.name ilike ${`%${q.replaceAll(/[\\%_]/gu, "\\$&")}%`}` : sql``;
  const { rows } = await db.execute<AdministeredRow & Record<string, unknown>>(sql`
    with shown as (
      select w.id, w.name, w.created_at from workspaces w
      where w.kind = 'team' and w.deleted_at is null ${found}
        ${after ? sql`and (w.created_at, w.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : sql``}
      order by w.created_at desc, w.id desc limit ${limit}
    )
    select shown.id, shown.name, shown.created_at, owner.id as owner_id, owner.display_name as owner_name, owner.avatar_blob_id as owner_avatar,
      ${ownersState(sql`shown.id`, now)} as owners_state,
      (select count(*) from members m where m.workspace_id = shown.id)::int as members, sizes.items, sizes.stored_bytes
    from shown
    left join lateral (
      select u.id, u.display_name, u.avatar_blob_id from members m join users u on u.id = m.user_id
      where m.workspace_id = shown.id and m.role = 'owner' order by m.joined_at limit 1
    ) owner on true
    cross join lateral (
      select coalesce(sum(c.images + c.videos), 0)::int as items, coalesce(sum(c.stored_bytes), 0) as stored_bytes
      from space_counts c where c.workspace_id = shown.id
    ) sizes
    order by shown.created_at desc, shown.id desc`);
  return rows;
}
