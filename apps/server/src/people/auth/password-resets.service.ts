import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../platform/http/app-error.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Passwords } from "./passwords.ts";
import type { Sessions } from "./sessions.service.ts";
import { assertUncommon, emailKeyOf } from "./sign-in.service.ts";
import * as tokensRepo from "./tokens.repo.ts";
import { languageOf } from "./user.present.ts";
import * as repo from "./users.repo.ts";

const LINK_LIVES_MS = 3_600_000;
/** Lifetime of the link of an account that an administrator added, which its user does not expect. */
const FIRST_LINK_LIVES_MS = 7 * 24 * 3_600_000;
const PER_ADDRESS = RATE_RULES.reset;
const PER_IP = RATE_RULES["reset-ip"];

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Thrown to roll back work that was done only to take the same time as a real request. */
class Undo extends Error {}
/** Minimum duration of a reset request in milliseconds. It is longer than the work in any case. */
const ANSWER_MS = 60;

export interface PasswordResetDeps {
  ports: Ports;
  sessions: Sessions;
  passwords: Passwords;
  limits: RateLimits;
  outbox: Pick<Outbox, "post">;
  audit: Audit;
}

export type PasswordResets = ReturnType<typeof createPasswordResets>;

/** The ports and services that the functions of this file use. */
interface Context extends PasswordResetDeps, Pick<PasswordResetDeps["ports"], "ids" | "clock" | "db"> {}

/** Writes the token of a link and returns its URL. Without a user it gives no access. */
async function insertLink({ ids, clock, ports }: Context, tx: Executor, userId: string | null, livesMs = LINK_LIVES_MS): Promise<string> {
  const secret = ids.secret(32);
  const now = clock.now();
  await tokensRepo.insertToken(tx, {
    hash: sha256(secret),
    kind: "reset-password",
    userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + livesMs),
  });
  return `${ports.publicUrl()}/auth/reset?code=${secret}`;
}

/**
 * Sends a reset link to the user, in the caller's transaction, which records who asked for it. Returns the link.
 * @throws AppError `account-suspended`
 */
async function sendTo(context: Context, tx: Executor, user: repo.UserRow): Promise<string> {
  if (user.suspendedAt !== null) throw new AppError("account-suspended");
  const resetUrl = await insertLink(context, tx, user.id);
  const data = { displayName: user.displayName, resetUrl };
  await context.outbox.post(tx, { template: "reset-password", to: user.email, language: languageOf(user), data });
  return resetUrl;
}

/**
 * Sends the user of an added account a link to set a password, in the caller's transaction. Returns the link.
 * @param senderName the administrator who added the account
 */
async function sendAdded(context: Context, tx: Executor, user: repo.UserRow, senderName: string): Promise<string> {
  const { clock, outbox } = context;
  const resetUrl = await insertLink(context, tx, user.id, FIRST_LINK_LIVES_MS);
  const expiresAt = new Date(clock.now().getTime() + FIRST_LINK_LIVES_MS).toISOString();
  const data = { displayName: user.displayName, senderName, resetUrl, expiresAt };
  await outbox.post(tx, { template: "account-added", to: user.email, language: languageOf(user), data });
  return resetUrl;
}

/**
 * Writes the token and the mail. For an address without an account the same rows are written and the mail is rolled
 * back immediately. Its token has no user, gives no access and expires. Both cases take the same time.
 */
async function write(context: Context, email: string, user: repo.UserRow | undefined, ip: string): Promise<void> {
  const { db, audit, outbox } = context;
  await db.transaction(async (tx) => {
    const resetUrl = await insertLink(context, tx, user?.id ?? null);
    await audit.record(tx, { action: "auth.reset-requested", userId: user?.id ?? null, ip });
    try {
      await tx.transaction(async (inner) => {
        const data = { displayName: user?.displayName ?? "", resetUrl };
        await outbox.post(inner, {
          template: "reset-password",
          to: user?.email ?? email,
          language: user ? languageOf(user) : null,
          data,
        });
        if (!user) throw new Undo();
      });
    } catch (error) {
      if (!(error instanceof Undo)) throw error;
    }
  });
}

async function ask(context: Context, email: string, emailKey: string, ip: string): Promise<void> {
  const { limits, db } = context;
  const { within } = await limits.hit({ key: `reset:${emailKey}`, rule: PER_ADDRESS });
  if (!within) return;
  const user = await repo.findUserByEmail(db, emailKey);
  // A suspended account gets no mail, because its link would be refused.
  await write(context, email, user?.suspendedAt === null ? user : undefined, ip);
}

