import { and, desc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { invitedPeople, invites, members, users, workspaces } from "../../platform/db/schema/index.ts";

export type InviteRow = typeof invites.$inferSelect;

/** Maximum number of listed pending invites. */
const PENDING_MAX = 500;

/** Revokes the valid invite of a workspace. Returns false without one. */
export async function revokeLive(tx: Executor, workspaceId: string, at: Date): Promise<boolean> {
  const ended = await tx
    .update(invites)
    .set({ revokedAt: at })
    .where(and(eq(invites.workspaceId, workspaceId), isNull(invites.revokedAt)))
    .returning({ id: invites.id });
  return ended.length > 0;
}

export async function insertInvite(tx: Executor, row: typeof invites.$inferInsert): Promise<InviteRow> {
  const made = (await tx.insert(invites).values(row).returning())[0];
  if (!made) throw new Error("the invite was not inserted");
  return made;
}

/** Returns the valid invites of these workspaces. */
export async function listLive(db: Executor, workspaceIds: readonly string[], now: Date): Promise<InviteRow[]> {
  if (workspaceIds.length === 0) return [];
  return db
    .select()
    .from(invites)
    .where(and(inArray(invites.workspaceId, [...workspaceIds]), isNull(invites.revokedAt), gt(invites.expiresAt, now)));
}

/** An invite, valid or not, with workspace and creator. */
export interface FoundInvite {
  invite: InviteRow;
  workspace: typeof workspaces.$inferSelect;
  inviter: { displayName: string; avatarBlobId: string | null } | null;
}

export async function findBySecret(db: Executor, secretHash: string): Promise<FoundInvite | undefined> {
  const rows = await db
    .select({ invite: invites, workspace: workspaces, inviter: { displayName: users.displayName, avatarBlobId: users.avatarBlobId } })
    .from(invites)
    .innerJoin(workspaces, eq(workspaces.id, invites.workspaceId))
    .leftJoin(users, eq(users.id, invites.createdBy))
    .where(eq(invites.secretHash, secretHash));
  return rows[0];
}

const isLive = (now: Date) => and(isNull(invites.revokedAt), gt(invites.expiresAt, now), isNull(workspaces.deletedAt));

/** Returns whether the secret is that of a valid invite. */
export async function hasLiveSecret(db: Executor, secretHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: invites.id })
    .from(invites)
    .innerJoin(workspaces, eq(workspaces.id, invites.workspaceId))
    .where(and(eq(invites.secretHash, secretHash), isLive(now)))
    .limit(1);
  return rows.length > 0;
}

/** Returns whether a valid invite was mailed to the address. A mail contains the invite that was valid when it was sent. */
export async function hasLiveMail(db: Executor, emailKey: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: invites.id })
    .from(invitedPeople)
    .innerJoin(invites, and(eq(invites.workspaceId, invitedPeople.workspaceId), lte(invites.createdAt, invitedPeople.sentAt)))
    .innerJoin(workspaces, eq(workspaces.id, invites.workspaceId))
    .where(and(eq(invitedPeople.email, emailKey), isLive(now)))
    .limit(1);
  return rows.length > 0;
}

/** A pending invite by mail. */
export interface PendingRow {
  id: string;
  email: string;
  sentAt: Date;
  invitedBy: { id: string; displayName: string; avatarBlobId: string | null } | null;
}

/** Returns the pending invites by mail, newest first. */
export async function listPending(db: Executor, workspaceId: string): Promise<PendingRow[]> {
  return db
    .select({
      id: invitedPeople.id,
      email: invitedPeople.email,
      sentAt: invitedPeople.sentAt,
      invitedBy: { id: users.id, displayName: users.displayName, avatarBlobId: users.avatarBlobId },
    })
    .from(invitedPeople)
    .leftJoin(users, eq(users.id, invitedPeople.invitedBy))
    .where(eq(invitedPeople.workspaceId, workspaceId))
    .orderBy(desc(invitedPeople.sentAt), invitedPeople.email)
    .limit(PENDING_MAX);
}

/** Bars a removed member from joining again by the current invite. */
export async function barFromLive(tx: Executor, workspaceId: string, userId: string): Promise<void> {
  await tx
    .update(invites)
    .set({ barredUserIds: sql`array_append(array_remove(${invites.barredUserIds}, ${userId}::uuid), ${userId}::uuid)` })
    .where(and(eq(invites.workspaceId, workspaceId), isNull(invites.revokedAt)));
}

