import { createHash } from "node:crypto";
import {
  isUuid,
  type createInvite,
  INVITE_DAYS,
  invitePath,
  type listInvites,
  type readInvite,
  type ServerResult,
} from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import { authorize } from "../../access/policies/authorize.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import { factsOf, type JoinedWorkspace } from "../../access/memberships/index.ts";
import type { Notified } from "../../platform/notifier/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createSealer } from "../../platform/ports/sealing.ts";
import type { WorkspacesDeps } from "./workspaces.deps.ts";
import * as repo from "./invites.repo.ts";
import { findRole, insertMember, nameOf } from "./members.repo.ts";
import { logoUrl, presentPerson } from "./workspaces.present.ts";
import { shareWorkspace } from "./workspaces.repo.ts";

const LIVES_MS = INVITE_DAYS * 86_400_000;
/** 128 bits in base64url. */
const SECRET = /^[\w-]{22}$/u;
/** Rate limits of created invites per user, and of guessed secrets per caller. */
const MADE = RATE_RULES["invites-made"];
const GUESSES = RATE_RULES["invite-guesses"];

type Invite = ServerResult<typeof createInvite>;

/** A valid invite for mailing. */
export interface MailableInvite {
  workspaceId: string;
  workspaceName: string;
  inviteLink: string;
  expiresAt: Date;
}

export type InvitesService = ReturnType<typeof createInvitesService>;

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
const contextOf = (workspaceId: string): string => `invite:${workspaceId}`;

/** The ports and services that the functions of this file use. */
interface Context
  extends Pick<WorkspacesDeps, "events" | "limits" | "memberships" | "audit" | "notifier">, Pick<Ports, "db" | "clock" | "ids"> {
  ports: Ports;
  sealer: ReturnType<typeof createSealer>;
}

const announce = ({ events }: Context, workspaceId: string): void => events.publish({ type: "workspace", workspaceId });

const linkOf = ({ ports }: Context, secret: string): string => `${ports.publicUrl()}${invitePath(secret)}`;

/** Presents an invite; null when its secret cannot be decrypted, for example after a change of the installation's secret. */
function present(context: Context, row: repo.InviteRow): Invite | null {
  const { sealer } = context;
  const inviteId = sealer.open(row.sealedSecret, contextOf(row.workspaceId));
  return inviteId === null ? null : { inviteId, inviteLink: linkOf(context, inviteId), expiresAt: row.expiresAt.toISOString() };
}

/** Returns the invite links of these workspaces. The caller has checked permissions. */
async function links(context: Context, workspaceIds: readonly string[]): Promise<Map<string, string>> {
  const { db, clock } = context;
  const live = await repo.listLive(db, workspaceIds, clock.now());
  return new Map(
    live.flatMap((row): [string, string][] => {
      const invite = present(context, row);
      return invite === null ? [] : [[row.workspaceId, invite.inviteLink]];
    }),
  );
}

/** Returns the invite of a secret, valid or not. @throws AppError `not-found`, `too-many-requests` after many attempts */
async function find({ db, limits }: Context, secret: string, ip: string): Promise<repo.FoundInvite> {
  const found = SECRET.test(secret) ? await repo.findBySecret(db, hashOf(secret)) : undefined;
  if (found) return found;
  await limits.take({ key: `invite-guesses:${ip}`, rule: GUESSES });
  throw new AppError("not-found");
}

function assertLive({ clock }: Context, { invite, workspace }: repo.FoundInvite): void {
  if (invite.revokedAt !== null || invite.expiresAt <= clock.now() || workspace.deletedAt !== null) throw new AppError("invite-expired");
}

async function hold({ memberships }: Context, tx: Executor, actor: UserActor, ref: string): Promise<JoinedWorkspace> {
  const joined = await memberships.lock(tx, actor, ref);
  authorize(actor, "workspace.invite", factsOf(joined));
  return joined;
}

/** Creates a new invite and invalidates the previous one. @throws AppError `not-found`, `forbidden`, `too-many-requests` */
async function create(context: Context, actor: UserActor, ref: string, ip: string): Promise<Invite> {
  const { memberships, limits, ids, clock, db, sealer, audit } = context;
  authorize(actor, "workspace.invite", await memberships.resolve(actor, ref));
  await limits.take({ key: `invites-made:${actor.id}`, rule: MADE });
  const secret = ids.secret(16);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LIVES_MS);
  const id = await db.transaction(async (tx) => {
    const { id: workspaceId, name } = (await hold(context, tx, actor, ref)).workspace;
    await repo.revokeLive(tx, workspaceId, now);
    await repo.insertInvite(tx, {
      id: ids.id(),
      workspaceId,
      secretHash: hashOf(secret),
      sealedSecret: sealer.seal(secret, contextOf(workspaceId)),
      createdBy: actor.id,
      createdAt: now,
      expiresAt,
    });
    await audit.record(tx, { action: "invite.created", userId: actor.id, workspaceId, ip, details: { name } });
    return workspaceId;
  });
  announce(context, id);
  return { inviteId: secret, inviteLink: linkOf(context, secret), expiresAt: expiresAt.toISOString() };
}

