import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Executor } from "../../platform/db/client.ts";
import { singleFlight } from "../../platform/db/single-flight.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { clearSessionCookies, credentialsOf, assertSameOrigin, setSessionCookies, type Credentials } from "./credentials.ts";
import type { IdTokens } from "./id-token.ts";
import * as repo from "./sessions.repo.ts";

const DAY_MS = 86_400_000;
/** A remembered session lives on while it is used this often; any other ends a day after it began. */
const REMEMBERED_MS = 30 * DAY_MS;
const ORDINARY_MS = DAY_MS;
/** "Last seen" is written down at most this often. */
const TOUCH_MS = 60_000;
/** How long after a password was typed a session may do what needs it. */
const FRESH_MS = 10 * 60_000;

export interface Tokens {
  idToken: string;
  refreshToken: string;
}

/** Where a call comes from, as sessions and the audit log remember it. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/** A session that was just opened, with the one copy of its refreshToken. */
export interface OpenedSession {
  tokens: Tokens;
  sessionId: string;
  remember: boolean;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Where this request comes from. */
export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: (request.headers["user-agent"] ?? "").slice(0, 400) };
}

/** Was a password or a fresh credential given lately in this session? */
export function isFresh(actor: UserActor, now: Date): boolean {
  return now.getTime() - actor.authenticatedAt.getTime() <= FRESH_MS;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Opens, finds and ends sessions; the tokens' only keeper. */
export function createSessions(ports: Ports, idTokens: IdTokens) {
  const { db, pool, clock, ids, log } = ports;
  const isSecure = (): boolean => ports.publicUrl().startsWith("https:");
  const lifetimeMs = (remember: boolean): number => (remember ? REMEMBERED_MS : ORDINARY_MS);
  const cookieOptions = (remember: boolean) => ({ secure: isSecure(), ...(remember ? { maxAgeS: REMEMBERED_MS / 1000 } : {}) });

  const liveSessions = singleFlight((id) => repo.findLiveById(pool, id, clock.now()));

  /** Sessions whose touch is under way in this process. */
  const touching = new Set<string>();

  function touch(live: repo.LiveSession, now: Date): void {
    if (now.getTime() - live.lastSeenAt.getTime() < TOUCH_MS || touching.has(live.id)) return;
    touching.add(live.id);
    const change = live.remember ? { lastSeenAt: now, expiresAt: new Date(now.getTime() + REMEMBERED_MS) } : { lastSeenAt: now };
    // Off the request's path: nobody waits for it, and a lost touch is made up for by the next request.
    repo
      .touchSession(db, live.id, change)
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

  /** A valid idToken finds its session by id; else the refreshToken finds it, and the idToken wants renewing. */
  async function find({ idToken, refreshToken }: Credentials, now: Date): Promise<{ live: repo.LiveSession; stale: boolean } | undefined> {
    const verdict = idToken ? idTokens.verify(idToken) : undefined;
    if (verdict?.state === "valid" && UUID.test(verdict.claims.sessionId)) {
      const live = await liveSessions.look(verdict.claims.sessionId);
      if (live && live.userId === verdict.claims.userId) return { live, stale: false };
    }
    const live = refreshToken ? await repo.findLiveByToken(pool, sha256(refreshToken), now) : undefined;
    return live && { live, stale: true };
  }

  function renew(live: repo.LiveSession, credentials: Credentials, reply: FastifyReply): void {
    const idToken = idTokens.sign({ userId: live.userId, sessionId: live.id });
    void reply.header("idToken", idToken);
    if (credentials.source === "cookies" && credentials.refreshToken)
      setSessionCookies(reply, { idToken, refreshToken: credentials.refreshToken }, cookieOptions(live.remember));
  }

  return {
    /** Who sends this request. Renews a stale idToken on the way. @throws AppError `cross-origin` */
    async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
      const credentials = credentialsOf(request);
      if (!credentials) return { kind: "anonymous" };
      if (credentials.source === "cookies") assertSameOrigin(request, ports.publicUrl());
      const now = clock.now();
      const found = await find(credentials, now);
      if (!found) return { kind: "anonymous" };
      touch(found.live, now);
      if (found.stale) renew(found.live, credentials, reply);
      return actorOf(found.live);
    },

    /** Opens a session inside the caller's transaction. Only the hash of its refreshToken is kept. */
    async open(tx: Executor, user: { id: string }, remember: boolean, origin: Origin): Promise<OpenedSession> {
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
    },

    /** A new idToken for the refreshToken that the request carries. @throws AppError `unauthenticated` when that one is not alive. */
    async refresh(request: FastifyRequest): Promise<OpenedSession & { userId: string }> {
      const refreshToken = credentialsOf(request)?.refreshToken;
      const live = refreshToken ? await repo.findLiveByToken(pool, sha256(refreshToken), clock.now()) : undefined;
      if (!live || !refreshToken) throw new AppError("unauthenticated");
      const tokens = { idToken: idTokens.sign({ userId: live.userId, sessionId: live.id }), refreshToken };
      return { sessionId: live.id, userId: live.userId, remember: live.remember, tokens };
    },

    /** Hands an opened session's tokens to the browser, too. */
    giveCookies(reply: FastifyReply, opened: OpenedSession): void {
      setSessionCookies(reply, opened.tokens, cookieOptions(opened.remember));
    },
    takeCookies(reply: FastifyReply): void {
      clearSessionCookies(reply, isSecure());
    },

    list: (userId: string) => repo.listSessions(db, userId, clock.now()),
    /** Ends one session of a user; false when they have none of that id. */
    async end(tx: Executor, userId: string, sessionId: string): Promise<boolean> {
      return UUID.test(sessionId) && (await repo.deleteSession(tx, userId, sessionId));
    },
    /** Ends all sessions of a user, but for the one to keep. */
    endAll: (tx: Executor, userId: string, keepId?: string) => repo.deleteSessions(tx, userId, keepId),
    /** Notes that a password was given in this session just now. */
    reauthenticated: (tx: Executor, sessionId: string) => repo.markAuthenticated(tx, sessionId, clock.now()),
  };
}
