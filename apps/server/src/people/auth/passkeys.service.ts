import { createHash } from "node:crypto";
import { isUuid, PASSKEYS_MAX, type addPasskey, type proveWithPasskey, type ServerArgs, type signInWithPasskey } from "@stillreel/contract";
import { verifyAuthenticationResponse, verifyRegistrationResponse, type AuthenticatorTransport } from "@simplewebauthn/server";
import type { Transaction } from "../../platform/db/client.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RateLimits } from "../../platform/http/rate-limit.ts";
import { RATE_RULES } from "../../platform/http/rate-rules.ts";
import { type AccountsDeps, locked, proven } from "./accounts.service.ts";
import { networkOf } from "./password-guard.ts";
import * as repo from "./passkeys.repo.ts";
import type { OpenedSession, Origin } from "./sessions.service.ts";
import type { SignInMethods } from "./sign-in-methods.service.ts";
import * as tokensRepo from "./tokens.repo.ts";
import { languageOf } from "./user.present.ts";
import * as usersRepo from "./users.repo.ts";

/** Lifetime of a challenge, also the time that the browser waits for the user. */
const CHALLENGE_LIVES_MS = 5 * 60_000;
/** Time in which the session that removed a passkey can restore it. */
const RESTORABLE_MS = 60_000;
/** COSE algorithms of new passkeys: Ed25519, ECDSA with P-256, RSA with SHA-256. */
const ALGORITHMS = [-8, -7, -257];
/** Limit for sign-ins per network. No passkey can be guessed; it limits the work and the stored challenges. */
const PER_NETWORK = RATE_RULES.passkey;

type PasskeysDeps = Pick<AccountsDeps, "ports" | "sessions" | "guard" | "outbox" | "audit"> & {
  limits: RateLimits;
  methods: Pick<SignInMethods, "assertRemovable">;
};

/** The ports and services that the functions of this file use. */
interface Context extends PasskeysDeps, Pick<AccountsDeps["ports"], "db" | "clock" | "ids"> {}

type NewPasskey = ServerArgs<typeof addPasskey>["body"];
type PasskeyUse = ServerArgs<typeof signInWithPasskey>["body"];
type PasskeyProof = ServerArgs<typeof proveWithPasskey>["body"];
type PasskeyMail = "passkey-added" | "passkey-removed";
type ChallengeKind = "add-passkey" | "use-passkey";

/** A sign-in with a passkey. */
export interface SignedInByPasskey {
  user: usersRepo.UserRow;
  opened: OpenedSession;
  isNewUser: false;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Returns the site that passkeys belong to: the host of the public address. */
function siteOf({ ports }: Context): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(ports.publicUrl());
  return { rpId: hostname, origin };
}

async function createChallenge({ db, ids, clock }: Context, kind: ChallengeKind, userId: string | null): Promise<string> {
  const challenge = ids.secret(32);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIVES_MS);
  await tokensRepo.insertToken(db, { hash: sha256(challenge), kind, userId, createdAt: now, expiresAt });
  return challenge;
}

/** Uses a challenge up, whatever the rest of the answer is. Returns false for one that is unknown, used, expired or another user's. */
async function takeChallenge({ db, clock }: Context, kind: ChallengeKind, userId: string | null, challenge: string): Promise<boolean> {
  const now = clock.now();
  const found = await tokensRepo.findToken(db, kind, sha256(challenge), now);
  if (found?.userId !== userId) return false;
  return (await tokensRepo.useToken(db, kind, sha256(challenge), now)) !== undefined;
}

const descriptorOf = ({ credentialId, transports }: repo.PasskeyRow) => ({
  id: credentialId,
  type: "public-key" as const,
  transports,
});