/** Revokes the invite of a workspace; succeeds without one. @throws AppError `not-found`, `forbidden` */
async function revoke(context: Context, actor: UserActor, ref: string, ip: string): Promise<void> {
  const { db, clock, audit } = context;
  const id = await db.transaction(async (tx) => {
    const { id: workspaceId, name } = (await hold(context, tx, actor, ref)).workspace;
    if (await repo.revokeLive(tx, workspaceId, clock.now()))
      await audit.record(tx, { action: "invite.revoked", userId: actor.id, workspaceId, ip, details: { name } });
    return workspaceId;
  });
  announce(context, id);
}

/** Returns the target of an invite. @throws AppError `not-found`, `invite-expired`, `too-many-requests` */
async function read(context: Context, actor: Actor, secret: string, ip: string): Promise<ServerResult<typeof readInvite>> {
  const { db } = context;
  const found = await find(context, secret, ip);
  assertLive(context, found);
  const { invite, workspace, inviter } = found;
  if (actor.kind === "user" && invite.barredUserIds.includes(actor.id)) throw new AppError("invite-expired");
  const isMember = actor.kind === "user" && (await findRole(db, workspace.id, actor.id)) !== undefined;
  const person = inviter && presentPerson({ id: "", ...inviter });
  return {
    workspace: { id: workspace.id, name: workspace.name, avatar: logoUrl(workspace.id, workspace.avatarBlobId) },
    inviter: person && { displayName: person.displayName, photoURL: person.photoURL },
    valid: true,
    isMember,
    expiresAt: invite.expiresAt.toISOString(),
  };
}

/**
 * Adds the caller as a member; existing members stay unchanged. Returns the workspace's id.
 * @throws AppError `not-found`, `invite-expired`, `too-many-requests`
 */
async function join(context: Context, actor: UserActor, secret: string, ip: string): Promise<string> {
  const { db, clock, audit, notifier } = context;
  const { workspace } = await find(context, secret, ip);
  const { id: workspaceId } = workspace;
  const notified = await db.transaction(async (tx) => {
    // Invites and workspaces end under the workspace lock: a valid invite stays valid from here on.
    if (!(await shareWorkspace(tx, workspaceId))) throw new AppError("invite-expired");
    const found = await repo.findBySecret(tx, hashOf(secret));
    if (!found) throw new AppError("not-found");
    assertLive(context, found);
    if (found.invite.barredUserIds.includes(actor.id)) throw new AppError("invite-expired");
    if (!(await insertMember(tx, { workspaceId, userId: actor.id, role: "member", joinedAt: clock.now() }))) return null;
    const userIds = await repo.listConcerned(tx, { workspaceId, userId: actor.id, createdBy: found.invite.createdBy });
    await repo.deletePendingOf(tx, workspaceId, actor.id);
    const details = { name: await nameOf(tx, actor.id), memberId: actor.id };
    await audit.record(tx, { action: "member.joined", userId: actor.id, workspaceId, ip, details });
    return [
      ...(await notifier.settle(tx, { kind: "invite", subjectId: workspaceId, userIds: [actor.id] })),
      ...(await notifier.add(tx, { kind: "member-joined", subjectId: workspaceId, workspaceId, actorId: actor.id, userIds })),
    ];
  });
  if (notified !== null) {
    announce(context, workspaceId);
    notifier.publish(notified);
  }
  return workspaceId;
}

/** Returns the valid invite and the pending ones. @throws AppError `not-found`, `forbidden` */
async function list(context: Context, actor: UserActor, ref: string): Promise<ServerResult<typeof listInvites>> {
  const { memberships, db, clock } = context;
  const joined = await memberships.load(actor, ref);
  authorize(actor, "workspace.invite", factsOf(joined));
  const { id } = joined.workspace;
  const [live, pending] = await Promise.all([repo.listLive(db, [id], clock.now()), repo.listPending(db, id)]);
  return {
    invite: live[0] ? present(context, live[0]) : null,
    pending: pending.map(({ id: pendingId, email, sentAt, invitedBy }) => ({
      id: pendingId,
      email,
      invitedBy: presentPerson(invitedBy),
      sentAt: sentAt.toISOString(),
      expiresAt: endOfMailed(context, sentAt, live[0]).toISOString(),
    })),
  };
}

/** Returns the expiry of the link that was mailed at a time: the valid one, or an earlier one. */
function endOfMailed({ clock }: Context, sentAt: Date, live: repo.InviteRow | undefined): Date {
  if (live && live.createdAt <= sentAt) return live.expiresAt;
  const ended = Math.min(sentAt.getTime() + LIVES_MS, (live?.createdAt ?? clock.now()).getTime());
  return new Date(ended);
}

/** Deletes a pending invite. Its link remains valid. @throws AppError `not-found`, `forbidden` */
async function withdraw(context: Context, actor: UserActor, ref: string, pendingId: string, ip: string): Promise<void> {
  const { db, audit } = context;
  const id = await db.transaction(async (tx) => {
    const { id: workspaceId } = (await hold(context, tx, actor, ref)).workspace;
    const email = isUuid(pendingId) ? await repo.deletePending(tx, workspaceId, pendingId) : undefined;
    if (email === undefined) throw new AppError("not-found");
    await audit.record(tx, { action: "invite.withdrawn", userId: actor.id, workspaceId, ip, details: { subject: email } });
    return workspaceId;
  });
  announce(context, id);
}

