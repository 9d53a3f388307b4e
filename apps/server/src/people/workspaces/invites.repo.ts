import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../platform/db/client.ts";
import { invitedPeople, invites, members, users, workspaces } from "../../platform/db/schema/index.ts";

export type InviteRow = typeof invites.$inferSelect;

/** More of those who were written to are not listed. */
const PENDING_MAX = 500;

/** Ends the live invite of a workspace. False when there was none. */
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

/** The invites by which these workspaces can be joined now. */
export async function listLive(db: Executor, workspaceIds: readonly string[], now: Date): Promise<InviteRow[]> {
  if (workspaceIds.length === 0) return [];
  return db
    .select()
    .from(invites)
    .where(and(inArray(invites.workspaceId, [...workspaceIds]), isNull(invites.revokedAt), gt(invites.expiresAt, now)));
}

/** An invite, live or not, with where it leads and who made it. */
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

/** Somebody who was written to and has not joined. */
export interface PendingRow {
  id: string;
  email: string;
  sentAt: Date;
  invitedBy: { id: string; displayName: string; avatarBlobId: string | null } | null;
}

/** Who was written to and has not joined, the latest first. */
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

/** Who is taken out of a workspace does not come back by the link that they know. */
export async function barFromLive(tx: Executor, workspaceId: string, userId: string): Promise<void> {
  await tx
    .update(invites)
    .set({ barredUserIds: sql`array_append(array_remove(${invites.barredUserIds}, ${userId}::uuid), ${userId}::uuid)` })
    .where(and(eq(invites.workspaceId, workspaceId), isNull(invites.revokedAt)));
}

/** Who is written to is wanted, whatever was before. */
export async function admitAgain(tx: Executor, workspaceId: string, emails: readonly string[]): Promise<void> {
  await tx
    .update(invites)
    .set({
      barredUserIds: sql`array(select unnest(${invites.barredUserIds}) except select id from users where email = any(${sql.param(emails)}::text[]))`,
    })
    .where(and(eq(invites.workspaceId, workspaceId), isNull(invites.revokedAt), sql`cardinality(${invites.barredUserIds}) > 0`));
}

/** Notes that these addresses are written to; one that was before is noted anew. */
export async function upsertPending(tx: Executor, rows: (typeof invitedPeople.$inferInsert)[]): Promise<void> {
  await tx
    .insert(invitedPeople)
    .values(rows)
    .onConflictDoUpdate({
      target: [invitedPeople.workspaceId, invitedPeople.email],
      set: { invitedBy: sql`excluded.invited_by`, sentAt: sql`excluded.sent_at` },
    });
}

/** Takes somebody off the list. Answers their address, or undefined when they were not on it. */
export async function deletePending(tx: Executor, workspaceId: string, pendingId: string): Promise<string | undefined> {
  const gone = await tx
    .delete(invitedPeople)
    .where(and(eq(invitedPeople.id, pendingId), eq(invitedPeople.workspaceId, workspaceId)))
    .returning({ email: invitedPeople.email });
  return gone[0]?.email;
}

/** Takes addresses off the list. */
export async function deletePendingEmails(db: Executor, workspaceId: string, emailKeys: readonly string[]): Promise<void> {
  await db.delete(invitedPeople).where(and(eq(invitedPeople.workspaceId, workspaceId), inArray(invitedPeople.email, [...emailKeys])));
}

/** Takes the address of somebody who has joined off the list. */
export async function deletePendingOf(tx: Executor, workspaceId: string, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from invited_people p using users u where u.id = ${userId} and p.workspace_id = ${workspaceId} and p.email = u.email_key`);
}

/** Which of these addresses, as they are compared, are members'. */
export async function listPresent(db: Executor, workspaceId: string, emailKeys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ emailKey: users.emailKey })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), eq(members.workspaceId, workspaceId)))
    .where(inArray(users.emailKey, [...emailKeys]));
  return new Set(rows.map((row) => row.emailKey));
}
