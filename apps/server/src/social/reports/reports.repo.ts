import type { ItemType, ReportReason } from "@stillreel/contract";
import { sql, type SQL } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";

/** Maximum number of stored reports per link. Further ones are only counted. */
const STORED_MAX = 1_000;

/** A report of a visitor as it is stored. */
export interface ReportRow {
  id: string;
  reason: ReportReason;
  text: string;
  email: string | null;
  created_at: string;
}

/** A reported link with its newest report. */
export interface ReportedRow {
  id: string;
  slug: string;
  reports: number;
  first_at: string;
  last_at: string;
  closed_at: string | null;
  revoked_at: string | null;
  taken_down_at: string | null;
  taken_down_reason: ReportReason | null;
  item_id: string | null;
  item_type: ItemType | null;
  item_title: string | null;
  folder_id: string | null;
  folder_name: string | null;
  owner_id: string | null;
  owner_name: string | null;
  owner_avatar: string | null;
  newest: ReportRow;
}

/** A report of a visitor. */
export interface NewReport {
  id: string;
  slug: string;
  reason: ReportReason;
  text: string;
  email: string | null;
  at: Date;
}

const timestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Adds a report of a valid link, and reopens the link's reports. Returns the item or folder behind the link, or undefined without the link. */
export async function insertReport(
  tx: Executor,
  { id, slug, reason, text, email, at }: NewReport,
): Promise<{ itemId: string | null; title: string | null } | undefined> {
  const { rows } = await tx.execute<{ item_id: string | null; title: string | null; reports: number }>(sql`
    with counted as (
      insert into reported_links (slug, id, first_at, last_at)
      select l.slug, ${id}::uuid, ${timestamp(at)}, ${timestamp(at)} from share_links l where l.slug = ${slug} and l.revoked_at is null
      on conflict (slug) do update set reports = reported_links.reports + 1, last_at = greatest(reported_links.last_at, excluded.last_at),
        closed_at = null, closed_by = null
      returning slug, reports
    )
    select counted.reports, l.item_id, coalesce(i.title, f.name) as title
    from counted join share_links l using (slug) left join items i on i.id = l.item_id left join folders f on f.id = l.folder_id`);
  const [row] = rows;
  if (!row) return undefined;
  if (row.reports <= STORED_MAX)
    await tx.execute(sql`
      insert into link_reports (id, slug, reason, text, email, created_at)
      values (${id}, ${slug}, ${reason}, ${text}, ${email}, ${timestamp(at)})`);
  return { itemId: row.item_id, title: row.title };
}

const NEWEST = sql`
  select r.id, r.reason, r.text, r.email, r.created_at from link_reports r where r.slug = g.slug order by r.created_at desc, r.id desc`;

const reported = (chosen: SQL): SQL => sql`
  select g.id, g.slug, g.reports, g.first_at, g.last_at, g.closed_at, l.revoked_at, l.taken_down_at, l.taken_down_reason,
    i.id as item_id, i.type as item_type, i.title as item_title, f.id as folder_id, f.name as folder_name,
    u.id as owner_id, u.display_name as owner_name, u.avatar_blob_id as owner_avatar, to_jsonb(newest) as newest
  from (${chosen}) g
    join share_links l on l.slug = g.slug
    left join items i on i.id = l.item_id
    left join folders f on f.id = l.folder_id
    left join users u on u.id = case when l.folder_id is null then i.owner_id else l.created_by end
    cross join lateral (${NEWEST} limit 1) newest
  order by g.last_at desc, g.id desc`;

/** Where a page ended. */
export interface ReportedPosition {
  at: Date;
  id: string;
}

/** Returns reported links, those with the newest report first. */
export async function list(
  db: Executor,
  { isOpen, after, limit }: { isOpen: boolean; after: ReportedPosition | null; limit: number },
): Promise<ReportedRow[]> {
  const beyond = after ? sql`and (last_at, id) < (${timestamp(after.at)}, ${after.id}::uuid)` : sql``;
  const chosen = sql`
    select * from reported_links where closed_at is ${isOpen ? sql`` : sql`not`} null ${beyond} order by last_at desc, id desc limit ${limit}`;
  return (await db.execute<ReportedRow & Record<string, unknown>>(reported(chosen))).rows;
}

/** Returns one reported link. */
export async function find(db: Executor, slug: string): Promise<ReportedRow | undefined> {
  const chosen = sql`select * from reported_links where slug = ${slug}`;
  return (await db.execute<ReportedRow & Record<string, unknown>>(reported(chosen))).rows[0];
}

/** Returns the newest reports of a link. */
export async function listNewest(db: Executor, slug: string, limit: number): Promise<ReportRow[]> {
  const { rows } = await db.execute<ReportRow & Record<string, unknown>>(sql`
    select id, reason, text, email, created_at from link_reports where slug = ${slug} order by created_at desc, id desc limit ${limit}`);
  return rows;
}

/** Locks a reported link. Returns whether its reports are closed, or undefined when there are none. */
export async function lock(tx: Executor, slug: string): Promise<{ isClosed: boolean } | undefined> {
  const { rows } = await tx.execute<{ closed: boolean }>(
    sql`select closed_at is not null as closed from reported_links where slug = ${slug} for update`,
  );
  const [row] = rows;
  return row && { isClosed: row.closed };
}

/** Closes the reports of a link, or reopens them with null. */
export async function setClosed(tx: Executor, slug: string, by: { userId: string; at: Date } | null): Promise<void> {
  await tx.execute(sql`
    update reported_links set closed_at = ${by?.at.toISOString() ?? null}::timestamptz, closed_by = ${by?.userId ?? null}::uuid
    where slug = ${slug}`);
}

/** Returns the active administrators. */
export async function listAdministrators(db: Executor): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from users where role = 'admin' and suspended_at is null order by id`);
  return rows.map(({ id }) => id);
}

/** Returns the time of the last mail about reports; null when there was none. */
export async function lastMailedAt(db: Executor): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select mailed_at as at from link_reports where mailed_at is not null order by mailed_at desc limit 1`,
  );
  return rows[0] ? new Date(rows[0].at) : null;
}

/** Marks reports as mailed, except those of closed links. Returns how many open reports are newly mailed. */
export async function markMailed(tx: Executor, at: Date): Promise<number> {
  const { rows } = await tx.execute<{ open: number }>(sql`
    with marked as (update link_reports set mailed_at = ${timestamp(at)} where mailed_at is null returning slug)
    select count(*) filter (where g.closed_at is null)::int as open from marked join reported_links g using (slug)`);
  return rows[0]?.open ?? 0;
}

/** An administrator to whom reports are mailed. */
export interface Recipient extends Record<string, unknown> {
  email: string;
  display_name: string;
  preferences: Record<string, unknown>;
  notification_settings: Record<string, unknown>;
}

/** Returns the active administrators with their settings. */
export async function listRecipients(db: Executor): Promise<Recipient[]> {
  const { rows } = await db.execute<Recipient>(sql`
    select email, display_name, preferences, notification_settings from users where role = 'admin' and suspended_at is null order by id`);
  return rows;
}