/** Returns the options to create a passkey. @throws AppError `reauthentication-required`, `too-many-passkeys`, `too-many-requests` */
async function start(context: Context, actor: UserActor, password: string | undefined, ip: string) {
  const user = await proven(context, actor, password, ip);
  const existing = await repo.listPasskeys(context.db, user.id);
  if (existing.length >= PASSKEYS_MAX) throw new AppError("too-many-passkeys");
  return {
    challenge: await createChallenge(context, "add-passkey", user.id),
    rp: { id: siteOf(context).rpId, name: "Stillreel" },
    user: {
      id: Buffer.from(user.id.replaceAll("-", ""), "hex").toString("base64url"),
      name: user.email,
      displayName: user.displayName,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: CHALLENGE_LIVES_MS,
    attestation: "none" as const,
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" } as const,
  };
}

/** Checks a created passkey. @throws AppError `passkey-refused` */
async function verifyCreated(context: Context, actor: UserActor, { credential }: NewPasskey) {
  const { rpId, origin } = siteOf(context);
  const transports = credential.response.transports as AuthenticatorTransport[];
  const response = { ...credential, response: { ...credential.response, transports }, clientExtensionResults: {} };
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => takeChallenge(context, "add-passkey", actor.id, challenge),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo) return registrationInfo.credential;
  } catch (cause) {
    throw new AppError("passkey-refused", { cause });
  }
  throw new AppError("passkey-refused");
}

/** Adds a created passkey and notifies the user. @throws AppError `passkey-refused`, `too-many-passkeys` */
async function add(context: Context, actor: UserActor, created: NewPasskey, ip: string): Promise<repo.PasskeyRow> {
  const { db, ids, clock, audit } = context;
  const { id: credentialId, publicKey, counter } = await verifyCreated(context, actor, created);
  const { transports } = created.credential.response;
  return db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    if ((await repo.countPasskeys(tx, user.id)) >= PASSKEYS_MAX) throw new AppError("too-many-passkeys");
    const row = { id: ids.id(), credentialId, userId: user.id, publicKey: Buffer.from(publicKey), counter, transports, name: created.name };
    const added = await repo.insertPasskey(tx, { ...row, createdAt: clock.now() });
    if (!added) throw new AppError("passkey-refused");
    await notify(context, tx, user, "passkey-added", created.name);
    await audit.record(tx, { action: "auth.passkey-added", userId: user.id, ip, details: { subject: created.name } });
    return added;
  });
}

/** Reports a change of the passkeys to the user by mail. */
async function notify({ outbox }: Context, tx: Transaction, user: usersRepo.UserRow, template: PasskeyMail, passkeyName: string) {
  const data = { displayName: user.displayName, passkeyName };
  await outbox.post(tx, { template, to: user.email, language: languageOf(user), data });
}

/**
 * Removes a passkey and notifies the user. It does not sign in from now on; the session can restore it for a minute.
 * @throws AppError `not-found`, `last-sign-in-method`, `reauthentication-required`, `too-many-requests`
 */
async function remove(context: Context, actor: UserActor, id: string, password: string | undefined, ip: string): Promise<void> {
  const { db, clock, audit, methods } = context;
  await proven(context, actor, password, ip);
  await db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    const which = { userId: user.id, sessionId: actor.sessionId, id };
    const isOwn = (await repo.listPasskeys(tx, user.id)).some((passkey) => passkey.id === id);
    if (!isOwn) throw new AppError("not-found");
    await methods.assertRemovable(tx, user, { passkey: true });
    const removed = await repo.markRemoved(tx, which, clock.now());
    if (!removed) throw new AppError("not-found");
    await notify(context, tx, user, "passkey-removed", removed.name);
    await audit.record(tx, { action: "auth.passkey-removed", userId: user.id, ip, details: { subject: removed.name } });
  });
}

/** Restores a passkey that this session has just removed, and notifies the user. @throws AppError `not-found`, `too-many-passkeys` */
async function restore(context: Context, actor: UserActor, id: string, ip: string): Promise<repo.PasskeyRow> {
  const { db, clock, audit } = context;
  return db.transaction(async (tx) => {
    const user = await locked(tx, actor.id);
    const which = { userId: user.id, sessionId: actor.sessionId, id };
    const since = new Date(clock.now().getTime() - RESTORABLE_MS);
    const restored = isUuid(id) ? await repo.restorePasskey(tx, which, since) : undefined;
    if (!restored) throw new AppError("not-found");
    if ((await repo.countPasskeys(tx, user.id)) > PASSKEYS_MAX) throw new AppError("too-many-passkeys");
    await notify(context, tx, user, "passkey-added", restored.name);
    await audit.record(tx, { action: "auth.passkey-restored", userId: user.id, ip, details: { subject: restored.name } });
    return restored;
  });
}

/** Returns the options to sign in with any passkey of this site. @throws AppError `too-many-requests` */
async function startSignIn(context: Context, ip: string) {
  await context.limits.take({ key: `passkey:${networkOf(ip)}`, rule: PER_NETWORK });
  const challenge = await createChallenge(context, "use-passkey", null);
  return { challenge, rpId: siteOf(context).rpId, timeout: CHALLENGE_LIVES_MS, userVerification: "required" as const };
}

