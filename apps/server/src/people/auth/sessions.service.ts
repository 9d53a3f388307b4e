import { isUuid } from "@stillreel/contract";
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Executor } from "../../platform/db/client.ts";
import { singleFlight } from "../../platform/db/single-flight.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import type { AccountStates } from "../../access/account-states/index.ts";
import { type AccessTokens, assertTokenPermits, isAccessToken } from "./access-tokens.service.ts";
import { clearSessionCookies, credentialsOf, assertSameOrigin, setSessionCookies, type Credentials } from "./credentials.ts";
import type { IdTokens } from "./id-token.ts";
import * as repo from "./sessions.repo.ts";
import type { SignInAlerts } from "./sign-in-alerts.service.ts";
import type { UserRow } from "./users.repo.ts";

const DAY_MS = 86_400_000;
/** Idle lifetime of a remembered session, extended by each use. Other sessions end one day after they start. */
const REMEMBERED_MS = 30 * DAY_MS;
const ORDINARY_MS = DAY_MS;
/** Minimum interval between updates of "last seen". */
const TOUCH_MS = 60_000;
/** Time after entering the password in which a session may perform sensitive actions. */
const FRESH_MS = 10 * 60_000;

export interface Tokens {
  idToken: string;
  refreshToken: string;
}

/** Origin of a request, as stored in sessions and the audit log. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/** A newly created session with the only copy of its refresh token. */
export interface OpenedSession {
  tokens: Tokens;
  sessionId: string;
  remember: boolean;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Returns the origin of a request. */
export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: (request.headers["user-agent"] ?? "").slice(0, 400) };
}

/** Returns whether the user gave a password or fresh credential recently in this session. */
export function isFresh(actor: UserActor, now: Date): boolean {
  return now.getTime() - actor.authenticatedAt.getTime() <= FRESH_MS;
}

export type Sessions = ReturnType<typeof createSessions>;

/** The ports and services that the functions of this file use. */
interface Context extends Pick<Ports, "db" | "log" | "pool" | "clock" | "ids"> {
  ports: Ports;
  states: Pick<AccountStates, "learn">;
  alerts: SignInAlerts;
  accessTokens: Pick<AccessTokens, "find" | "revokeAll">;
  events: Pick<Events, "publish">;
  touching: Set<string>;
  idTokens: IdTokens;
  liveSessions: ReturnType<typeof singleFlight<repo.LiveSession | undefined>>;
}

const isSecure = ({ ports }: Context): boolean => ports.publicUrl().startsWith("https:");

const lifetimeMs = (remember: boolean): number => (remember ? REMEMBERED_MS : ORDINARY_MS);

const cookieOptions = (context: Context, remember: boolean) => ({
  secure: isSecure(context),
  ...(remember ? { maxAgeS: REMEMBERED_MS / 1000 } : {}),
});

/** Records a use of the session, and once a day of its device. */
async function recordUse({ db, alerts }: Context, live: repo.LiveSession, now: Date): Promise<void> {
  const change = live.remember ? { lastSeenAt: now, expiresAt: new Date(now.getTime() + REMEMBERED_MS) } : { lastSeenAt: now };
  const userAgent = await repo.touchSession(db, live.id, change);
  const isAnotherDay = Math.floor(live.lastSeenAt.getTime() / DAY_MS) !== Math.floor(now.getTime() / DAY_MS);
  if (userAgent !== undefined && isAnotherDay) await alerts.used(db, live.userId, userAgent);
}

function touch(context: Context, live: repo.LiveSession, now: Date): void {
  const { touching, log } = context;
  if (now.getTime() - live.lastSeenAt.getTime() < TOUCH_MS || touching.has(live.id)) return;
  touching.add(live.id);
  // Runs in the background. If an update is lost, the next request repeats it.
  recordUse(context, live, now)
    .catch((error: unknown) => log.warn({ err: error }, "session not touched"))
    .finally(() => touching.delete(live.id));
}

const actorOf = (live: repo.LiveSession): UserActor => ({
  kind: "user",
  id: live.userId,
  role: live.role,
  sessionId: live.id,
  authenticatedAt: live.authenticatedAt,
  personalWorkspaceId: live.personalWorkspaceId,
});

/** Finds a session by id with a valid idToken, else by the refresh token, which means that the idToken must be renewed. */
async function find(
  { idTokens, liveSessions, pool }: Context,
  { idToken, refreshToken }: Credentials,
  now: Date,
): Promise<{ live: repo.LiveSession; stale: boolean } | undefined> {
  const verdict = idToken ? idTokens.verify(idToken) : undefined;
  if (verdict?.state === "valid" && isUuid(verdict.claims.sessionId)) {
    const live = await liveSessions.read(verdict.claims.sessionId);
    if (live && live.userId === verdict.claims.userId) return { live, stale: false };
  }
  const live = refreshToken ? await repo.findLiveByToken(pool, sha256(refreshToken), now) : undefined;
  return live && { live, stale: true };
}

function renew(context: Context, live: repo.LiveSession, credentials: Credentials, reply: FastifyReply): void {
  const { idTokens } = context;
  const idToken = idTokens.sign({ userId: live.userId, sessionId: live.id });
  void reply.header("idToken", idToken);
  if (credentials.source === "cookies" && credentials.refreshToken)
    setSessionCookies(reply, { idToken, refreshToken: credentials.refreshToken }, cookieOptions(context, live.remember));
}

/**
 * Returns the caller of a request with an access token. In a cookie it permits nothing.
 * @throws AppError `session-required`, `token-read-only` for a request that the token does not permit
 */
