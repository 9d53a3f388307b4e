import type { Executor, Transaction } from "../../platform/db/client.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import { isCommonPassword } from "./common-passwords.ts";
import type { Passwords } from "./passwords.ts";
import type { PasswordGuard } from "./password-guard.ts";
import type { Registration } from "./registration.service.ts";
import type { OpenedSession, Origin, Sessions } from "./sessions.service.ts";
import { findUserByIdentity, linkIdentity, wasUnlinked } from "./identities.repo.ts";
import { languageOf } from "./user.present.ts";
import * as repo from "./users.repo.ts";

const REGISTER_PER_IP = RATE_RULES.register;

/** Result of a successful sign-in. */
export interface SignedIn {
  user: repo.UserRow;
  opened: OpenedSession;
  isNewUser: boolean;
}

/** Verified claims of an identity provider. */
export interface ProvenIdentity {
  provider: "google" | "oidc";
  issuer: string;
  subject: string;
  email: string;
  displayName: string;
  /** True when the provider hosts the mail of this address, so that an account with the same address has the same owner. */
  ownsEmail: boolean;
  /** True when the provider states that it verified the address. */
  emailVerified: boolean;
}

/** Returns the normalized address for comparison. Addresses that users consider equal have the same key. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}

/** Rejects common passwords. @throws AppError `validation-failed` */
export async function assertUncommon(password: string, field: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  throw invalid(field, "This is one of the most common passwords, so it can be guessed. Please choose another one.", "too-common");
}

export interface SignInDeps {
  ports: Ports;
  sessions: Sessions;
  passwords: Passwords;
  guard: PasswordGuard;
  registration: Registration;
  limits: RateLimits;
  audit: Audit;
  outbox: Pick<Outbox, "post">;
  createPersonal(tx: Executor, userId: string): Promise<string>;
  /** Stops a sign-in that needs a code too. @throws AppError `two-factor-required` */
  assertNoCodeNeeded(userId: string, deviceId: string | null): Promise<void>;
}

export type SignIn = ReturnType<typeof createSignIn>;

interface NewAccount {
  email: string;
  displayName: string;
  passwordHash: string | null;
  provider: repo.UserRow["provider"];
  emailVerified: boolean;
  /** Secret of the invite link by which the person arrived. */
  inviteId: string | undefined;
}

/** The ports and services that the functions of this file use. */
interface Context extends Omit<SignInDeps, "ports">, Pick<SignInDeps["ports"], "ids" | "clock" | "db" | "settings"> {}

async function createAccount(context: Context, tx: Transaction, { inviteId, ...account }: NewAccount, ip: string): Promise<repo.UserRow> {
  const emailKey = emailKeyOf(account.email);
  const role = await repo.roleOfNewUser(tx);
  // Again, because the first account may have been created since the first check.
  await context.registration.assertMayRegister(tx, { emailKey, inviteId });
  return insertAccount(context, tx, { ...account, emailKey, role }, ip);
}

async function insertAccount(
  { ids, clock, createPersonal, audit }: Context,
  tx: Transaction,
  account: Omit<NewAccount, "inviteId"> & { emailKey: string; role: repo.UserRow["role"] },
  ip: string,
): Promise<repo.UserRow> {
  const user = await repo.insertUser(tx, { id: ids.id(), ...account, createdAt: clock.now() });
  await createPersonal(tx, user.id);
  await audit.record(tx, { action: "auth.registered", userId: user.id, ip, details: { provider: account.provider } });
  return user;
}

async function open(
  { sessions, audit }: Context,
  tx: Transaction,
  user: repo.UserRow,
  origin: Origin,
  how: { remember: boolean; isNewUser: boolean },
): Promise<SignedIn> {
  const opened = await sessions.open(tx, user, origin, how);
  await audit.record(tx, { action: "auth.signed-in", userId: user.id, ip: origin.ip, details: { sessionId: opened.sessionId } });
  return { user, opened, isNewUser: how.isNewUser };
}

/** Mails the welcome to an account that a provider created. The form of a registration asks for it itself. */
async function welcome({ clock, outbox }: Context, tx: Transaction, user: repo.UserRow): Promise<void> {
  if (!(await repo.markWelcomed(tx, user.id, clock.now()))) return;
  await outbox.post(tx, { template: "welcome", to: user.email, language: languageOf(user), data: { displayName: user.displayName } });
}

/** Finds the account of a verified identity, links it to an account with the same address if safe, or creates one. */
async function accountOf(
  context: Context,
  tx: Transaction,
  identity: ProvenIdentity,
  { ip, inviteId }: { ip: string; inviteId: string | undefined },
): Promise<{ user: repo.UserRow; isNewUser: boolean }> {
  const { ids, clock, audit } = context;
  const { email, displayName, provider, emailVerified, issuer, subject } = identity;
  const known = await findUserByIdentity(tx, issuer, subject);
  if (known) return { user: known, isNewUser: false };
  const sameAddress = await repo.findUserByEmail(tx, emailKeyOf(email));
  // An equal address alone proves nothing: the account's owner must sign in with the existing method, and link this one there.
  const isSafe = emailVerified && identity.ownsEmail && !(sameAddress && (await wasUnlinked(tx, sameAddress.id, issuer, subject)));
  if (sameAddress && !isSafe) throw new AppError("email-already-in-use");
  const account = { email, displayName, provider, emailVerified, passwordHash: null, inviteId };
  const user = sameAddress ?? (await createAccount(context, tx, account, ip));
  const linked = await linkIdentity(tx, { id: ids.id(), userId: user.id, issuer, subject, email, createdAt: clock.now() });
  if (linked && sameAddress)
    await audit.record(tx, { action: "auth.identity-linked", userId: user.id, ip, details: { subject: provider } });
  if (!sameAddress) await welcome(context, tx, user);
  // Another request has linked it since it was searched for.
  if (!linked && (await findUserByIdentity(tx, issuer, subject))?.id !== user.id) throw new AppError("email-already-in-use");
  return { user, isNewUser: !sameAddress };
}

