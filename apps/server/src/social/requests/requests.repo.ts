import type { FolderKind, RequestKind, RequestState } from "@stillreel/contract";
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { recordingRequests, requestedItems, requestPictures } from "../../platform/db/schema/index.ts";

/** A request with the facts of its asker and target. */
export interface RequestRow {
  id: string;
  slug: string;
  user_id: string;
  workspace_id: string;
  folder_id: string | null;
  title: string;
  message: string;
  kinds: RequestKind[];
  max_items: number | null;
  max_seconds: number | null;
  expires_at: Date | null;
  password_hash: string | null;
  openings: number;
  created_at: Date;
  state: RequestState;
  /** Items that arrived, and those that are being uploaded. */
  arrived: number;
  arriving: number;
  last_at: Date | null;
  unopened: number;
  space_kind: "personal" | "team";
  space_name: string;
  folder_name: string | null;
  folder_color: string | null;
  folder_kind: FolderKind | null;
  asker_name: string;
  asker_avatar: string | null;
  picture_id: string | null;
  /** The asker's personal library. */
  home_id: string;
}

/** An item that arrived, as its sender described it. */
export interface SentRow {
  item_id: string;
  sender_name: string;
  sender_email: string;
  note: string;
  source: RequestKind;
  sent_at: Date;
  is_new: boolean;
}

/** Where a page ended. */
export interface ListPosition {
  at: Date;
  id: string;
}

/** Days for which it is recorded which items a user opened. Older items are not new. */
const OPENINGS_DAYS = 90;

const timestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;
const dateOf = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));

/** Whether its asker has not opened a sent item. Openings are recorded for some time. */
const isNew = (now: Date): SQL => sql`
  q.sent_at > ${timestamp(now)} - make_interval(days => ${OPENINGS_DAYS}::int)
  and exists (select 1 from items i where i.id = q.item_id and i.trashed_at is null)
  and not exists (select 1 from recent_items o where o.user_id = r.user_id and o.item_id = q.item_id)`;

/** Requests with their counts. The condition decides how many are read. */
const described = (condition: SQL, now: Date): SQL => sql`
  select c.*, case
      when c.closed_at is not null or c.expires_at <= ${timestamp(now)} or (c.folder_id is not null and c.folder_name is null) then 'closed'
      when c.max_items is not null and c.arrived + c.arriving >= c.max_items then 'full'
      else 'open' end as state
  from (
    select r.*, w.kind as space_kind, w.name as space_name, f.name as folder_name, f.color as folder_color, f.kind as folder_kind,
      u.display_name as asker_name, u.avatar_blob_id as asker_avatar, h.id as home_id, g.id as picture_id, sent.arrived, sent.last_at, sent.unopened,
      (select count(*)::int from uploads p
        where p.request_id = r.id and p.finished_at is null and p.expires_at > ${timestamp(now)}) as arriving
    from recording_requests r
      join workspaces w on w.id = r.workspace_id
      join users u on u.id = r.user_id
      join workspaces h on h.personal_owner_id = r.user_id
      left join request_pictures g on g.request_id = r.id
      left join folders f on f.id = r.folder_id and f.workspace_id = r.workspace_id
      cross join lateral (
        select count(*)::int as arrived, max(q.sent_at) as last_at, (count(*) filter (where ${isNew(now)}))::int as unopened
        from requested_items q where q.request_id = r.id and q.sent_at is not null
      ) sent
    where ${condition}
  ) c`;

async function read(db: Executor, statement: SQL): Promise<RequestRow[]> {
  const { rows } = await db.execute<RequestRow & Record<string, unknown>>(statement);
  return rows.map((row) => ({
    ...row,
    expires_at: dateOf(row.expires_at),
    created_at: new Date(row.created_at),
    last_at: dateOf(row.last_at),
  }));
}

/** Adds a request. */
export async function insertRequest(db: Executor, row: typeof recordingRequests.$inferInsert): Promise<void> {
  await db.insert(recordingRequests).values(row);
}

/** Sets or removes the picture of a request. A new picture has a new id, because browsers store pictures by their address. */
export async function setPicture(
  tx: Executor,
  requestId: string,
  picture: { id: string; bytes: Buffer; createdAt: Date } | null,
): Promise<void> {
  await tx.delete(requestPictures).where(eq(requestPictures.requestId, requestId));
  if (picture) await tx.insert(requestPictures).values({ ...picture, requestId });
}

/** Returns the bytes of a picture. */
export async function readPicture(db: Executor, id: string): Promise<Buffer | undefined> {
  return (await db.select({ bytes: requestPictures.bytes }).from(requestPictures).where(eq(requestPictures.id, id)))[0]?.bytes;
}

