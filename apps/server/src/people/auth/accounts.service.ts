import type { ServerArgs, updatePreferences } from "@stillreel/contract";
import type { Executor, Transaction } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import { type Avatars, avatarIdOf } from "./avatars.service.ts";
import type { PasswordGuard } from "./password-guard.ts";
import type { Passwords } from "./passwords.ts";
import { isFresh, type Sessions } from "./sessions.service.ts";
import { assertUncommon, emailKeyOf } from "./sign-in.service.ts";
import * as tokensRepo from "./tokens.repo.ts";
import { languageOf, presentPreferences } from "./user.present.ts";
import * as repo from "./users.repo.ts";

export interface AccountsDeps {
  ports: Ports;
  sessions: Sessions;
  passwords: Passwords;
  guard: PasswordGuard;
  outbox: Pick<Outbox, "post">;
  avatars: Avatars;
  audit: Audit;
  /** Transfers or deletes what only this user owns, or transfers it to a successor. Returns a callback to run after the commit. */
  leaveWorkspaces(tx: Executor, userId: string, ip: string, successorId?: string): Promise<() => void>;
  /** Ends the permissions of a user at other services, after the commit. */
  revokeConnections(tx: Executor, userId: string): Promise<void>;
}

type PreferencesChange = ServerArgs<typeof updatePreferences>["body"];

export type Accounts = ReturnType<typeof createAccounts>;

/** What a proof of identity needs. */
type Prover = Pick<AccountsDeps, "guard"> & Pick<Ports, "clock">;

/** The ports and services that the functions of this file use. */
interface Context extends AccountsDeps, Pick<AccountsDeps["ports"], "db" | "clock"> {}

async function get({ db }: Pick<Ports, "db">, id: string): Promise<repo.UserRow> {
  const user = await repo.findUser(db, id);
  if (!user) throw new AppError("unauthenticated");
  return user;
}

/** Returns the user and locks their row. @throws AppError `unauthenticated` when the account was deleted */
export async function locked(tx: Transaction, id: string): Promise<repo.UserRow> {
  const user = await repo.lockUser(tx, id);
  if (!user) throw new AppError("unauthenticated");
  return user;
}

/**
 * Checks the user's identity by password. An account without a password proves it with a fresh sign-in at its provider.
 * @throws AppError `reauthentication-required`, `too-many-requests`
 */
export async function isProven(
  { guard, clock }: Prover,
  actor: UserActor,
  user: repo.UserRow,
  password: string,
  ip: string,
): Promise<boolean> {
  if (user.passwordHash !== null)
    return guard.check({ emailKey: user.emailKey, ip, deviceId: actor.sessionId, passwordHash: user.passwordHash, password });
  if (!isFresh(actor, clock.now())) throw new AppError("reauthentication-required");
  return true;
}

/**
 * Returns the user of a session that was proven recently, or proves it with the password.
 * @throws AppError `reauthentication-required`, `too-many-requests`
 */
export async function proven(
  context: Prover & Pick<Ports, "db">,
  actor: UserActor,
  password: string | undefined,
  ip: string,
): Promise<repo.UserRow> {
  const user = await get(context, actor.id);
  const isSure = password === undefined ? isFresh(actor, context.clock.now()) : await isProven(context, actor, user, password, ip);
  if (!isSure) throw new AppError("reauthentication-required");
  return user;
}

/** Leaves out the chosen locations that are gone: a deleted folder, and a workspace that was left or deleted. */
async function withLivingChoices({ db }: Context, user: repo.UserRow): Promise<repo.UserRow> {
  const { captureFolderId, defaultWorkspaceId } = presentPreferences(user.preferences);
  const [hasFolder, hasWorkspace] = await Promise.all([
    captureFolderId === null || repo.hasCaptureFolder(db, user.id, captureFolderId),
    defaultWorkspaceId === null || repo.isMember(db, user.id, defaultWorkspaceId),
  ]);
  if (hasFolder && hasWorkspace) return user;
  const gone = { ...(hasFolder ? {} : { captureFolderId: null }), ...(hasWorkspace ? {} : { defaultWorkspaceId: null }) };
  return { ...user, preferences: { ...user.preferences, ...gone } };
}