async function authenticateToken(
  { accessTokens, states }: Context,
  request: FastifyRequest,
  { source, idToken }: Credentials,
): Promise<Actor> {
  const live = source === "headers" && idToken !== undefined ? await accessTokens.find(idToken) : undefined;
  if (!live) return { kind: "anonymous" };
  const { id: sessionId, userId: id, role, scope: tokenScope, personalWorkspaceId, quotaBytes } = live;
  states.learn(id, { isActive: true, quotaBytes: quotaBytes === null ? null : Number(quotaBytes) });
  // It was never proven by a password or the like, so its age is that of the epoch.
  const actor: UserActor = { kind: "user", id, role, sessionId, authenticatedAt: new Date(0), personalWorkspaceId, tokenScope };
  assertTokenPermits(actor, request.method, request.routeOptions.config.route);
  return actor;
}

/** Returns the caller of a request. Renews a stale idToken. @throws AppError `cross-origin`, and those of {@link authenticateToken} */
async function authenticate(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
  const { ports, clock } = context;
  const credentials = credentialsOf(request);
  if (!credentials) return { kind: "anonymous" };
  if (credentials.source === "cookies") assertSameOrigin(request, ports.publicUrl());
  if (credentials.idToken !== undefined && isAccessToken(credentials.idToken)) return authenticateToken(context, request, credentials);
  const now = clock.now();
  const found = await find(context, credentials, now);
  if (!found) return { kind: "anonymous" };
  const { userId, quotaBytes } = found.live;
  context.states.learn(userId, { isActive: true, quotaBytes: quotaBytes === null ? null : Number(quotaBytes) });
  touch(context, found.live, now);
  if (found.stale) renew(context, found.live, credentials, reply);
  return actorOf(found.live);
}

/**
 * Creates a session in the caller's transaction. Only the hash of its refresh token is stored. A new device is reported to the user.
 * A suspension at the same time waits for this transaction and then ends the session.
 * @throws AppError `account-suspended`
 */
async function open(
  { clock, ids, idTokens, alerts }: Context,
  tx: Executor,
  user: UserRow,
  origin: Origin,
  { remember, isNewUser }: { remember: boolean; isNewUser: boolean },
): Promise<OpenedSession> {
  if (!(await repo.holdActive(tx, user.id))) throw new AppError("account-suspended");
  await alerts.signedIn(tx, user, { ...origin, isNewUser });
  const now = clock.now();
  const sessionId = ids.id();
  const refreshToken = ids.secret(32);
  const expiresAt = new Date(now.getTime() + lifetimeMs(remember));
  await repo.insertSession(tx, {
    id: sessionId,
    userId: user.id,
    tokenHash: sha256(refreshToken),
    remember,
    ...origin,
    createdAt: now,
    authenticatedAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  return { sessionId, remember, tokens: { idToken: idTokens.sign({ userId: user.id, sessionId }), refreshToken } };
}

/** Issues a new idToken for the request's refresh token. @throws AppError `unauthenticated` when the token is not active */
async function refresh({ pool, clock, idTokens }: Context, request: FastifyRequest): Promise<OpenedSession & { userId: string }> {
  const refreshToken = credentialsOf(request)?.refreshToken;
  const live = refreshToken ? await repo.findLiveByToken(pool, sha256(refreshToken), clock.now()) : undefined;
  if (!live || !refreshToken) throw new AppError("unauthenticated");
  const tokens = { idToken: idTokens.sign({ userId: live.userId, sessionId: live.id }), refreshToken };
  return { sessionId: live.id, userId: live.userId, remember: live.remember, tokens };
}

/** Sets the tokens of a new session as cookies in addition to the body. */
function giveCookies(context: Context, reply: FastifyReply, opened: OpenedSession): void {
  setSessionCookies(reply, opened.tokens, cookieOptions(context, opened.remember));
}

function takeCookies(context: Context, reply: FastifyReply): void {
  clearSessionCookies(reply, isSecure(context));
}

/** Ends one session of a user. Returns false when the user has no session with that id. */
async function end(tx: Executor, userId: string, sessionId: string): Promise<boolean> {
  return isUuid(sessionId) && (await repo.deleteSession(tx, userId, sessionId));
}

/** Creates the service that creates, finds and ends sessions. Only this service handles tokens. */
export function createSessions(ports: Ports, deps: Pick<Context, "idTokens" | "states" | "alerts" | "accessTokens" | "events">) {
  const { db, pool, clock, ids, log } = ports;
  const liveSessions = singleFlight((id) => repo.findLiveById(pool, id, clock.now()));
  /** Sessions with an update of "last seen" in flight in this process. */
  const touching = new Set<string>();
  const context: Context = { ...deps, ports, touching, db, log, liveSessions, pool, clock, ids };
  return {
    authenticate: authenticate.bind(null, context),
    open: open.bind(null, context),
    refresh: refresh.bind(null, context),
    giveCookies: giveCookies.bind(null, context),
    takeCookies: takeCookies.bind(null, context),

    /** Returns whether a session of the user is open. */
    isOpen: (tx: Executor, userId: string, sessionId: string) => repo.hasSession(tx, userId, sessionId, clock.now()),
    list: (userId: string) => repo.listSessions(db, userId, clock.now()),
    end,
    /** Ends all sessions of a user except `keepId`. */
    endAll: (tx: Executor, userId: string, exceptId?: string) => repo.deleteSessions(tx, userId, exceptId),
    /** Makes every process check the open connections of a user. Called after the commit that ended sessions or tokens. */
    announceEnded: (userId: string): void => deps.events.publish({ type: "sessions", userId }),
    /** Revokes all access tokens of a user. */
    revokeTokens: (tx: Executor, userId: string) => deps.accessTokens.revokeAll(tx, userId),
    /** Records that the user gave the password in this session now. */
    reauthenticated: (tx: Executor, sessionId: string) => repo.markAuthenticated(tx, sessionId, clock.now()),
  };
}