/** @throws AppError `sign-in-method-off` for a method that an administrator has turned off */
function assertPermitted({ settings }: Context, method: repo.UserRow["provider"]): void {
  if (!settings.current().signIn[method]) throw new AppError("sign-in-method-off");
}

/**
 * Creates an account with a password and signs it in.
 * @throws AppError `registration-…`, `sign-in-method-off`, `email-already-in-use`, `validation-failed`, `too-many-requests`
 */
async function register(
  context: Context,
  body: { email: string; password: string; username: string; inviteId?: string | undefined },
  origin: Origin,
): Promise<SignedIn> {
  const { limits, db, passwords, registration } = context;
  const { inviteId } = body;
  const emailKey = emailKeyOf(body.email);
  assertPermitted(context, "password");
  await assertUncommon(body.password, "password");
  await limits.take({ key: `register:${origin.ip}`, rule: REGISTER_PER_IP });
  // Before the address is searched for, so that a refused person does not learn who has an account.
  await registration.assertMayRegister(db, { emailKey, inviteId });
  if (await repo.findUserByEmail(db, emailKey)) throw new AppError("email-already-in-use");
  const passwordHash = await passwords.hash(body.password);
  return db.transaction(async (tx) => {
    const user = await createAccount(
      context,
      tx,
      { email: body.email, displayName: body.username, passwordHash, provider: "password", emailVerified: false, inviteId },
      origin.ip,
    );
    return open(context, tx, user, origin, { remember: false, isNewUser: true });
  });
}

/**
 * Creates an account for another person, also when registration is closed. Returns its id.
 * @param given.password null for an account whose user sets the first password
 * @param conclude runs in the same transaction
 * @throws AppError `email-already-in-use`, `validation-failed`
 */
async function create(
  context: Context,
  { password, ...account }: { email: string; displayName: string; password: string | null },
  ip: string,
  conclude: (tx: Transaction, user: repo.UserRow) => Promise<void>,
): Promise<string> {
  const { db, passwords } = context;
  const emailKey = emailKeyOf(account.email);
  if (password !== null) await assertUncommon(password, "password");
  if (await repo.findUserByEmail(db, emailKey)) throw new AppError("email-already-in-use");
  const passwordHash = password === null ? null : await passwords.hash(password);
  return db.transaction(async (tx) => {
    const role = await repo.roleOfNewUser(tx);
    const given = { ...account, emailKey, role, passwordHash, provider: "password", emailVerified: false } as const;
    const user = await insertAccount(context, tx, given, ip);
    await conclude(tx, user);
    return user.id;
  });
}

/**
 * Signs in with a password.
 * @param deviceIdOf returns the id of the browser if the account has signed in there before
 * @throws AppError `wrong-password` for a wrong password or an unknown address, `too-many-requests`, `sign-in-method-off`; `account-suspended` only with the
 *   right password, so that a stranger does not learn about the suspension; likewise `two-factor-required`, which is followed by a code
 */
async function login(
  context: Context,
  body: { email: string; password: string; remember: boolean },
  origin: Origin,
  deviceIdOf: (userId: string) => string | null,
): Promise<SignedIn> {
  const { db, guard, audit } = context;
  assertPermitted(context, "password");
  const emailKey = emailKeyOf(body.email);
  const user = await repo.findUserByEmail(db, emailKey);
  const deviceId = user ? deviceIdOf(user.id) : null;
  const right = await guard.check({ emailKey, ip: origin.ip, deviceId, passwordHash: user?.passwordHash, password: body.password });
  if (!right || !user) {
    await audit.record(db, { action: "auth.sign-in-refused", userId: user?.id ?? null, ip: origin.ip });
    throw new AppError("wrong-password");
  }
  if (user.suspendedAt !== null) {
    await audit.record(db, { action: "auth.sign-in-refused", userId: user.id, ip: origin.ip, details: { reason: "account-suspended" } });
    throw new AppError("account-suspended");
  }
  await context.assertNoCodeNeeded(user.id, deviceId);
  return db.transaction((tx) => open(context, tx, user, origin, { remember: body.remember, isNewUser: false }));
}

/**
 * Signs in a user with a verified identity of a provider. The first sign-in creates an account if that is permitted.
 * @param inviteId secret of the invite link by which the person arrived
 * @throws AppError `email-already-in-use`, `registration-…`, `account-suspended`, `sign-in-method-off`
 */
async function withIdentity(context: Context, identity: ProvenIdentity, origin: Origin, inviteId?: string): Promise<SignedIn> {
  const { db } = context;
  assertPermitted(context, identity.provider);
  return db.transaction(async (tx) => {
    const { user, isNewUser } = await accountOf(context, tx, identity, { ip: origin.ip, inviteId });
    return open(context, tx, user, origin, { remember: true, isNewUser });
  });
}

/** Creates the service for registration and all sign-in methods. */
export function createSignIn({ ports, ...deps }: SignInDeps) {
  const { db, ids, clock, settings } = ports;
  const context: Context = { ...deps, db, ids, clock, settings };
  return {
    register: register.bind(null, context),
    create: create.bind(null, context),
    login: login.bind(null, context),
    withIdentity: withIdentity.bind(null, context),
  };
}