/** Returns whether a person without an account is invited: by a mail to this address, or by the link of an invite. */
async function admits({ clock }: Context, db: Executor, person: { emailKey: string; inviteId: string | undefined }): Promise<boolean> {
  const { emailKey, inviteId = "" } = person;
  const now = clock.now();
  if (SECRET.test(inviteId) && (await repo.hasLiveSecret(db, hashOf(inviteId), now))) return true;
  return repo.hasLiveMail(db, emailKey, now);
}

/** Returns a valid invite that the caller may mail. @throws AppError `not-found`, `forbidden`, `invite-expired`, `too-many-requests` */
async function forMailing(context: Context, actor: UserActor, secret: string, ip: string): Promise<MailableInvite> {
  const { memberships } = context;
  const found = await find(context, secret, ip);
  const { id: workspaceId, name: workspaceName, deletedAt } = found.workspace;
  // The invite of a deleted workspace counts as expired for everyone with the link; it has no members any more.
  if (deletedAt === null) authorize(actor, "workspace.invite", factsOf(await memberships.load(actor, workspaceId)));
  assertLive(context, found);
  return { workspaceId, workspaceName, inviteLink: linkOf(context, secret), expiresAt: found.invite.expiresAt };
}

/**
 * Stores the invited addresses in the transaction of the mails, and notifies the users with these addresses. They have proved that the
 * address is theirs, so they may open the link without the mail. Returns who is notified, for {@link concludeMailed}.
 */
async function noteMailed(
  { clock, ids, audit, notifier }: Context,
  tx: Executor,
  actor: UserActor,
  { workspaceId, emailKeys, ip }: { workspaceId: string; emailKeys: readonly string[]; ip: string },
): Promise<Notified[]> {
  if (emailKeys.length === 0) return [];
  const sentAt = clock.now();
  await repo.admitAgain(tx, workspaceId, emailKeys);
  await repo.upsertPending(
    tx,
    emailKeys.map((email) => ({ id: ids.id(), workspaceId, email, invitedBy: actor.id, sentAt })),
  );
  const details = { subject: emailKeys.join(", "), count: emailKeys.length };
  await audit.record(tx, { action: "invite.mailed", userId: actor.id, workspaceId, ip, details });
  const userIds = await repo.listVerified(tx, emailKeys);
  const event = { kind: "invite", subjectId: workspaceId, workspaceId, actorId: actor.id, userIds, isMailedByCaller: true } as const;
  return notifier.add(tx, event);
}

/** Handles the mail results: refused addresses are no pending invites. */
async function concludeMailed(
  context: Context,
  workspaceId: string,
  { refusedKeys, notified }: { refusedKeys: readonly string[]; notified: readonly Notified[] },
): Promise<void> {
  const { db, notifier } = context;
  if (refusedKeys.length > 0) await repo.deletePendingEmails(db, workspaceId, refusedKeys);
  announce(context, workspaceId);
  notifier.publish(notified);
}

/** An invite that a user can accept now, without its mail. */
export type OpenInvite = repo.InvitedKey & { workspaceName: string; path: string };

/** Returns the invites that were mailed to the verified addresses of users and that they can accept now. */
async function openFor({ db, clock, sealer }: Context, keys: readonly repo.InvitedKey[]): Promise<OpenInvite[]> {
  return (await repo.listOpen(db, keys, clock.now())).flatMap(({ sealedSecret, ...row }) => {
    const secret = sealer.open(sealedSecret, contextOf(row.workspaceId));
    return secret === null ? [] : [{ ...row, path: invitePath(secret) }];
  });
}

/**
 * Invites of workspaces: one valid link each, and the invited addresses. The id in the API is the link's secret; it is found by its
 * hash and stored encrypted for users who may see the link again.
 */
export function createInvitesService(ports: Ports, { memberships, audit, limits, events, notifier }: WorkspacesDeps) {
  const { db, ids, clock } = ports;
  const sealer = createSealer(ports.keys.derive("encryption"), ports.keys.earlier("encryption"));
  const context: Context = { events, ports, sealer, db, clock, limits, memberships, ids, audit, notifier };
  return {
    links: links.bind(null, context),
    create: create.bind(null, context),
    revoke: revoke.bind(null, context),
    read: read.bind(null, context),
    join: join.bind(null, context),
    list: list.bind(null, context),
    withdraw: withdraw.bind(null, context),
    admits: admits.bind(null, context),
    forMailing: forMailing.bind(null, context),
    listPresent: (workspaceId: string, emailKeys: readonly string[]): Promise<Set<string>> => repo.listPresent(db, workspaceId, emailKeys),
    noteMailed: noteMailed.bind(null, context),
    concludeMailed: concludeMailed.bind(null, context),
    openFor: openFor.bind(null, context),
  };
}