/**
 * Sends a reset link if the account exists. The result does not reveal whether it does.
 * @throws AppError `too-many-requests`, only for the caller's IP address
 */
async function request(context: Context, email: string, ip: string): Promise<void> {
  const { limits } = context;
  await limits.take({ key: `reset-ip:${ip}`, rule: PER_IP });
  const emailKey = emailKeyOf(email);
  // A mail that is really sent takes slightly longer. The fixed minimum duration hides this difference.
  await Promise.all([sleep(ANSWER_MS), ask(context, email, emailKey, ip)]);
}

/**
 * Sends the user a link to set the first password of their account.
 * @throws AppError `password-exists`, `sign-in-method-off`, `account-suspended`, `too-many-requests`
 */
async function sendFirst(context: Context, actor: UserActor, ip: string): Promise<void> {
  const { ports, db, limits, outbox, audit } = context;
  if (!ports.settings.current().signIn.password) throw new AppError("sign-in-method-off");
  const user = await repo.findUser(db, actor.id);
  if (!user) throw new AppError("unauthenticated");
  if (user.suspendedAt !== null) throw new AppError("account-suspended");
  if (user.passwordHash !== null) throw new AppError("password-exists");
  await limits.take({ key: `reset:${user.emailKey}`, rule: PER_ADDRESS });
  await db.transaction(async (tx) => {
    const data = { displayName: user.displayName, resetUrl: await insertLink(context, tx, user.id) };
    await outbox.post(tx, { template: "set-password", to: user.email, language: languageOf(user), data });
    await audit.record(tx, { action: "auth.reset-requested", userId: user.id, ip });
  });
}

/** Returns the user of a link that can still be used. @throws AppError `reset-link-used` */
async function userOf({ db, clock }: Context, code: string): Promise<string> {
  const token = await tokensRepo.findToken(db, "reset-password", sha256(code), clock.now());
  if (!token?.userId) throw new AppError("reset-link-used");
  return token.userId;
}

/** Returns whether a link sets the first password of its account. @throws AppError `reset-link-used` */
async function isFirst(context: Context, code: string): Promise<boolean> {
  const user = await repo.findUser(context.db, await userOf(context, code));
  return user?.passwordHash === null;
}

/** Sets the password and ends all sessions of the account. @throws AppError `reset-link-used`, `account-suspended`, `validation-failed` */
async function use(context: Context, code: string, newPassword: string, ip: string): Promise<void> {
  const { passwords, db, clock, sessions, outbox, audit, limits } = context;
  await assertUncommon(newPassword, "newPassword");
  // Checked before the expensive hash, so that guessed codes are cheap to reject.
  await userOf(context, code);
  const passwordHash = await passwords.hash(newPassword);
  const { emailKey, id } = await db.transaction(async (tx) => {
    const token = await tokensRepo.useToken(tx, "reset-password", sha256(code), clock.now());
    const user = token?.userId ? await repo.lockUser(tx, token.userId) : undefined;
    if (!user) throw new AppError("reset-link-used");
    if (user.suspendedAt !== null) throw new AppError("account-suspended");
    // The user received the mail, which proves that they own the address.
    await repo.updateUser(tx, user.id, { passwordHash, emailVerified: true });
    await tokensRepo.deleteProofs(tx, user.id);
    await sessions.endAll(tx, user.id);
    await sessions.revokeTokens(tx, user.id);
    await outbox.post(tx, {
      template: "password-changed",
      to: user.email,
      language: languageOf(user),
      data: { displayName: user.displayName },
    });
    await audit.record(tx, { action: "auth.password-reset", userId: user.id, ip });
    return user;
  });
  sessions.announceEnded(id);
  // Wrong attempts before the reset used the old password.
  await limits.clear([`password:${emailKey}`, `password:${emailKey}:${ip}`]);
}

/** Creates the service for password links: reset and first password, check and use. */
export function createPasswordResets({ ports, sessions, passwords, limits, outbox, audit }: PasswordResetDeps) {
  const { db, ids, clock } = ports;
  const context: Context = { ids, clock, db, audit, ports, outbox, limits, passwords, sessions };
  return {
    request: request.bind(null, context),
    sendTo: sendTo.bind(null, context),
    sendAdded: sendAdded.bind(null, context),
    sendFirst: sendFirst.bind(null, context),
    isFirst: isFirst.bind(null, context),
    use: use.bind(null, context),
  };
}