/** Changes name or picture. @throws AppError `validation-failed` for a picture that the account did not upload */
async function update(
  { ports, db, avatars }: Context,
  actor: UserActor,
  change: { displayName?: string | undefined; photoURL?: string | null | undefined },
): Promise<repo.UserRow> {
  const blobId = change.photoURL === undefined ? undefined : avatarIdOf(change.photoURL, ports.publicUrl());
  return db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    if (blobId === "foreign" || (typeof blobId === "string" && blobId !== user.avatarBlobId))
      throw invalid("photoURL", "Only a picture that was uploaded here can be used.");
    if (blobId === null) await avatars.release(tx, user.avatarBlobId);
    const changes = {
      ...(change.displayName === undefined ? {} : { displayName: change.displayName }),
      ...(blobId === null ? { avatarBlobId: null } : {}),
    };
    return Object.keys(changes).length === 0 ? user : ((await repo.updateUser(tx, user.id, changes)) ?? user);
  });
}

/** @throws AppError `different-account`, `wrong-password`, `reauthentication-required`, `validation-failed`, `too-many-requests` */
async function changePassword(
  context: Context,
  actor: UserActor,
  change: { email: string; oldPassword: string; password: string },
  ip: string,
): Promise<void> {
  const { passwords, db, sessions, outbox, audit } = context;
  const before = await get(context, actor.id);
  if (emailKeyOf(change.email) !== before.emailKey)
    throw new AppError("different-account", { message: "You cannot change the password of a different account." });
  if (!(await isProven(context, actor, before, change.oldPassword, ip))) throw new AppError("wrong-password");
  await assertUncommon(change.password, "password");
  const passwordHash = await passwords.hash(change.password);
  await db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    await repo.updateUser(tx, user.id, { passwordHash });
    await tokensRepo.deleteProofs(tx, user.id);
    await sessions.endAll(tx, user.id, actor.sessionId);
    await sessions.reauthenticated(tx, actor.sessionId);
    await outbox.post(tx, {
      template: "password-changed",
      to: user.email,
      language: languageOf(user),
      data: { displayName: user.displayName },
    });
    await audit.record(tx, { action: "auth.password-changed", userId: user.id, ip });
  });
  sessions.announceEnded(actor.id);
}

/**
 * Deletes the account and everything that only it owns. An account without a password needs a fresh session instead.
 * @throws AppError `different-account`, `validation-failed`, `wrong-password`, `reauthentication-required`, `last-administrator`,
 *   `too-many-requests`
 */
async function remove(
  context: Context,
  actor: UserActor,
  proof: { email: string; password?: string | undefined },
  ip: string,
): Promise<void> {
  const { db, sessions, audit } = context;
  const before = await get(context, actor.id);
  if (emailKeyOf(proof.email) !== before.emailKey) throw new AppError("different-account");
  if (proof.password === undefined && before.passwordHash !== null) throw invalid("password", "Please enter a password.");
  if (!(await isProven(context, actor, before, proof.password ?? "", ip))) throw new AppError("wrong-password");
  const announce = await db.transaction(async (tx) => {
    const administrators = actor.role === "admin" ? await repo.lockAdministrators(tx) : [];
    const user = await locked(tx, actor.id);
    await assertAdministered(tx, user.id, administrators);
    const announceLeft = await erase(context, tx, user, ip);
    await audit.record(tx, { action: "auth.account-deleted", userId: user.id, ip });
    return announceLeft;
  });
  announce();
  sessions.announceEnded(actor.id);
}

/**
 * Checks that an active administrator remains without this user. The only account of an installation may be deleted, because the next
 * one will be the administrator.
 * @param administrators the locked administrators
 * @throws AppError `last-administrator`
 */
async function assertAdministered(tx: Transaction, without: string, administrators: readonly string[]): Promise<void> {
  if (administrators.length !== 1 || administrators[0] !== without) return;
  if (await repo.hasOtherUsers(tx, without)) throw new AppError("last-administrator");
}

/**
 * Deletes a locked account with everything that only it owns. Returns what to call after the commit.
 * @param successorId the user who becomes owner of the workspaces without another owner, if not the member with the longest membership
 */
async function erase(
  { leaveWorkspaces, revokeConnections, avatars }: Context,
  tx: Transaction,
  user: repo.UserRow,
  ip: string,
  successorId?: string,
): Promise<() => void> {
  const announce = await leaveWorkspaces(tx, user.id, ip, successorId);
  await avatars.release(tx, user.avatarBlobId);
  await revokeConnections(tx, user.id);
  await repo.deleteUser(tx, user.id);
  return announce;
}

