import type { AccessLevel, FolderKind, ItemType } from "@stillreel/contract";
import { and, eq, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { accessRequests, shareLinks } from "../../platform/db/schema/index.ts";

/** What a user asks for access to, as they name it. */
export interface Requested {
  type: "item" | "folder" | "link";
  id: string;
}

export type AccessRequestRow = typeof accessRequests.$inferSelect;

/** The item or folder of an access request. */
export interface Subject {
  type: "item" | "folder";
  id: string;
  workspaceId: string;
  /** The folder whose entries apply: that of an item (null: the root), or the folder itself. */
  folderId: string | null;
  title: string;
  madeBy: string | null;
  kind: ItemType | FolderKind;
}

const isTarget = ({ type, id }: Requested): SQL | undefined => and(eq(accessRequests.targetType, type), eq(accessRequests.targetId, id));

/**
 * Stores the access request of a user. An open one only gets the new level. A new one replaces one that was granted, and one that was
 * declined before `declinedBefore`.
 */
export async function put(
  tx: Executor,
  given: { id: string; userId: string; target: Requested; level: AccessLevel; at: Date; declinedBefore: Date },
): Promise<string> {
  const at = given.at.toISOString();
  const isOver = sql`(r.answer <> 'decline' or r.answered_at < ${given.declinedBefore.toISOString()}::timestamptz)`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into access_requests as r (id, user_id, target_type, target_id, level, created_at)
    values (${given.id}, ${given.userId}, ${given.target.type}, ${given.target.id}, ${given.level}, ${at}::timestamptz)
    on conflict (user_id, target_type, target_id) do update set
      level = excluded.level,
      created_at = case when ${isOver} then excluded.created_at else r.created_at end,
      notified_at = case when ${isOver} then null else r.notified_at end,
      answered_at = case when ${isOver} then null else r.answered_at end,
      answer = case when ${isOver} then null else r.answer end
    returning id`);
  return rows[0]?.id ?? given.id;
}

/** Returns the access request of a user for a target. */
export async function findOwn(db: Executor, userId: string, target: Requested): Promise<AccessRequestRow | undefined> {
  const [row] = await db
    .select()
    .from(accessRequests)
    .where(and(eq(accessRequests.userId, userId), isTarget(target)));
  return row;
}

/** Returns an access request that is not answered, unless its user is suspended. */
export async function findOpen(db: Executor, id: string): Promise<AccessRequestRow | undefined> {
  const [row] = await db
    .select()
    .from(accessRequests)
    .where(and(eq(accessRequests.id, id), isNull(accessRequests.answer), isActive));
  return row;
}

const isActive = sql`exists (select from users u where u.id = ${accessRequests.userId} and u.suspended_at is null)`;

/** Returns the item or folder of a valid link. */
async function linked(db: Executor, slug: string): Promise<Requested | undefined> {
  const [link] = await db
    .select({ itemId: shareLinks.itemId, folderId: shareLinks.folderId })
    .from(shareLinks)
    .where(and(eq(shareLinks.slug, slug), isNull(shareLinks.revokedAt), isNull(shareLinks.takenDownAt)));
  if (!link) return undefined;
  if (link.folderId !== null) return { type: "folder", id: link.folderId };
  return link.itemId === null ? undefined : { type: "item", id: link.itemId };
}

/** Returns what a user named, without a check of permissions. Undefined for what does not exist or is in the trash. Ids are UUIDs. */
export async function findSubject(db: Executor, requested: Requested): Promise<Subject | undefined> {
  const target = requested.type === "link" ? await linked(db, requested.id) : requested;
  if (!target) return undefined;
  const found =
    target.type === "item"
      ? sql`select 'item' as type, i.id, i.workspace_id as "workspaceId", i.folder_id as "folderId", i.title, i.owner_id as "madeBy", i.type as kind
          from items i join workspaces w on w.id = i.workspace_id and w.deleted_at is null
          where i.id = ${target.id}::uuid and i.trashed_at is null`
      : sql`select 'folder' as type, f.id, f.workspace_id as "workspaceId", f.id as "folderId", f.name as title, f.created_by as "madeBy", f.kind
          from folders f join workspaces w on w.id = f.workspace_id and w.deleted_at is null
          where f.id = ${target.id}::uuid`;
  const { rows } = await db.execute<Subject & Record<string, unknown>>(found);
  return rows[0];
}

/** Returns the users who may be notified: the one who made the subject, and owners and admins of its workspace. */
export async function listHosts(db: Executor, { workspaceId, madeBy }: Subject): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select m.user_id as id from members m
    where m.workspace_id = ${workspaceId} and (m.role in ('owner', 'admin') or m.user_id = ${madeBy}::uuid)
    order by (m.user_id = ${madeBy}::uuid) desc nulls last, m.user_id limit ${HOSTS_MAX}`);
  return rows.map(({ id }) => id);
}

