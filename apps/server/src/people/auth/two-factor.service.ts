import { createHash } from "node:crypto";
import { CHALLENGE_FIELD, ERRORS, RECOVERY_CODES } from "@stillreel/contract";
import type { Executor, Transaction } from "../../platform/db/client.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { RateCounter, RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import { createSealer, type Sealer } from "../../platform/ports/sealing.ts";
import { type AccountsDeps, locked, proven } from "./accounts.service.ts";
import { createKey, createRecoveryCode, hashRecoveryCode, stepOf, uriOf } from "./one-time-codes.ts";
import type { OpenedSession, Origin } from "./sessions.service.ts";
import * as tokensRepo from "./tokens.repo.ts";
import * as repo from "./two-factor.repo.ts";
import { languageOf } from "./user.present.ts";
import * as usersRepo from "./users.repo.ts";

/** Lifetime of a sign-in that waits for its code. */
const CHALLENGE_LIVES_MS = 5 * 60_000;
/** Limits for codes. They apply only after the right password; the owner's known browsers are counted separately. */
const PER_CHALLENGE = RATE_RULES["two-factor-challenge"];
const PER_GUESSER = RATE_RULES["two-factor"];

type TwoFactorDeps = Pick<AccountsDeps, "ports" | "sessions" | "guard" | "outbox" | "audit"> & { limits: RateLimits };

/** The ports and services that the functions of this file use. */
interface Context extends TwoFactorDeps, Pick<AccountsDeps["ports"], "db" | "clock" | "ids"> {
  sealer: Sealer;
  /** Key of the stored recovery codes. */
  recoveryKey: Buffer;
}

/** A code for a sign-in that waits for it. One of both codes is given. */
export interface CodeTry {
  challenge: string;
  code?: string | undefined;
  recoveryCode?: string | undefined;
  remember: boolean;
}

/** A sign-in that was finished with a code. */
export interface Verified {
  user: usersRepo.UserRow;
  opened: OpenedSession;
  isNewUser: false;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
const sealContext = (userId: string): string => `two-factor ${userId}`;

async function status({ db }: Context, userId: string) {
  const [user, row] = [await usersRepo.findUser(db, userId), await repo.findTwoFactor(db, userId)];
  const enabledAt = row?.enabledAt ?? null;
  return {
    enabledAt: enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: enabledAt ? await repo.countRecoveryCodes(db, userId) : 0,
    hasPassword: typeof user?.passwordHash === "string",
  };
}

/** Creates a key that waits for its first code. @throws AppError `two-factor-on`, `reauthentication-required`, `too-many-requests` */
async function setUp(context: Context, actor: UserActor, password: string | undefined, ip: string) {
  const { db, ids, clock, sealer } = context;
  const user = await proven(context, actor, password, ip);
  const secret = createKey(ids);
  const sealed = sealer.seal(secret, sealContext(user.id));
  if (!(await repo.putPending(db, { userId: user.id, secret: sealed, createdAt: clock.now() }))) throw new AppError("two-factor-on");
  return { secret, uri: uriOf(secret, user.email) };
}

/** Uses a code of the account's authenticator app. Returns false for a wrong code and for one that was used before. */
async function useCode({ clock, sealer }: Context, tx: Executor, row: repo.TwoFactorRow, code: string): Promise<boolean> {
  const secret = sealer.open(row.secret, sealContext(row.userId));
  const step = secret === null ? null : stepOf(secret, code, clock.now());
  return step !== null && repo.useStep(tx, row.userId, step);
}

/** Replaces the recovery codes. Returns the new ones, which are not stored readably. */
async function renewCodes({ ids, recoveryKey }: Context, tx: Executor, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => createRecoveryCode(ids));
  await repo.replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(recoveryKey, userId, code)),
  );
  return codes;
}

async function notify(
  { outbox }: Context,
  tx: Executor,
  user: usersRepo.UserRow,
  template: "two-factor-on" | "two-factor-off" | "two-factor-reset",
) {
  await outbox.post(tx, { template, to: user.email, language: languageOf(user), data: { displayName: user.displayName } });
}

/** Switches the codes on. Returns the recovery codes. @throws AppError `wrong-code`, `two-factor-on`, `two-factor-off`, `too-many-requests` */
async function enable(context: Context, actor: UserActor, code: string, ip: string): Promise<string[]> {
  const { db, clock, audit, limits } = context;
  await limits.take({ key: `two-factor-setup:${actor.id}`, rule: PER_GUESSER });
  return db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    const row = await repo.findTwoFactor(tx, user.id);
    if (!row) throw new AppError("two-factor-off");
    if (row.enabledAt !== null) throw new AppError("two-factor-on");
    if (!(await useCode(context, tx, row, code))) throw new AppError("wrong-code");
    await repo.markEnabled(tx, user.id, clock.now());
    const codes = await renewCodes(context, tx, user.id);
    await notify(context, tx, user, "two-factor-on");
    await audit.record(tx, { action: "auth.two-factor-enabled", userId: user.id, ip });
    return codes;
  });
}

/** Replaces the recovery codes. @throws AppError `two-factor-off`, `reauthentication-required`, `too-many-requests` */
async function renew(context: Context, actor: UserActor, password: string | undefined, ip: string): Promise<string[]> {
  const { db, audit } = context;
  await proven(context, actor, password, ip);
  return db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    if (!(await repo.findTwoFactor(tx, user.id))?.enabledAt) throw new AppError("two-factor-off");
    const codes = await renewCodes(context, tx, user.id);
    await audit.record(tx, { action: "auth.recovery-codes-created", userId: user.id, ip });
    return codes;
  });
}

