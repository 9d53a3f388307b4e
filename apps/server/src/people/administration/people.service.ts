import {
  type createManagedUser,
  type deleteManagedUser,
  isUuid,
  type listUsers,
  type ServerArgs,
  type ServerResult,
  type updateManagedUser,
} from "@stillreel/contract";
import type { AccountStates } from "../../access/account-states/index.ts";
import type { Audit, AuditEntry } from "../../platform/audit/index.ts";
import type { Executor, Transaction } from "../../platform/db/client.ts";
import type { Events } from "../../platform/events/index.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { decodeCursor, encodeCursor } from "../../platform/http/cursor.ts";
import type { Notifier } from "../../platform/notifier/index.ts";
import { libraryFolderName } from "../../platform/outbox/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type Auth, emailKeyOf, hasOtherUsers, languageOf, lockAdministrators, lockUser, updateUser, type UserRow } from "../auth/index.ts";
import { presentDetails, presentPerson, type PresentedDetails } from "./people.present.ts";
import * as repo from "./people.repo.ts";

/** Name of the list in its cursors. */
const LIST = "people";

/** Storage of users, as the items module counts it. */
export interface PeopleQuota {
  /** The quota of users without an own one; 0 is unlimited. */
  defaultBytes(): number;
  used(ownerId: string): Promise<number>;
  /** Returns the used bytes, and makes additions wait until the transaction ends. */
  hold(tx: Executor, ownerId: string): Promise<number>;
}

/** Transfers of personal libraries, as the library has them. */
export interface PeopleLibraries {
  /** Transfers a whole personal library in the caller's transaction, which has locked both users. @throws AppError `receiver-quota-exceeded` */
  transfer(
    tx: Transaction,
    given: { fromUserId: string; toUserId: string; quotaBytes: number | null; folderName: string },
  ): Promise<{ items: number; bytes: number; folderId: string | null; announce(): void }>;
}

export interface PeopleDeps {
  accounts: Pick<Auth["accounts"], "erase">;
  sessions: Pick<Auth["sessions"], "endAll" | "revokeTokens">;
  resets: Pick<Auth["resets"], "sendTo" | "sendAdded">;
  signIn: Pick<Auth["signIn"], "create">;
  twoFactor: Pick<Auth["twoFactor"], "reset">;
  states: Pick<AccountStates, "forget">;
  quota: PeopleQuota;
  libraries: PeopleLibraries;
  notifier: Notifier;
  audit: Audit;
  events: Pick<Events, "publish">;
}

/** Who changes an account: an administrator, or the command line with null, which only the server's owner can use. */
export interface Administrator {
  id: string | null;
  /** Origin for the audit log. */
  ip: string;
}

export type PersonChange = ServerArgs<typeof updateManagedUser>["body"];
export type People = ReturnType<typeof createPeople>;

/** The ports and services that the functions of this file use. */
interface Context extends PeopleDeps, Pick<Ports, "db" | "clock" | "mail" | "settings"> {}

/** The locked account of a change, with the active administrators, who are locked before it. */
interface Held {
  user: UserRow;
  administrators: readonly string[];
}

/**
 * Locks the administrators and the account. Administrators are always locked first, so that two changes cannot remove the last two of
 * them, and cannot deadlock.
 * @throws AppError `not-found`, `forbidden` when the caller is no administrator any more
 */
async function hold(tx: Transaction, by: Administrator, userId: string): Promise<Held> {
  const administrators = await lockAdministrators(tx);
  if (by.id !== null && !administrators.includes(by.id)) throw new AppError("forbidden");
  const user = isUuid(userId) ? await lockUser(tx, userId) : undefined;
  if (!user) throw new AppError("not-found");
  return { user, administrators };
}

/** @throws AppError `last-administrator` when no other active administrator would remain */
function assertOtherAdministrator({ user, administrators }: Held): void {
  if (administrators.length === 1 && administrators[0] === user.id) throw new AppError("last-administrator");
}

/** Records an act on an account, with its name and address at that time. */
function record({ audit }: Context, tx: Executor, by: Administrator, user: UserRow, action: AuditEntry["action"], details = {}) {
  const { id: personId, displayName, email } = user;
  return audit.record(tx, { action, userId: by.id, ip: by.ip, details: { displayName, email, personId, ...details } });
}

/** Makes every process notice a committed change. */
function announce({ states, events }: Context, userId: string): void {
  states.forget(userId);
  events.publish({ type: "sessions", userId });
}

async function list({ db, quota }: Context, query: ServerArgs<typeof listUsers>["query"]): Promise<ServerResult<typeof listUsers>> {
  const { q = "", role, state, workspaceId, limit } = query;
  if (workspaceId !== undefined && !isUuid(workspaceId)) return { items: [], nextCursor: null };
  const after = query.cursor === undefined ? null : decodeCursor(LIST, true, query.cursor);
  const rows = await repo.list(db, { q, role, state, workspaceId }, after && { at: new Date(after.key), id: after.id }, limit + 1);
  const items = rows.slice(0, limit).map((row) => presentPerson(row, quota.defaultBytes()));
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor(LIST, { key: last.createdAt, id: last.id }) : null };
}

