import { createHash } from "node:crypto";
import { ACCESS_TOKENS_MAX, type createAccessToken, isUuid, type Route, type ServerArgs } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { Events } from "../../platform/events/index.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./access-tokens.repo.ts";
import { languageOf } from "./user.present.ts";
import { lockUser } from "./users.repo.ts";

/** Start of every access token, by which programs that search for leaked secrets recognize it. */
const START = "srt_";
const TOKEN = /^srt_[\w-]{43}$/u;
/** Number of characters of a token that its owner sees later. */
const PREFIX_LENGTH = START.length + 6;
/** Minimum interval between updates of the last use. */
const TOUCH_MS = 60_000;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

type NewToken = ServerArgs<typeof createAccessToken>["body"];
interface AccessTokensDeps {
  ports: Ports;
  outbox: Pick<Outbox, "post">;
  audit: Audit;
  events: Pick<Events, "publish">;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Returns whether a credential is an access token by its form, and not an idToken. */
export const isAccessToken = (text: string): boolean => text.startsWith(START);

/**
 * Refuses a request that its access token does not permit. Callers with a session pass.
 * @throws AppError `session-required` for a route that needs a session, `token-read-only` for an unsafe method
 */
export function assertTokenPermits(actor: UserActor, method: string, route: Pick<Route, "sessionOnly"> | undefined): void {
  if (actor.tokenScope === undefined) return;
  if (route?.sessionOnly === true) throw new AppError("session-required");
  if (actor.tokenScope === "read" && !SAFE_METHODS.has(method)) throw new AppError("token-read-only");
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Creates the service for access tokens of programs: creation, revocation and authentication. */
export function createAccessTokens({ ports, outbox, audit, events }: AccessTokensDeps) {
  const { db, pool, clock, ids, log } = ports;
  /** Tokens with an update of the last use in flight in this process. */
  const touching = new Set<string>();

  function touch({ id, lastUsedAt }: repo.LiveAccessToken, now: Date): void {
    if (touching.has(id) || (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < TOUCH_MS)) return;
    touching.add(id);
    // Runs in the background. If an update is lost, the next request repeats it.
    repo
      .markUsed(db, id, now)
      .catch((error: unknown) => log.warn({ err: error }, "the use of an access token was not recorded"))
      .finally(() => touching.delete(id));
  }

  return {
    list: (userId: string) => repo.listTokens(db, userId),

    /** Creates a token and notifies the user by mail. @throws AppError `too-many-tokens`, `validation-failed` for a date in the past */
    async create(
      actor: UserActor,
      { name, scopes, expiresAt }: NewToken,
      ip: string,
    ): Promise<{ row: repo.AccessTokenRow; token: string }> {
      const now = clock.now();
      const end = expiresAt ? new Date(expiresAt) : null;
      if (end && end <= now) throw invalid("expiresAt", "Choose a date in the future.");
      const token = `${START}${ids.secret(32)}`;
      const values = { name, prefix: token.slice(0, PREFIX_LENGTH), hash: sha256(token), createdAt: now, expiresAt: end };
      const scope = scopes.includes("write") ? "write" : "read";
      return db.transaction(async (tx) => {
        const user = await lockUser(tx, actor.id);
        if (!user) throw new AppError("unauthenticated");
        if ((await repo.countTokens(tx, user.id)) >= ACCESS_TOKENS_MAX) throw new AppError("too-many-tokens");
        const row = await repo.insertToken(tx, { id: ids.id(), userId: user.id, scope, ...values });
        const data = { displayName: user.displayName, tokenName: name };
        await outbox.post(tx, { template: "access-token-created", to: user.email, language: languageOf(user), data });
        await audit.record(tx, { action: "auth.token-created", userId: user.id, ip, details: { subject: name, scope } });
        return { row, token };
      });
    },

    /** Deletes a token, which is refused from now on. @throws AppError `not-found` */
    async revoke(actor: UserActor, id: string, ip: string): Promise<void> {
      if (!isUuid(id)) throw new AppError("not-found");
      // A token may only end itself: otherwise a stolen one could end those that its owner uses.
      if (actor.tokenScope !== undefined && actor.sessionId !== id) throw new AppError("session-required");
      await db.transaction(async (tx) => {
        const removed = await repo.deleteToken(tx, actor.id, id);
        if (!removed) throw new AppError("not-found");
        await audit.record(tx, { action: "auth.token-revoked", userId: actor.id, ip, details: { subject: removed.name } });
      });
      events.publish({ type: "sessions", userId: actor.id });
    },

    /** Deletes all tokens of a user in the transaction of the change that requires it. */
    revokeAll: (tx: Executor, userId: string) => repo.deleteTokens(tx, userId),

    /** Returns the valid token with its user, and records its use. Undefined for a token that is unknown, revoked or expired. */
    async find(token: string): Promise<repo.LiveAccessToken | undefined> {
      if (!TOKEN.test(token)) return undefined;
      const now = clock.now();
      const live = await repo.findLive(pool, sha256(token), now);
      if (live) touch(live, now);
      return live;
    },
  };
}