/** Ends one of the user's sessions. Returns false when the user has no session with that id. */
async function endSession({ db, sessions, audit }: Context, actor: UserActor, sessionId: string, ip: string): Promise<boolean> {
  const isEnded = await db.transaction(async (tx) => {
    const ended = await sessions.end(tx, actor.id, sessionId);
    if (ended) await audit.record(tx, { action: "auth.session-ended", userId: actor.id, ip, details: { sessionId } });
    return ended;
  });
  if (isEnded) sessions.announceEnded(actor.id);
  return isEnded;
}

/** Ends all of the user's sessions except this one. Returns their number. */
async function endOtherSessions({ db, sessions, audit }: Context, actor: UserActor, ip: string): Promise<number> {
  const count = await db.transaction(async (tx) => {
    const ended = await sessions.endAll(tx, actor.id, actor.sessionId);
    if (ended > 0) await audit.record(tx, { action: "auth.other-sessions-ended", userId: actor.id, ip, details: { count: ended } });
    return ended;
  });
  if (count > 0) sessions.announceEnded(actor.id);
  return count;
}

/** Sends the welcome mail once, to the account's address. @throws AppError `different-account` */
async function welcome(context: Context, actor: UserActor, email: string): Promise<void> {
  const { db, clock, outbox } = context;
  const user = await get(context, actor.id);
  if (emailKeyOf(email) !== user.emailKey)
    throw new AppError("different-account", { message: "A welcome mail goes to one's own address only." });
  await db.transaction(async (tx) => {
    if (!(await repo.markWelcomed(tx, user.id, clock.now()))) return;
    await outbox.post(tx, { template: "welcome", to: user.email, language: languageOf(user), data: { displayName: user.displayName } });
  });
}

/**
 * Returns the account with its current preferences. A folder for captures that was deleted, and a workspace that was left, are left
 * out. Each costs one more query, only for users who chose one.
 */
async function withPreferences(context: Context, id: string): Promise<repo.UserRow> {
  return withLivingChoices(context, await get(context, id));
}

/**
 * Merges preferences into the stored ones.
 * @throws AppError `validation-failed` for a folder outside the user's own workspace, and for a workspace without the user
 */
async function changePreferences(context: Context, actor: UserActor, patch: PreferencesChange): Promise<repo.UserRow> {
  const { db } = context;
  const folderId = patch.captureFolderId ?? null;
  if (folderId !== null && !(await repo.hasCaptureFolder(db, actor.id, folderId)))
    throw invalid("captureFolderId", "We could not find that folder.", "not-found");
  const workspaceId = patch.defaultWorkspaceId ?? null;
  if (workspaceId !== null && !(await repo.isMember(db, actor.id, workspaceId)))
    throw invalid("defaultWorkspaceId", "We could not find that workspace.", "not-found");
  return withLivingChoices(context, (await repo.mergePreferences(db, actor.id, patch)) ?? (await get(context, actor.id)));
}

/** Replaces the profile picture with a newly stored one. Returns its URL. */
async function setAvatar({ db, avatars }: Context, actor: UserActor, stored: Awaited<ReturnType<Avatars["store"]>>): Promise<repo.UserRow> {
  return db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    await avatars.insert(tx, stored);
    await avatars.release(tx, user.avatarBlobId);
    return (await repo.updateUser(tx, user.id, { avatarBlobId: stored.id })) ?? user;
  });
}

/** Creates the service for account management by the account's owner. */
export function createAccounts(deps: AccountsDeps) {
  const { db, clock } = deps.ports;
  const context: Context = { ...deps, db, clock };
  return {
    get: get.bind(null, context),
    anyExist: () => repo.hasUsers(db),
    /** Returns the users whose confirmed addresses these are, by address in the form of `emailKeyOf`. */
    confirmedAt: (emailKeys: readonly string[]) => repo.findConfirmed(db, emailKeys),
    update: update.bind(null, context),
    changePassword: changePassword.bind(null, context),
    remove: remove.bind(null, context),
    erase: erase.bind(null, context),
    endSession: endSession.bind(null, context),
    endOtherSessions: endOtherSessions.bind(null, context),
    welcome: welcome.bind(null, context),
    withPreferences: withPreferences.bind(null, context),
    updatePreferences: changePreferences.bind(null, context),
    setAvatar: setAvatar.bind(null, context),
  };
}