/** Returns one account with its details. @throws AppError `not-found` */
async function get({ db, quota, clock }: Context, userId: string): Promise<PresentedDetails> {
  const row = isUuid(userId) ? await repo.find(db, userId) : undefined;
  if (!row) throw new AppError("not-found");
  const [usedBytes, hasTwoFactor, workspaces, sessions, signIns] = await Promise.all([
    quota.used(userId),
    repo.hasTwoFactor(db, userId),
    repo.listWorkspaces(db, userId),
    repo.listSessions(db, userId, clock.now()),
    repo.listSignIns(db, userId),
  ]);
  return presentDetails(presentPerson(row, quota.defaultBytes()), { usedBytes, hasTwoFactor, workspaces, sessions, signIns });
}

/** Returns the id of the account with an e-mail address. @throws AppError `not-found` */
async function idOf({ db }: Context, email: string): Promise<string> {
  const id = await repo.findIdByEmail(db, emailKeyOf(email));
  if (id === undefined) throw new AppError("not-found", { message: `There is no account with the address ${email}.` });
  return id;
}

async function changeRole(context: Context, tx: Transaction, by: Administrator, held: Held, to: UserRow["role"]): Promise<void> {
  const { user } = held;
  if (user.role === to) return;
  if (to === "user") assertOtherAdministrator(held);
  await updateUser(tx, user.id, { role: to });
  await record(context, tx, by, user, "user.role-changed", { from: user.role, to });
}

/** Suspends or restores an account. A suspension ends its sessions; it can be restored without a trace besides. */
async function changeState(context: Context, tx: Transaction, by: Administrator, held: Held, suspended: boolean): Promise<void> {
  const { user } = held;
  if (suspended === (user.suspendedAt !== null)) return;
  if (suspended) assertOtherAdministrator(held);
  await updateUser(tx, user.id, { suspendedAt: suspended ? context.clock.now() : null });
  if (suspended) await context.sessions.endAll(tx, user.id);
  await record(context, tx, by, user, suspended ? "user.suspended" : "user.restored");
}

async function changeQuota(context: Context, tx: Transaction, by: Administrator, user: UserRow, to: number | null): Promise<void> {
  if (user.quotaBytes === to) return;
  const usedBytes = await context.quota.hold(tx, user.id);
  if (to !== null && to > 0 && to < usedBytes) {
    const message = `The account already uses ${usedBytes} bytes.`;
    throw new AppError("quota-below-use", { details: [{ field: "quota", code: "below-use", message }] });
  }
  await updateUser(tx, user.id, { quotaBytes: to });
  await record(context, tx, by, user, "user.quota-changed", { from: user.quotaBytes, to });
}

/**
 * Changes an account: all of the given values, or none.
 * @throws AppError `not-found`, `forbidden`, `last-administrator`, `quota-below-use`
 */
async function update(context: Context, by: Administrator, userId: string, change: PersonChange): Promise<PresentedDetails> {
  await context.db.transaction(async (tx) => {
    const held = await hold(tx, by, userId);
    if (change.quota !== undefined) await changeQuota(context, tx, by, held.user, change.quota);
    if (change.role !== undefined) await changeRole(context, tx, by, held, change.role);
    // A demotion in the same request has already checked that another administrator remains.
    if (change.suspended !== undefined) await changeState(context, tx, by, held, change.suspended);
  });
  announce(context, userId);
  return get(context, userId);
}

export type PersonRemoval = ServerArgs<typeof deleteManagedUser>["body"];

/** Locks the account that receives something. @throws AppError `validation-failed` unless it is another active account */
async function receiver(tx: Transaction, field: string, userId: string, from: UserRow): Promise<UserRow> {
  const user = isUuid(userId) && userId !== from.id ? await lockUser(tx, userId) : undefined;
  if (!user || user.suspendedAt !== null) throw invalid(field, "Choose another active account.", "not-found");
  return user;
}

/** Transfers the personal library, audits this and notifies the receiver. Returns what to call after the commit. */
async function transferLibrary(
  context: Context,
  tx: Transaction,
  by: Administrator,
  user: UserRow,
  to: UserRow,
): Promise<{ items: number; announce(): void }> {
  const { libraries, notifier, settings } = context;
  const folderName = libraryFolderName(languageOf(to) ?? settings.current().defaultLanguage, user.displayName);
  const {
    items,
    bytes,
    folderId,
    announce: announceItems,
  } = await libraries.transfer(tx, {
    fromUserId: user.id,
    toUserId: to.id,
    quotaBytes: to.quotaBytes,
    folderName,
  });
  await record(context, tx, by, user, "user.items-transferred", { count: items, bytes, to: to.displayName, toId: to.id });
  const details = folderId === null ? { title: folderName } : { title: folderName, folderId };
  const notified = await notifier.add(tx, { kind: "transfer", subjectId: user.id, actorId: null, details, userIds: [to.id] });
  return {
    items,
    announce() {
      announceItems();
      notifier.publish(notified);
    },
  };
}

