import { createHash } from "node:crypto";
import type { OidcHandshake } from "../../platform/ports/oidc/oidc.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as tokensRepo from "./tokens.repo.ts";

const LIVES_MS = 10 * 60_000;

/** A sign-in in progress at the provider: where to redirect afterwards, and the proof of the same browser. */
export interface PendingSignIn {
  handshake: OidcHandshake;
  next: string;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns a safe redirect path. Only paths on this server are allowed after a sign-in. */
export function sameSitePath(next: unknown): string {
  if (typeof next !== "string" || next.length > 1_000 || !next.startsWith("/") || /^\/[/\\]|[\u0000-\u0020\\]/u.test(next)) return "/";
  const url = new URL(next, "http://here.invalid");
  return url.host === "here.invalid" ? `${url.pathname}${url.search}${url.hash}` : "/";
}

export type OidcStates = ReturnType<typeof createOidcStates>;

/** Creates the store of sign-ins in progress. Each can be taken once by its state, by the browser that started it. */
export function createOidcStates({ db, clock, ids }: Ports) {
  return {
    /** Stores a sign-in until its callback. Returns the secret for a cookie that binds it to the browser. */
    async store({ handshake, next }: PendingSignIn): Promise<{ browserSecret: string; maxAgeS: number }> {
      const browserSecret = ids.secret(32);
      const now = clock.now();
      const payload = { ...handshake, next, browser: sha256(browserSecret).toString("hex") };
      await tokensRepo.insertToken(db, {
        hash: sha256(handshake.state),
        kind: "oidc-state",
        payload,
        createdAt: now,
        expiresAt: new Date(now.getTime() + LIVES_MS),
      });
      return { browserSecret, maxAgeS: LIVES_MS / 1000 };
    },

    /** Takes a stored sign-in. Returns undefined when the state is unknown, used, expired or from another browser. */
    async take(state: string, browserSecret: string | undefined): Promise<PendingSignIn | undefined> {
      const hash = sha256(state);
      const now = clock.now();
      const stored = await tokensRepo.findToken(db, "oidc-state", hash, now);
      // Checked before it is used up, so that another browser cannot use up a foreign state.
      if (!stored || !browserSecret || stored.payload.browser !== sha256(browserSecret).toString("hex")) return undefined;
      const taken = await tokensRepo.useToken(db, "oidc-state", hash, now);
      if (!taken) return undefined;
      const { nonce, codeVerifier, next } = taken.payload;
      return { handshake: { state, nonce: textOf(nonce), codeVerifier: textOf(codeVerifier) }, next: sameSitePath(next) };
    },
  };
}
