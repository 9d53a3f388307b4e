import { sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { BLOBS, type CoveredTable, ROOTS } from "./backups.coverage.ts";
import { returnFolderLinks } from "./backups.folder.ts";
import { BackupError } from "./backups.format.ts";
import type { Root } from "./backups.root.ts";
import { countOf, inPublic, inTemp, listed, named, OUTLIVING } from "./backups.statements.ts";

/** Added to the versions of a workspace, so that no process has cached something for them. */
const VERSION_STEP = 1_000_000;

/** Changes values that do not return as they were. */
export async function adapt(db: Executor, root: Root, address: { email: string; key: string } | null): Promise<void> {
  // The trigger on likes counts them. A render does not continue.
  await db.execute(sql`update ${inTemp("items")} set like_count = 0, updating = null`);
  await db.execute(
    sql`update ${inTemp("workspaces")} set deleted_at = null, rights_version = rights_version + ${VERSION_STEP},
      folders_version = folders_version + ${VERSION_STEP}`,
  );
  if (root.kind !== "account") return;
  await db.execute(sql`update ${inTemp("users")} set role = 'user'`);
  if (address)
    await db.execute(sql`update ${inTemp("users")} set email = ${address.email}, email_key = ${address.key}, email_verified = false`);
}

/** Adds the rows of blobs, or their references when another space has the blob. Returns nothing: their bytes are there. */
async function insertBlobs(db: Executor, tables: readonly CoveredTable[]): Promise<void> {
  const columns = tables.flatMap(({ name, blobColumns }) =>
    blobColumns.map((column) => sql`select ${named(column)} as id from ${inTemp(name)}`),
  );
  const used = sql.join(columns, sql` union all `);
  await db.execute(
    sql`insert into public.blobs (id, storage_key, sha256, size_bytes, mime_type, refs, created_at)
     select p.id, p.storage_key, p.sha256, p.size_bytes, p.mime_type, u.n, p.created_at
     from ${inTemp(BLOBS)} p join (select id, count(*)::int as n from (${used}) all_used where id is not null group by id) u on u.id = p.id
     order by p.id
     on conflict (id) do update set refs = greatest(blobs.refs, 0) + excluded.refs`,
  );
  // A blob of another space may have moved to another key since the backup, which invalidated its addresses.
  const { rows } = await db.execute<{ column: string }>(sql`
    select attname as column from pg_attribute
    where attrelid = 'public.items'::regclass and attname like '%\\_key' and atttypid = 'text'::regtype and attgenerated = ''`);
  for (const { column } of rows)
    await db.execute(
      sql`update ${inTemp("items")} i set ${named(column)} = b.storage_key from ${inTemp(BLOBS)} p join public.blobs b on b.id = p.id
       where i.${named(column)} = p.storage_key and b.storage_key <> p.storage_key`,
    );
}

/**
 * Gives links their target again, with the terms that they have now. Those that were open when the deletion closed them are open again; a
 * link that was closed before, by a user or with its item, stays closed. The deletion closes all links of a space at one time.
 */
async function returnLinks(db: Executor, backupAt: string): Promise<number> {
  return countOf(
    db,
    sql`with known as (
       select l.slug, l.revoked_at, p.item_id, p.folder_id, p.workspace_id, p.created_by, p.revoked_at is null as was_open
       from public.share_links l join ${inTemp(OUTLIVING)} p on p.slug = l.slug where l.workspace_id is null
     ), deletion as (select max(revoked_at) as at from known where was_open)
     update public.share_links l set item_id = k.item_id, workspace_id = k.workspace_id, created_by = coalesce(l.created_by, k.created_by),
       revoked_at = case when k.was_open and k.revoked_at = deletion.at and not exists (
         select from public.audit a where a.action = 'share.revoked' and a.workspace_id = k.workspace_id and a.at > ${backupAt}::timestamptz
           and (a.details->>'itemId' = k.item_id::text or a.details->>'folderId' = k.folder_id::text)
       ) then null else k.revoked_at end
     from known k, deletion where l.slug = k.slug and (k.item_id is not null or k.folder_id is not null)`,
  );
}

/** Adds the jobs of items that waited, such as thumbnails. */
async function insertJobs(db: Executor): Promise<void> {
  await db.execute(sql`select graphile_worker.add_job(identifier, payload => payload::json, max_attempts => max_attempts, job_key => key,
    priority => priority) from pg_temp.part_jobs where payload::json->>'itemId' in (select id::text from ${inTemp("items")})`);
}

/**
 * Adds all rows, parents first. Triggers count them, as for rows that users add. Returns the number of rows by table, and of those whose
 * unique value another row has.
 */
export async function insertRows(
  db: Executor,
  tables: readonly CoveredTable[],
  root: Root,
  backupAt: string,
): Promise<{ rows: Record<string, number>; taken: Record<string, number> }> {
  const counts: Record<string, number> = {};
  const taken: Record<string, number> = {};
  await insertBlobs(db, tables);
  for (const { name, columns } of tables) {
    const returned = root.kind === "folder" ? returnFolderLinks : returnLinks;
    const links = name === OUTLIVING ? await returned(db, backupAt) : 0;
    const { rows } = await db.execute<{ added: number; selected: number }>(sql`
      with added as (insert into ${inPublic(name)} (${listed(columns)}) select ${listed(columns)} from ${inTemp(name)} on conflict do nothing returning 1)
      select (select count(*)::int from added) as added, (select count(*)::int from ${inTemp(name)}) as selected`);
    const { added, selected } = rows[0] ?? { added: 0, selected: 0 };
    counts[name] = links + added;
    if (name === OUTLIVING || selected === added) continue;
    if (ROOTS.some((root) => root === name)) throw new BackupError("Another account has registered with this address meanwhile.");
    taken[name] = selected - added;
  }
  await insertJobs(db);
  return { rows: counts, taken };
}