/**
 * Deletes an account as its owner would, or after its library was transferred.
 * @throws AppError `not-found`, `forbidden`, `last-administrator`, `validation-failed`, `receiver-quota-exceeded`
 */
async function remove(
  context: Context,
  by: Administrator,
  userId: string,
  { items, toUserId = "", workspacesToUserId }: PersonRemoval,
): Promise<{ transferredItems: number }> {
  const done = await context.db.transaction(async (tx) => {
    const held = await hold(tx, by, userId);
    const { user } = held;
    if (await hasOtherUsers(tx, userId)) assertOtherAdministrator(held);
    const to = items === "transfer" ? await receiver(tx, "toUserId", toUserId, user) : undefined;
    const successor = workspacesToUserId === undefined ? undefined : await receiver(tx, "workspacesToUserId", workspacesToUserId, user);
    const transferred = to && (await transferLibrary(context, tx, by, user, to));
    const announceLeft = await context.accounts.erase(tx, user, by.ip, successor?.id);
    await record(context, tx, by, user, "user.deleted", { items });
    return { transferred, announceLeft };
  });
  done.announceLeft();
  done.transferred?.announce();
  announce(context, userId);
  return { transferredItems: done.transferred?.items ?? 0 };
}

/** Sends a link for a new password. Returns the link. @throws AppError `not-found`, `forbidden`, `account-suspended` */
async function resetPassword(context: Context, by: Administrator, userId: string): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { user } = await hold(tx, by, userId);
    const resetUrl = await context.resets.sendTo(tx, user);
    await record(context, tx, by, user, "user.password-reset-sent");
    return resetUrl;
  });
}

/**
 * Switches the authenticator app of an account off, for a user who has lost it.
 * @throws AppError `not-found`, `forbidden`, `two-factor-off`
 */
async function disableTwoFactor(context: Context, by: Administrator, userId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { user } = await hold(tx, by, userId);
    // One's own needs the proof that the security page asks for.
    if (by.id === user.id) throw new AppError("forbidden", { message: "Switch your own authenticator app off in your settings." });
    await context.twoFactor.reset(tx, user);
    await record(context, tx, by, user, "user.two-factor-disabled");
  });
}

/** Ends all sessions of an account, and revokes its access tokens. @throws AppError `not-found`, `forbidden` */
async function endSessions(context: Context, by: Administrator, userId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { user } = await hold(tx, by, userId);
    await context.sessions.endAll(tx, user.id);
    await context.sessions.revokeTokens(tx, user.id);
    await record(context, tx, by, user, "user.sessions-ended");
  });
  announce(context, userId);
}

/**
 * Creates an account with a password, also when registration is closed. Returns its id.
 * @throws AppError `email-already-in-use`, `validation-failed`
 */
async function create(
  context: Context,
  by: Administrator,
  given: { email: string; displayName: string; password: string; role: UserRow["role"] },
): Promise<string> {
  const { role, ...account } = given;
  return context.signIn.create(account, by.ip, async (tx, user) => {
    // The first account of an installation is an administrator in any case.
    if (role === "admin") await updateUser(tx, user.id, { role });
    await record(context, tx, by, user, "user.created", { role: role === "admin" ? role : user.role });
  });
}

/**
 * Adds an account without a password. Its user gets a link to set one, which is returned when no mail server can send it.
 * @throws AppError `email-already-in-use`, `forbidden`, `sign-in-method-off` when passwords are turned off
 */
async function invite(
  context: Context,
  by: Administrator,
  given: ServerArgs<typeof createManagedUser>["body"],
): Promise<ServerResult<typeof createManagedUser>> {
  const { settings, signIn, resets, mail } = context;
  if (!settings.current().signIn.password) throw new AppError("sign-in-method-off");
  let passwordUrl = "";
  const { role, ...account } = given;
  const userId = await signIn.create({ ...account, password: null }, by.ip, async (tx, user) => {
    if (by.id === null || !(await lockAdministrators(tx)).includes(by.id)) throw new AppError("forbidden");
    if (role === "admin") await updateUser(tx, user.id, { role });
    const sender = await repo.find(tx, by.id);
    passwordUrl = await resets.sendAdded(tx, user, sender?.displayName ?? "");
    await record(context, tx, by, user, "user.created", { role });
  });
  return { user: await get(context, userId), passwordUrl: mail.configured ? null : passwordUrl };
}

/** Creates the service for the administration of accounts. Its callers have checked the permission `server.admin`. */
export function createPeople({ db, clock, mail, settings }: Pick<Ports, "db" | "clock" | "mail" | "settings">, deps: PeopleDeps) {
  const context: Context = { ...deps, db, clock, mail, settings };
  return {
    list: list.bind(null, context),
    get: get.bind(null, context),
    idOf: idOf.bind(null, context),
    update: update.bind(null, context),
    remove: remove.bind(null, context),
    resetPassword: resetPassword.bind(null, context),
    endSessions: endSessions.bind(null, context),
    disableTwoFactor: disableTwoFactor.bind(null, context),
    create: create.bind(null, context),
    invite: invite.bind(null, context),
  };
}
