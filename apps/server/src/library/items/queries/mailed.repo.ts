import { sql } from "drizzle-orm";
import type { Executor } from "../../../platform/db/client.ts";
import type { MailedItem } from "../../../platform/outbox/index.ts";

/** Returns what a mail shows of an item. The caller has checked permissions. */
export async function findMailedItem(db: Executor, itemId: string): Promise<MailedItem | undefined> {
  const { rows } = await db.execute<Record<keyof MailedItem, unknown>>(sql`
    select i.id, i.type, i.title, i.width, i.height, i.mime_type as "mimeType", i.duration_ms as "lengthMs", i.owner_id as "ownerId",
      case when i.chapters_enabled then i.chapters else '[]'::jsonb end as chapters,
      array(select language from captions where item_id = i.id order by language) as captions,
      case when w.kind = 'team' then w.name end as "workspaceName"
    from items i join workspaces w on w.id = i.workspace_id and w.deleted_at is null
    where i.id = ${itemId}::uuid and i.trashed_at is null`);
  return rows[0] as unknown as MailedItem | undefined;
}