/** Switches the codes off. @throws AppError `two-factor-off`, `reauthentication-required`, `too-many-requests` */
async function disable(context: Context, actor: UserActor, password: string | undefined, ip: string): Promise<void> {
  const { db, audit } = context;
  await proven(context, actor, password, ip);
  await db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    if (!(await repo.deleteTwoFactor(tx, user.id))) throw new AppError("two-factor-off");
    await notify(context, tx, user, "two-factor-off");
    await audit.record(tx, { action: "auth.two-factor-disabled", userId: user.id, ip });
  });
}

/**
 * Switches the codes of another user off, in the caller's transaction, which records who did it. The user gets a mail.
 * @throws AppError `two-factor-off`
 */
async function reset(context: Context, tx: Transaction, user: usersRepo.UserRow): Promise<void> {
  if (!(await repo.deleteTwoFactor(tx, user.id))) throw new AppError("two-factor-off");
  await notify(context, tx, user, "two-factor-reset");
}

/**
 * Stops a sign-in whose password was right when the account has an authenticator app.
 * @param deviceId id of the browser if the account has signed in there before
 * @throws AppError `two-factor-required` with the challenge in its details
 */
async function assertNotNeeded({ db, ids, clock }: Context, userId: string, deviceId: string | null): Promise<void> {
  if (!(await repo.findTwoFactor(db, userId))?.enabledAt) return;
  const challenge = ids.secret(32);
  const now = clock.now();
  await tokensRepo.insertToken(db, {
    hash: sha256(challenge),
    kind: "two-factor",
    userId,
    payload: { deviceId },
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHALLENGE_LIVES_MS),
  });
  const code = "two-factor-required";
  throw new AppError(code, { details: [{ field: CHALLENGE_FIELD, code, message: challenge }], message: ERRORS[code].message });
}

function countersOf(userId: string, deviceId: unknown, hash: Buffer): [ofChallenge: RateCounter, ofGuesser: RateCounter] {
  const guesser = typeof deviceId === "string" ? `device ${deviceId}` : "stranger";
  return [
    { key: `two-factor-challenge:${hash.toString("hex")}`, rule: PER_CHALLENGE },
    { key: `two-factor:${userId}:${guesser}`, rule: PER_GUESSER },
  ];
}

async function isRight(context: Context, tx: Transaction, userId: string, { code, recoveryCode }: CodeTry): Promise<boolean> {
  const row = await repo.findTwoFactor(tx, userId);
  if (!row?.enabledAt) throw new AppError("sign-in-expired");
  if (code !== undefined) return useCode(context, tx, row, code);
  return repo.useRecoveryCode(tx, userId, hashRecoveryCode(context.recoveryKey, userId, recoveryCode ?? ""));
}

/** Opens the session when the code is right. Returns undefined for a wrong code, which changes nothing. */
async function finish(context: Context, attempt: CodeTry, userId: string, origin: Origin): Promise<Verified | undefined> {
  const { db, clock, sessions, audit } = context;
  return db.transaction(async (tx) => {
    const user = await usersRepo.lockUser(tx, userId);
    if (!user) throw new AppError("sign-in-expired");
    if (!(await isRight(context, tx, userId, attempt))) return undefined;
    if (!(await tokensRepo.useToken(tx, "two-factor", sha256(attempt.challenge), clock.now()))) throw new AppError("sign-in-expired");
    const opened = await sessions.open(tx, user, origin, { remember: attempt.remember, isNewUser: false });
    const details = { sessionId: opened.sessionId, by: attempt.code === undefined ? "recovery-code" : "code" };
    await audit.record(tx, { action: "auth.signed-in", userId, ip: origin.ip, details });
    return { user, opened, isNewUser: false };
  });
}

/**
 * Finishes a sign-in with a code. Each attempt is counted before its code is compared, so that a burst cannot bypass the limits.
 * @throws AppError `wrong-code`, `sign-in-expired`, `account-suspended`, `validation-failed`, `too-many-requests`
 */
async function verify(context: Context, attempt: CodeTry, origin: Origin): Promise<Verified> {
  const { db, clock, limits, audit } = context;
  if ((attempt.code === undefined) === (attempt.recoveryCode === undefined)) throw invalid("code", "Enter a code or a recovery code.");
  const hash = sha256(attempt.challenge);
  const token = await tokensRepo.findToken(db, "two-factor", hash, clock.now());
  if (!token?.userId) throw new AppError("sign-in-expired");
  const { userId } = token;
  const counters = countersOf(userId, token.payload.deviceId, hash);
  for (const counter of counters) await limits.take(counter);
  const verified = await finish(context, attempt, userId, origin);
  if (!verified) {
    await audit.record(db, { action: "auth.sign-in-refused", userId, ip: origin.ip, details: { reason: "wrong-code" } });
    throw new AppError("wrong-code");
  }
  await limits.clear(counters.map(({ key }) => key));
  return verified;
}

export type TwoFactor = ReturnType<typeof createTwoFactor>;

/** Creates the service for one-time codes: their set-up, recovery codes, and the second step of a sign-in. */
export function createTwoFactor(deps: TwoFactorDeps) {
  const { db, clock, ids, keys } = deps.ports;
  const context: Context = {
    ...deps,
    db,
    clock,
    ids,
    sealer: createSealer(keys.derive("encryption"), keys.earlier("encryption")),
    recoveryKey: keys.derive("recovery-code"),
  };
  return {
    status: status.bind(null, context),
    setUp: setUp.bind(null, context),
    enable: enable.bind(null, context),
    renew: renew.bind(null, context),
    disable: disable.bind(null, context),
    reset: reset.bind(null, context),
    assertNotNeeded: assertNotNeeded.bind(null, context),
    verify: verify.bind(null, context),
  };
}