/**
 * Checks the answer of a passkey. Returns its new counter.
 * @param userId the user for whom the challenge was made; null for the challenge of a sign-in
 */
async function verifyUsed(
  context: Context,
  passkey: repo.PasskeyRow,
  { credential }: PasskeyProof,
  userId: string | null,
): Promise<number> {
  const { rpId, origin } = siteOf(context);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: (challenge) => takeChallenge(context, "use-passkey", userId, challenge),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
  });
  if (!verified) throw new Error("the signature does not match the passkey");
  return authenticationInfo.newCounter;
}

async function open(context: Context, passkey: repo.PasskeyRow, counter: number, remember: boolean, origin: Origin) {
  const { db, clock, sessions, audit } = context;
  return db.transaction(async (tx) => {
    const user = await usersRepo.lockUser(tx, passkey.userId);
    if (!user || !(await repo.markUsed(tx, passkey.id, counter, clock.now()))) throw new AppError("passkey-refused");
    const opened = await sessions.open(tx, user, origin, { remember, isNewUser: false });
    const details = { sessionId: opened.sessionId, by: "passkey" };
    await audit.record(tx, { action: "auth.signed-in", userId: user.id, ip: origin.ip, details });
    return { user, opened, isNewUser: false as const };
  });
}

/** Signs in with a passkey, which replaces the password and the code. @throws AppError `passkey-refused`, `account-suspended` */
async function signIn(context: Context, use: PasskeyUse, origin: Origin): Promise<SignedInByPasskey> {
  const { db, audit } = context;
  const passkey = await repo.findPasskey(db, use.credential.id);
  if (!passkey) throw new AppError("passkey-refused");
  try {
    return await open(context, passkey, await verifyUsed(context, passkey, use, null), use.remember, origin);
  } catch (cause) {
    const details = { reason: cause instanceof AppError ? cause.code : "passkey-refused" };
    await audit.record(db, { action: "auth.sign-in-refused", userId: passkey.userId, ip: origin.ip, details });
    throw cause instanceof AppError ? cause : new AppError("passkey-refused", { cause });
  }
}

/** Returns the options to prove oneself by one of the account's passkeys. @throws AppError `too-many-requests` */
async function startProof(context: Context, actor: UserActor, ip: string) {
  await context.limits.take({ key: `passkey:${networkOf(ip)}`, rule: PER_NETWORK });
  const challenge = await createChallenge(context, "use-passkey", actor.id);
  const allowCredentials = (await repo.listPasskeys(context.db, actor.id)).map(descriptorOf);
  return { challenge, rpId: siteOf(context).rpId, timeout: CHALLENGE_LIVES_MS, userVerification: "required" as const, allowCredentials };
}

/** Records that the user proved themselves by one of their passkeys. @throws AppError `passkey-refused` */
async function prove(context: Context, actor: UserActor, proof: PasskeyProof, ip: string): Promise<void> {
  const { db, clock, sessions, audit } = context;
  const passkey = await repo.findPasskey(db, proof.credential.id);
  if (passkey?.userId !== actor.id) throw new AppError("passkey-refused");
  const counter = await verifyUsed(context, passkey, proof, actor.id).catch((cause: unknown) => {
    throw new AppError("passkey-refused", { cause });
  });
  await db.transaction(async (tx) => {
    if (!(await repo.markUsed(tx, passkey.id, counter, clock.now()))) throw new AppError("passkey-refused");
    await sessions.reauthenticated(tx, actor.sessionId);
    await audit.record(tx, { action: "auth.reauthenticated", userId: actor.id, ip, details: { by: "passkey" } });
  });
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Creates the service for passkeys: adding, removing, and signing in with them. */
export function createPasskeys(deps: PasskeysDeps) {
  const { db, clock, ids } = deps.ports;
  const context: Context = { ...deps, db, clock, ids };
  return {
    list: (userId: string) => repo.listPasskeys(db, userId),
    start: start.bind(null, context),
    add: add.bind(null, context),
    remove: remove.bind(null, context),
    restore: restore.bind(null, context),
    startSignIn: startSignIn.bind(null, context),
    signIn: signIn.bind(null, context),
    startProof: startProof.bind(null, context),
    prove: prove.bind(null, context),
  };
}
