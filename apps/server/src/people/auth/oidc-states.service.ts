import { createHash } from "node:crypto";
import { ProviderPurpose } from "@stillreel/contract";
import type { Actor, UserActor } from "../../platform/http/actor.ts";
import { sameSitePath } from "../../platform/http/same-site-path.ts";
import type { OidcHandshake } from "../../platform/ports/oidc/oidc.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as tokensRepo from "./tokens.repo.ts";

const LIVES_MS = 10 * 60_000;

/** What a visit of the provider is for: to sign in, or something in the session of a signed-in user. */
export type Visit = { purpose: "sign-in" } | { purpose: ProviderPurpose; actor: UserActor };

/** A visit of the provider in progress: what it is for, where to redirect afterwards, and the proof of the same browser. */
interface PendingVisit {
  handshake: OidcHandshake;
  next: string;
  visit: Visit;
}

/** A visit from which the browser has returned. */
export interface FinishedVisit extends PendingVisit {
  startedAt: Date;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Returns what a stored visit is for. Undefined when it was started in another session than the caller's: a state only works for the user and
 * the session that asked for it.
 */
function visitOf({ userId, payload }: tokensRepo.TokenRow, actor: Actor): Visit | undefined {
  const purpose = ProviderPurpose.safeParse(payload.purpose);
  if (!purpose.success) return { purpose: "sign-in" };
  const isOwn = actor.kind === "user" && actor.id === userId && actor.sessionId === payload.sessionId;
  return isOwn ? { purpose: purpose.data, actor } : undefined;
}

export type OidcStates = ReturnType<typeof createOidcStates>;

/** Creates the store of visits in progress. Each can be taken once by its state, by the browser and in the session that started it. */
export function createOidcStates({ db, clock, ids }: Ports) {
  return {
    /** Stores a visit until its callback. Returns the secret for a cookie that binds it to the browser. */
    async store({ handshake, next, visit }: PendingVisit): Promise<{ browserSecret: string; maxAgeS: number }> {
      const browserSecret = ids.secret(32);
      const now = clock.now();
      const { purpose } = visit;
      const session = visit.purpose === "sign-in" ? {} : { sessionId: visit.actor.sessionId };
      const payload = { ...handshake, next, browser: sha256(browserSecret).toString("hex"), purpose, ...session };
      await tokensRepo.insertToken(db, {
        hash: sha256(handshake.state),
        kind: "oidc-state",
        ...(visit.purpose === "sign-in" ? {} : { userId: visit.actor.id }),
        payload,
        createdAt: now,
        expiresAt: new Date(now.getTime() + LIVES_MS),
      });
      return { browserSecret, maxAgeS: LIVES_MS / 1000 };
    },

    /** Takes a stored visit. Returns undefined when the state is unknown, used, expired, or from another browser or session. */
    async take(state: string, browserSecret: string | undefined, actor: Actor): Promise<FinishedVisit | undefined> {
      const hash = sha256(state);
      const now = clock.now();
      const stored = await tokensRepo.findToken(db, "oidc-state", hash, now);
      // Checked before it is used up, so that another browser cannot use up a foreign state.
      if (!stored || !browserSecret || stored.payload.browser !== sha256(browserSecret).toString("hex")) return undefined;
      const visit = visitOf(stored, actor);
      if (!visit || !(await tokensRepo.useToken(db, "oidc-state", hash, now))) return undefined;
      const { nonce, codeVerifier, next } = stored.payload;
      const handshake = { state, nonce: textOf(nonce), codeVerifier: textOf(codeVerifier) };
      return { handshake, next: sameSitePath(next), visit, startedAt: stored.createdAt };
    },

    /** Creates the nonce of a Google credential for one purpose in the user's session. */
    async createNonce(actor: UserActor, purpose: ProviderPurpose): Promise<string> {
      const nonce = ids.secret(32);
      const now = clock.now();
      await tokensRepo.insertToken(db, {
        hash: sha256(nonce),
        kind: "google-nonce",
        userId: actor.id,
        payload: { purpose, sessionId: actor.sessionId },
        createdAt: now,
        expiresAt: new Date(now.getTime() + LIVES_MS),
      });
      return nonce;
    },

    /** Uses a nonce up. Returns false when it is unknown, used, expired, for another purpose, or from another session. */
    async takeNonce(actor: UserActor, purpose: ProviderPurpose, nonce: string): Promise<boolean> {
      const now = clock.now();
      const stored = await tokensRepo.findToken(db, "google-nonce", sha256(nonce), now);
      if (!stored || visitOf(stored, actor)?.purpose !== purpose) return false;
      return (await tokensRepo.useToken(db, "google-nonce", sha256(nonce), now)) !== undefined;
    },
  };
}
