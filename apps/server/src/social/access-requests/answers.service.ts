import { isUuid, type listAccessRequests, type ServerResult } from "@stillreel/contract";
import { authorize } from "../../access/policies/authorize.ts";
import { canEditGrants } from "../../access/policies/grants.policy.ts";
import { effectivePermission, type MemberRole, type Permission } from "../../access/policies/items.policy.ts";
import type { LinkCaller } from "../../library/shares/index.ts";
import { avatarUrl } from "../../people/auth/index.ts";
import type { Transaction } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Notified } from "../../platform/notifier/index.ts";
import { includes, levelOf, offered } from "./access-levels.ts";
import * as repo from "./access-requests.repo.ts";
import { type AccessRequestsContext, type Answer, linkSubjectOf, permissionsOn } from "./access-requests.service.ts";

/** An item or folder whose access requests the caller may answer. */
interface Answerable {
  subject: repo.Subject;
  canEditEntries: boolean;
  permissions: Map<string, Permission>;
}

/** Returns the subject. @throws AppError `not-found`, `forbidden` */
async function answerable(context: AccessRequestsContext, { actor }: LinkCaller, target: repo.Requested): Promise<Answerable> {
  const { memberships, rights, ports } = context;
  const subject = isUuid(target.id) ? await repo.findSubject(ports.db, target) : undefined;
  if (!subject) throw new AppError("not-found");
  const { type, id, workspaceId, folderId, madeBy } = subject;
  const [membership, may] = await Promise.all([memberships.find(workspaceId, actor.id), rights.now(workspaceId, actor.id)]);
  const role: MemberRole | null = membership?.role ?? null;
  const grant = may && (type === "item" ? may.onItem(id, folderId) : may.onFolder(id));
  authorize(actor, type === "item" ? "item.write" : "folder.write", { workspaceId, role, grant });
  if (role === null) throw new AppError("not-found");
  const permission = effectivePermission(role, grant);
  const canEditEntries = canEditGrants(actor, { role, permission, madeBy }).ok;
  return { subject, canEditEntries, permissions: await permissionsOn(context, subject) };
}

/** Lists the open access requests of an item or folder, and the guests of its link. */
async function list(
  context: AccessRequestsContext,
  by: LinkCaller,
  target: repo.Requested,
): Promise<ServerResult<typeof listAccessRequests>> {
  const { shares, notifications, ports } = context;
  const { subject, canEditEntries, permissions } = await answerable(context, by, target);
  const key = { userId: by.actor.id, type: subject.type, id: subject.id };
  const [rows, guests, sights] = await Promise.all([
    repo.listOpen(ports.db, subject),
    shares.guests.list(linkSubjectOf(subject).target),
    notifications.sights.find([key]),
  ]);
  const guestOf = new Map(guests.map((guest) => [guest.userId, guest]));
  const person = (one: { userId: string; name: string; email: string; avatar: string | null }) => ({
    id: one.userId,
    displayName: one.name,
    email: one.email,
    photoURL: avatarUrl(one.avatar),
  });
  return {
    title: subject.title,
    url: sights.of(key)?.path ?? "/images",
    requests: rows.flatMap((row) => {
      const member = permissions.get(row.userId);
      const now = levelOf(member, guestOf.get(row.userId));
      // Access that they got elsewhere is an answer, too.
      if (includes(now, row.level)) return [];
      const levels = offered(now, { isMember: member !== undefined, canEditEntries });
      return [{ id: row.id, person: person(row), level: row.level, levels, requestedAt: row.createdAt.toISOString() }];
    }),
    guests: guests.map((guest) => ({
      person: person(guest),
      level: guest.canComment ? ("comment" as const) : ("view" as const),
      since: guest.since.toISOString(),
    })),
  };
}

/** Notifies the person who asked, and marks the notifications of those who could answer as read when no access request is left. */
async function notify(
  { notifier }: AccessRequestsContext,
  tx: Transaction,
  { subject, permissions }: Answerable,
  { by, userId, isGiven }: { by: LinkCaller; userId: string; isGiven: boolean },
): Promise<Notified[]> {
  const { id, type, workspaceId } = subject;
  const about = type === "item" ? { itemId: id } : { details: { folderId: id } };
  const given = isGiven
    ? await notifier.add(tx, { kind: "share", subjectId: id, workspaceId, actorId: by.actor.id, userIds: [userId], ...about })
    : [];
  if ((await repo.listOpen(tx, subject)).length > 0) return given;
  const settled = await notifier.settle(tx, { kind: "access-request", subjectId: id, userIds: [...permissions.keys()] });
  return [...given, ...settled];
}