/** Lifts the bar for invited addresses. */
export async function admitAgain(tx: Executor, workspaceId: string, emails: readonly string[]): Promise<void> {
  await tx
    .update(invites)
    .set({
      barredUserIds: sql`array(select unnest(${invites.barredUserIds}) except select id from users where email = any(${sql.param(emails)}::text[]))`,
    })
    .where(and(eq(invites.workspaceId, workspaceId), isNull(invites.revokedAt), sql`cardinality(${invites.barredUserIds}) > 0`));
}

/** Stores pending invites; existing ones are updated. */
export async function upsertPending(tx: Executor, rows: (typeof invitedPeople.$inferInsert)[]): Promise<void> {
  await tx
    .insert(invitedPeople)
    .values(rows)
    .onConflictDoUpdate({
      target: [invitedPeople.workspaceId, invitedPeople.email],
      set: { invitedBy: sql`excluded.invited_by`, sentAt: sql`excluded.sent_at` },
    });
}

/** Deletes a pending invite. Returns its address, or undefined. */
export async function deletePending(tx: Executor, workspaceId: string, pendingId: string): Promise<string | undefined> {
  const gone = await tx
    .delete(invitedPeople)
    .where(and(eq(invitedPeople.id, pendingId), eq(invitedPeople.workspaceId, workspaceId)))
    .returning({ email: invitedPeople.email });
  return gone[0]?.email;
}

/** Deletes pending invites by address. */
export async function deletePendingEmails(db: Executor, workspaceId: string, emailKeys: readonly string[]): Promise<void> {
  await db.delete(invitedPeople).where(and(eq(invitedPeople.workspaceId, workspaceId), inArray(invitedPeople.email, [...emailKeys])));
}

/** Deletes the pending invite of a user who has joined. */
export async function deletePendingOf(tx: Executor, workspaceId: string, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from invited_people p using users u where u.id = ${userId} and p.workspace_id = ${workspaceId} and p.email = u.email_key`);
}

/** A user and a workspace. */
export interface InvitedKey {
  userId: string;
  workspaceId: string;
}

/** A valid invite that was mailed to the verified address of a user who is no member. */
export type OpenInviteRow = InvitedKey & Pick<InviteRow, "sealedSecret"> & { workspaceName: string };

/** Returns the valid invites of these users and workspaces. A user who was removed from the workspace is barred until the next mail. */
export async function listOpen(db: Executor, keys: readonly InvitedKey[], now: Date): Promise<OpenInviteRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<Record<keyof OpenInviteRow, string>>(sql`
    select k.user_id as "userId", k.workspace_id as "workspaceId", w.name as "workspaceName", i.sealed_secret as "sealedSecret"
    from unnest(${sql.param(keys.map(({ userId }) => userId))}::uuid[], ${sql.param(keys.map(({ workspaceId }) => workspaceId))}::uuid[])
        k (user_id, workspace_id)
      join users u on u.id = k.user_id and u.email_verified
      join workspaces w on w.id = k.workspace_id and w.deleted_at is null
      join invited_people p on p.workspace_id = k.workspace_id and p.email = u.email_key
      join invites i on i.workspace_id = k.workspace_id and i.revoked_at is null and i.expires_at > ${now.toISOString()}::timestamptz
        and i.created_at <= p.sent_at and u.id <> all(i.barred_user_ids)
    where not exists (select from members m where m.workspace_id = k.workspace_id and m.user_id = k.user_id)`);
  return rows;
}

/** Returns the users whose verified address is one of these. */
export async function listVerified(db: Executor, emailKeys: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.emailKey, [...emailKeys]), users.emailVerified));
  return rows.map(({ id }) => id);
}

/** Returns the members whom a new member concerns: owners, and the user who sent the invite. */
export async function listConcerned(
  db: Executor,
  { workspaceId, userId, createdBy }: { workspaceId: string; userId: string; createdBy: string | null },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select m.user_id as id from members m
    where m.workspace_id = ${workspaceId} and (m.role = 'owner' or m.user_id = coalesce(
      (select p.invited_by from invited_people p join users u on u.email_key = p.email
        where p.workspace_id = ${workspaceId} and u.id = ${userId}), ${createdBy}::uuid))`);
  return rows.map(({ id }) => id);
}

/** Returns the normalised addresses that belong to members. */
export async function listPresent(db: Executor, workspaceId: string, emailKeys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ emailKey: users.emailKey })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), eq(members.workspaceId, workspaceId)))
    .where(inArray(users.emailKey, [...emailKeys]));
  return new Set(rows.map((row) => row.emailKey));
}