/** Maximum number of users who are notified of one access request. */
const HOSTS_MAX = 20;

const ofSubject = ({ type, id }: Pick<Subject, "type" | "id">): SQL =>
  type === "item" ? eq(accessRequests.itemId, id) : eq(accessRequests.folderId, id);

/** Marks an access request as announced. Returns whether it is the user's first open one for the subject. */
export async function markNotified(tx: Executor, { id, userId }: AccessRequestRow, subject: Subject, at: Date): Promise<boolean> {
  // Several names of one subject, such as its id and its link, are announced once.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`access-request:${subject.id}:${userId}`}, 0))`);
  const others = await tx
    .select({ id: accessRequests.id })
    .from(accessRequests)
    .where(
      and(
        eq(accessRequests.userId, userId),
        ofSubject(subject),
        isNull(accessRequests.answer),
        sql`${accessRequests.notifiedAt} is not null`,
      ),
    );
  const ref = subject.type === "item" ? { itemId: subject.id, folderId: null } : { itemId: null, folderId: subject.id };
  const { rowCount } = await tx
    .update(accessRequests)
    .set({ ...ref, notifiedAt: at })
    .where(and(eq(accessRequests.id, id), isNull(accessRequests.notifiedAt)));
  return others.length === 0 && (rowCount ?? 0) > 0;
}

/** An open access request with the data of its user. */
export interface OpenRow {
  id: string;
  userId: string;
  name: string;
  email: string;
  avatar: string | null;
  level: AccessLevel;
  createdAt: Date;
}

/** Returns the open access requests for a subject, one for each user, oldest first. */
export async function listOpen(db: Executor, subject: Pick<Subject, "type" | "id">): Promise<OpenRow[]> {
  const { rows } = await db.execute<Omit<OpenRow, "createdAt"> & { createdAt: string }>(sql`
    select * from (
      select distinct on (user_id) access_requests.id, user_id as "userId", u.display_name as name, u.email, u.avatar_blob_id as avatar,
        level, access_requests.created_at as "createdAt"
      from access_requests join users u on u.id = user_id and u.suspended_at is null
      where ${ofSubject(subject)} and answer is null and notified_at is not null
      order by user_id, array_position(array['edit', 'comment', 'view'], level), access_requests.created_at
    ) open
    order by "createdAt", id
    limit ${SHOWN}`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** Maximum number of shown access requests of one subject. */
const SHOWN = 100;

/** Answers all open access requests of a user for a subject. Returns false when there was none. */
export async function answer(
  tx: Executor,
  userId: string,
  subject: Subject,
  given: { answer: AccessLevel | "decline"; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(accessRequests)
    .set({ answer: given.answer, answeredAt: given.at })
    .where(and(eq(accessRequests.userId, userId), ofSubject(subject), isNull(accessRequests.answer)));
  return (rowCount ?? 0) > 0;
}

/** Deletes old access requests. Returns their number. */
export async function deleteOld(db: Executor, before: Date): Promise<number> {
  const { rowCount } = await db.delete(accessRequests).where(lt(accessRequests.createdAt, before));
  return rowCount ?? 0;
}
