import type { ClientBase } from "pg";
import { BLOBS, type CoveredTable, ROOTS } from "./backups.coverage.ts";
import { BackupError } from "./backups.format.ts";
import { OUTLIVING } from "./backups.resolution.ts";
import { partOf, type Root } from "./backups.selection.ts";
import { quoted } from "./backups.snapshot.ts";

/** Added to the versions of a workspace, so that no process has cached something for them. */
const VERSION_STEP = 1_000_000;

const temp = (table: string): string => `pg_temp.${partOf(table)}`;

/** Changes values that do not return as they were. */
export async function adapt(client: ClientBase, root: Root, address: { email: string; key: string } | null): Promise<void> {
  // The trigger on likes counts them. A render does not continue.
  await client.query(`update ${temp("items")} set like_count = 0, updating = null`);
  await client.query(
    `update ${temp("workspaces")} set deleted_at = null, rights_version = rights_version + $1, folders_version = folders_version + $1`,
    [VERSION_STEP],
  );
  if (root.kind !== "account") return;
  await client.query(`update ${temp("users")} set role = 'user'`);
  if (address)
    await client.query(`update ${temp("users")} set email = $1, email_key = $2, email_verified = false`, [address.email, address.key]);
}

/** Adds the rows of blobs, or their references when another space has the blob. Returns nothing: their bytes are there. */
async function insertBlobs(client: ClientBase, tables: readonly CoveredTable[]): Promise<void> {
  const used = tables
    .flatMap(({ name, blobColumns }) => blobColumns.map((column) => `select ${quoted(column)} as id from ${temp(name)}`))
    .join(" union all ");
  await client.query(
    `insert into public.blobs (id, storage_key, sha256, size_bytes, mime_type, refs, created_at)
     select p.id, p.storage_key, p.sha256, p.size_bytes, p.mime_type, u.n, p.created_at
     from ${temp(BLOBS)} p join (select id, count(*)::int as n from (${used}) all_used where id is not null group by id) u on u.id = p.id
     order by p.id
     on conflict (id) do update set refs = greatest(blobs.refs, 0) + excluded.refs`,
  );
  // A blob of another space may have moved to another key since the backup, which invalidated its addresses.
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = $1::regclass and attname like '%\\_key' and atttypid = 'text'::regtype`,
    [temp("items")],
  );
  for (const { column } of rows)
    await client.query(
      `update ${temp("items")} i set ${quoted(column)} = b.storage_key from ${temp(BLOBS)} p join public.blobs b on b.id = p.id
       where i.${quoted(column)} = p.storage_key and b.storage_key <> p.storage_key`,
    );
}

/**
 * Gives links their target again, with the terms that they have now. Those that were open when the deletion closed them are open again; a
 * link that was closed before, by a user or with its item, stays closed. The deletion closes all links of a space at one time.
 */
async function returnLinks(client: ClientBase, backupAt: string): Promise<number> {
  const { rowCount } = await client.query(
    `with known as (
       select l.slug, l.revoked_at, p.item_id, p.folder_id, p.workspace_id, p.created_by, p.revoked_at is null as was_open
       from public.share_links l join ${temp(OUTLIVING)} p on p.slug = l.slug where l.workspace_id is null
     ), deletion as (select max(revoked_at) as at from known where was_open)
     update public.share_links l set item_id = k.item_id, workspace_id = k.workspace_id, created_by = coalesce(l.created_by, k.created_by),
       revoked_at = case when k.was_open and k.revoked_at = deletion.at and not exists (
         select from public.audit a where a.action = 'share.revoked' and a.workspace_id = k.workspace_id and a.at > $1::timestamptz
           and (a.details->>'itemId' = k.item_id::text or a.details->>'folderId' = k.folder_id::text)
       ) then null else k.revoked_at end
     from known k, deletion where l.slug = k.slug and (k.item_id is not null or k.folder_id is not null)`,
    [backupAt],
  );
  return rowCount ?? 0;
}

/** Adds the jobs of items that waited, such as thumbnails. */
async function insertJobs(client: ClientBase): Promise<void> {
  await client.query(`select graphile_worker.add_job(identifier, payload => payload::json, max_attempts => max_attempts, job_key => key,
    priority => priority) from pg_temp.part_jobs where payload::json->>'itemId' in (select id::text from ${temp("items")})`);
}

/**
 * Adds all rows, parents first. Triggers count them, as for rows that users add. Returns the number of rows by table, and of those whose
 * unique value another row has.
 */
export async function insertRows(
  client: ClientBase,
  tables: readonly CoveredTable[],
  backupAt: string,
): Promise<{ rows: Record<string, number>; taken: Record<string, number> }> {
  const counts: Record<string, number> = {};
  const taken: Record<string, number> = {};
  await insertBlobs(client, tables);
  for (const { name, columns } of tables) {
    const links = name === OUTLIVING ? await returnLinks(client, backupAt) : 0;
    const names = columns.map(quoted).join(", ");
    const { rows } = await client.query<{ added: number; selected: number }>(
      `with added as (insert into public.${quoted(name)} (${names}) select ${names} from ${temp(name)} on conflict do nothing returning 1)
       select (select count(*)::int from added) as added, (select count(*)::int from ${temp(name)}) as selected`,
    );
    const { added, selected } = rows[0] ?? { added: 0, selected: 0 };
    counts[name] = links + added;
    if (name === OUTLIVING || selected === added) continue;
    if (ROOTS.some((root) => root === name)) throw new BackupError("Another account has registered with this address meanwhile.");
    taken[name] = selected - added;
  }
  await insertJobs(client);
  return { rows: counts, taken };
}