/** Returns a request of a user. */
export async function findOwn(
  db: Executor,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<RequestRow | undefined> {
  return (await read(db, described(sql`r.id = ${id}::uuid and r.user_id = ${userId}::uuid`, now)))[0];
}

/** Returns a request by the slug of its link. */
export async function findBySlug(db: Executor, slug: string, now: Date): Promise<RequestRow | undefined> {
  return (await read(db, described(sql`r.slug = ${slug}`, now)))[0];
}

/** Returns a request by its id. */
export async function findById(db: Executor, id: string, now: Date): Promise<RequestRow | undefined> {
  return (await read(db, described(sql`r.id = ${id}::uuid`, now)))[0];
}

/** Locks a request until the transaction ends, so that its positions are counted one after the other. */
export async function lockRequest(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx.select({ id: recordingRequests.id }).from(recordingRequests).where(eq(recordingRequests.id, id)).for("update");
  return rows.length > 0;
}

/** Returns the requests of a user, newest first. */
export async function listOwn(
  db: Executor,
  {
    userId,
    now,
    state,
    after,
    limit,
  }: { userId: string; now: Date; state: "open" | "closed" | null; after: ListPosition | null; limit: number },
): Promise<RequestRow[]> {
  const all = described(sql`r.user_id = ${userId}::uuid`, now);
  const chosen = state === null ? sql`true` : state === "open" ? sql`d.state = 'open'` : sql`d.state <> 'open'`;
  const beyond = after ? sql`and (d.created_at, d.id) < (${timestamp(after.at)}, ${after.id}::uuid)` : sql``;
  return read(db, sql`select d.* from (${all}) d where ${chosen} ${beyond} order by d.created_at desc, d.id desc limit ${limit}`);
}

/** Returns how many requests of a user are open, and how many are not. */
export async function countOwn(db: Executor, userId: string, now: Date): Promise<{ open: number; closed: number }> {
  const { rows } = await db.execute<{ open: number; closed: number }>(sql`
    select (count(*) filter (where d.state = 'open'))::int as open, (count(*) filter (where d.state <> 'open'))::int as closed
    from (${described(sql`r.user_id = ${userId}::uuid`, now)}) d`);
  return rows[0] ?? { open: 0, closed: 0 };
}

/** Changes a request of a user. Returns false when there is none. */
export async function updateOwn(
  db: Executor,
  { id, userId }: { id: string; userId: string },
  change: Partial<typeof recordingRequests.$inferInsert>,
): Promise<boolean> {
  const mine = and(eq(recordingRequests.id, id), eq(recordingRequests.userId, userId));
  return (await db.update(recordingRequests).set(change).where(mine).returning({ id: recordingRequests.id })).length > 0;
}

/** Deletes a request of a user. Returns false when there is none. */
export async function deleteOwn(db: Executor, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const mine = and(eq(recordingRequests.id, id), eq(recordingRequests.userId, userId));
  return (await db.delete(recordingRequests).where(mine).returning({ id: recordingRequests.id })).length > 0;
}

/** Counts an opening of the page. */
export async function countOpening(db: Executor, slug: string): Promise<void> {
  await db.execute(sql`update recording_requests set openings = openings + 1 where slug = ${slug}`);
}

/** Returns whether a folder exists in a space. */
export async function hasFolder(db: Executor, workspaceId: string, folderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from folders where id = ${folderId}::uuid and workspace_id = ${workspaceId}::uuid`);
  return rows.length > 0;
}

/** Reserves a position for an upload. */
export async function insertItem(tx: Executor, row: typeof requestedItems.$inferInsert): Promise<void> {
  await tx.insert(requestedItems).values(row);
}

/** Returns what is known about a reserved position. */
export async function findItem(tx: Executor, itemId: string): Promise<typeof requestedItems.$inferSelect | undefined> {
  return (await tx.select().from(requestedItems).where(eq(requestedItems.itemId, itemId)))[0];
}

/** Marks an item as arrived. */
export async function markSent(tx: Executor, itemId: string, at: Date): Promise<void> {
  await tx.update(requestedItems).set({ sentAt: at }).where(eq(requestedItems.itemId, itemId));
}

/** Releases the position of an upload that did not end. */
export async function releaseItem(tx: Executor, itemId: string): Promise<void> {
  await tx.delete(requestedItems).where(and(eq(requestedItems.itemId, itemId), isNull(requestedItems.sentAt)));
}

/** Returns items that arrived by a request, newest first. */
export async function listSent(
  db: Executor,
  { requestId, now, after, limit }: { requestId: string; now: Date; after: ListPosition | null; limit: number },
): Promise<SentRow[]> {
  const beyond = after ? sql`and (q.sent_at, q.item_id) < (${timestamp(after.at)}, ${after.id}::uuid)` : sql``;
  const { rows } = await db.execute<SentRow & Record<string, unknown>>(sql`
    select q.item_id, q.sender_name, q.sender_email, q.note, q.source, q.sent_at, ${isNew(now)} as is_new
    from requested_items q join recording_requests r on r.id = q.request_id
    where q.request_id = ${requestId}::uuid and q.sent_at is not null ${beyond}
    order by q.sent_at desc, q.item_id desc limit ${limit}`);
  return rows.map((row) => ({ ...row, sent_at: new Date(row.sent_at) }));
}
