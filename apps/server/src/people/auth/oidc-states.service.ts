import { createHash } from "node:crypto";
import type { OidcHandshake } from "../../platform/ports/oidc/oidc.port.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as tokensRepo from "./tokens.repo.ts";

const LIVES_MS = 10 * 60_000;

/** A way back from the provider: where to go then, and the proof that it is the same browser. */
export interface PendingSignIn {
  handshake: OidcHandshake;
  next: string;
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Only a path on this very server may follow a sign-in. */
export function sameSitePath(next: unknown): string {
  if (typeof next !== "string" || next.length > 1_000 || !next.startsWith("/") || /^\/[/\\]|[\u0000-\u0020\\]/u.test(next)) return "/";
  const url = new URL(next, "http://here.invalid");
  return url.host === "here.invalid" ? `${url.pathname}${url.search}${url.hash}` : "/";
}

export type OidcStates = ReturnType<typeof createOidcStates>;

/** Sign-ins under way. Each is kept under its state and can be picked up once, by the browser that began it. */
export function createOidcStates({ db, clock, ids }: Ports) {
  return {
    /** Keeps a sign-in until its return. Answers the secret that ties it to the browser, for a cookie. */
    async keep({ handshake, next }: PendingSignIn): Promise<{ browserSecret: string; maxAgeS: number }> {
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

    /** Picks a sign-in up; undefined when the state is unknown, was used, is too old or belongs to another browser. */
    async take(state: string, browserSecret: string | undefined): Promise<PendingSignIn | undefined> {
      const hash = sha256(state);
      const now = clock.now();
      const kept = await tokensRepo.findToken(db, "oidc-state", hash, now);
      // Looked at first, so that another browser cannot use up a state that is not its own.
      if (!kept || !browserSecret || kept.payload.browser !== sha256(browserSecret).toString("hex")) return undefined;
      const taken = await tokensRepo.useToken(db, "oidc-state", hash, now);
      if (!taken) return undefined;
      const { nonce, codeVerifier, next } = taken.payload;
      return { handshake: { state, nonce: textOf(nonce), codeVerifier: textOf(codeVerifier) }, next: sameSitePath(next) };
    },
  };
}
