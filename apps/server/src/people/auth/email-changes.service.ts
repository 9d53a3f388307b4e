import { createHmac, timingSafeEqual } from "node:crypto";
import type { Transaction } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import { type AccountsDeps, locked, proven } from "./accounts.service.ts";
import { emailKeyOf } from "./sign-in.service.ts";
import * as tokensRepo from "./tokens.repo.ts";
import { languageOf } from "./user.present.ts";
import * as repo from "./users.repo.ts";

/** Lifetime of a confirmation link. */
const LINK_LIVES_MS = 24 * 3_600_000;
/** Limit for confirmation mails per user: they go to addresses that the user types. */
const PER_USER = RATE_RULES["email-change"];

type EmailChangesDeps = Pick<AccountsDeps, "ports" | "sessions" | "guard" | "outbox" | "audit"> & { limits: RateLimits };

/** The ports and services that the functions of this file use. */
interface Context extends EmailChangesDeps, Pick<AccountsDeps["ports"], "db" | "clock"> {
  key: Buffer;
}

/** A wanted address, and the password of an older session. */
interface EmailChange {
  email: string;
  password?: string | undefined;
}

/**
 * What a confirmation link contains. It is valid while the account has the address from which it changes and the same password, and while the
 * session that requested it is open: who changes the password, or signs a stranger's device out, also stops a stranger's change.
 */
interface Change {
  userId: string;
  /** The session that requested the change, which does not end. */
  sessionId: string;
  fromKey: string;
  /** Mark of the password at that time. */
  passwordMark: string;
  email: string;
  expiresAt: number;
}

/** @throws AppError `email-already-in-use` */
async function assertFree(tx: Transaction, userId: string, email: string): Promise<void> {
  const owner = await repo.findUserByEmail(tx, emailKeyOf(email));
  if (owner && owner.id !== userId) throw new AppError("email-already-in-use");
}

interface Applied {
  email: string;
  emailVerified: boolean;
  /** The session that does not end. */
  sessionId: string;
  ip: string;
}

/** Changes the address, ends the other sessions and notifies both addresses. @throws AppError `email-already-in-use` */
async function apply({ sessions, outbox, audit }: Context, tx: Transaction, user: repo.UserRow, change: Applied): Promise<void> {
  const { email, emailVerified, sessionId, ip } = change;
  await assertFree(tx, user.id, email);
  await repo.updateUser(tx, user.id, { email, emailKey: emailKeyOf(email), emailVerified });
  await tokensRepo.deleteProofs(tx, user.id);
  await sessions.endAll(tx, user.id, sessionId);
  for (const to of [user.email, email]) {
    const data = { displayName: user.displayName, newEmail: email };
    await outbox.post(tx, { template: "email-changed", to, language: languageOf(user), data });
  }
  await audit.record(tx, { action: "auth.email-changed", userId: user.id, ip });
}

/** Changes the address immediately. @throws AppError `reauthentication-required`, `email-already-in-use`, `too-many-requests` */
async function change(context: Context, actor: UserActor, requested: EmailChange, ip: string): Promise<void> {
  const { db, sessions } = context;
  const before = await proven(context, actor, requested.password, ip);
  if (requested.email === before.email) return;
  await db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    await apply(context, tx, user, { email: requested.email, emailVerified: false, sessionId: actor.sessionId, ip });
    if (requested.password !== undefined) await sessions.reauthenticated(tx, actor.sessionId);
  });
  sessions.announceEnded(actor.id);
}

/**
 * Sends a link to the new address, and a report to the old one. The address changes once the link is opened. Without a mail server it changes
 * immediately.
 * @returns whether the change waits for its confirmation
 * @throws AppError `reauthentication-required`, `email-already-in-use`, `too-many-requests`
 */
async function request(context: Context, actor: UserActor, requested: EmailChange, ip: string): Promise<boolean> {
  const { ports, db, clock, limits, outbox, sessions, key } = context;
  if (!ports.mail.configured) {
    await change(context, actor, requested, ip);
    return false;
  }
  const user = await proven(context, actor, requested.password, ip);
  if (requested.email === user.email) return false;
  await limits.take({ key: `email-change:${user.id}`, rule: PER_USER });
  const expiresAt = clock.now().getTime() + LINK_LIVES_MS;
  const { email } = requested;
  const from = { userId: user.id, sessionId: actor.sessionId, fromKey: user.emailKey, passwordMark: passwordMarkOf(key, user) };
  const code = signed(key, { ...from, email, expiresAt });
  await db.transaction(async (tx) => {
    await assertFree(tx, user.id, email);
    if (requested.password !== undefined) await sessions.reauthenticated(tx, actor.sessionId);
    const data = { displayName: user.displayName, confirmUrl: `${ports.publicUrl()}/auth/email?code=${code}` };
    await outbox.post(tx, { template: "confirm-email", to: email, language: languageOf(user), data });
    const report = { displayName: user.displayName, newEmail: email };
    await outbox.post(tx, { template: "email-change-requested", to: user.email, language: languageOf(user), data: report });
  });
  return true;
}

/** Changes the address for which a link was sent, once. @throws AppError `email-link-used`, `email-already-in-use` */
async function confirm(context: Context, code: string, ip: string): Promise<string> {
  const { db, clock, sessions, key } = context;
  const wanted = changeOf(key, code);
  if (!wanted || wanted.expiresAt <= clock.now().getTime()) throw new AppError("email-link-used");
  const changed = await db.transaction(async (tx) => {
    const user = await repo.lockUser(tx, wanted.userId);
    if (!user || user.suspendedAt !== null || user.emailKey !== wanted.fromKey) throw new AppError("email-link-used");
    const { email, sessionId } = wanted;
    const isSame = wanted.passwordMark === passwordMarkOf(key, user) && (await sessions.isOpen(tx, user.id, sessionId));
    if (!isSame) throw new AppError("email-link-used");
    await apply(context, tx, user, { email, emailVerified: true, sessionId, ip });
    return email;
  });
  sessions.announceEnded(wanted.userId);
  return changed;
}

const macOf = (key: Buffer, payload: string): Buffer => createHmac("sha256", key).update(payload).digest();

const passwordMarkOf = (key: Buffer, { id, passwordHash }: repo.UserRow): string =>
  macOf(key, `password ${id} ${passwordHash ?? ""}`).toString("base64url");

function signed(key: Buffer, wanted: Change): string {
  const payload = Buffer.from(JSON.stringify(wanted)).toString("base64url");
  return `${payload}.${macOf(key, payload).toString("base64url")}`;
}

/** Returns the change of a link, or null for a link that this server did not sign. */
function changeOf(key: Buffer, code: string): Change | null {
  const [payload = "", mac = ""] = code.split(".");
  const given = Buffer.from(mac, "base64url");
  const expected = macOf(key, payload);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as Change;
}

export type EmailChanges = ReturnType<typeof createEmailChanges>;

/** Creates the service for changes of the e-mail address: by a link to the new address, or immediately without a mail server. */
export function createEmailChanges(deps: EmailChangesDeps) {
  const { db, clock, keys } = deps.ports;
  const context: Context = { ...deps, db, clock, key: keys.derive("email-change") };
  return {
    request: request.bind(null, context),
    confirm: confirm.bind(null, context),
  };
}