/**
 * Answers an access request: with a permission of a member, by the link, or with a refusal, of which the person is not notified.
 * @throws AppError `not-found`, `forbidden`, `link-removed`, `validation-failed` for what the caller cannot give
 */
async function answer(context: AccessRequestsContext, by: LinkCaller, requestId: string, given: Answer): Promise<void> {
  const { ports, rights, shares, audit, events, notifier } = context;
  const row = isUuid(requestId) ? await repo.findOpen(ports.db, requestId) : undefined;
  const target = row && targetOf(row);
  if (!row || !target) throw new AppError("not-found");
  const found = await answerable(context, by, target);
  const { subject, canEditEntries, permissions } = found;
  const { userId } = row;
  const linkSubject = linkSubjectOf(subject);
  const guest = (await shares.guests.list(linkSubject.target)).find((one) => one.userId === userId);
  const isMember = permissions.has(userId);
  const levels = offered(levelOf(permissions.get(userId), guest), { isMember, canEditEntries });
  if (given !== "decline" && !levels.includes(given)) throw invalid("answer", "You cannot give this access.");
  const byEntry = given !== "decline" && isMember && canEditEntries;
  if (byEntry) {
    const entryTarget = {
      workspaceId: subject.workspaceId,
      itemId: subject.id,
      type: subject.type === "item" ? "file" : "folder",
    } as const;
    const entry = { id: userId, permissionType: "member", read: true, write: given === "edit" } as const;
    await rights.grant(by.actor, { ...entryTarget, ip: by.ip }, entry);
  }
  const { notified, slug } = await ports.db.transaction(async (tx) => {
    if (!(await repo.answer(tx, userId, subject, { answer: given, at: ports.clock.now() }))) throw new AppError("not-found");
    const isByLink = given !== "decline" && !byEntry;
    const admitted = isByLink ? await shares.guests.admit(tx, by, linkSubject, { userId, canComment: given === "comment" }) : null;
    const { type, id, title, workspaceId } = subject;
    const details = { type, id, title, answer: given, userId };
    await audit.record(tx, { action: "rights.answered", userId: by.actor.id, workspaceId, ip: by.ip, details });
    return { notified: await notify(context, tx, found, { by, userId, isGiven: given !== "decline" }), slug: admitted };
  });
  if (slug !== null) shares.guests.changed(linkSubject, slug);
  notifier.publish(notified);
  // The page of the person who asked opens, also when they want no notification.
  if (given !== "decline") events.publish({ type: "notifications", userId, notificationId: null });
}

/** Returns the item or folder of an access request that was announced. */
function targetOf({ itemId, folderId }: repo.AccessRequestRow): repo.Requested | null {
  if (itemId !== null) return { type: "item", id: itemId };
  return folderId === null ? null : { type: "folder", id: folderId };
}

/** Ends the access of a guest. @throws AppError `not-found`, `forbidden` */
async function removeGuest(context: AccessRequestsContext, by: LinkCaller, target: repo.Requested, userId: string): Promise<void> {
  const { ports, shares, audit } = context;
  const { subject } = await answerable(context, by, target);
  const linkSubject = linkSubjectOf(subject);
  const slug = await ports.db.transaction(async (tx) => {
    const left = isUuid(userId) ? await shares.guests.remove(tx, linkSubject, userId) : undefined;
    if (left === undefined) throw new AppError("not-found");
    const { type, id, title, workspaceId } = subject;
    await audit.record(tx, { action: "rights.ended", userId: by.actor.id, workspaceId, ip: by.ip, details: { type, id, title, userId } });
    return left;
  });
  shares.guests.changed(linkSubject, slug);
}

/** Creates the functions for users who may answer. */
export function createAnswers(context: AccessRequestsContext) {
  return { list: list.bind(null, context), answer: answer.bind(null, context), removeGuest: removeGuest.bind(null, context) };
}

/** The functions for users who may answer. */
export type Answers = ReturnType<typeof createAnswers>;
