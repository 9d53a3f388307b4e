import { createHash, createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/ports/clock.port.ts";

/** How long an idToken lives, in seconds. */
export const ID_TOKEN_TTL_S = 600;
/** Clocks of several servers may differ by this much, in seconds. */
const TOLERANCE_S = 60;
const AUDIENCE = "stillreel";
/** No token of ours is longer; anything longer is not looked at. */
const LENGTH_MAX = 2048;

/** Whom a token speaks for. */
export interface IdClaims {
  userId: string;
  sessionId: string;
}

/** What a token turned out to be. Only `valid` carries claims; the rest is anonymous. */
export type IdTokenVerdict = { state: "valid"; claims: IdClaims } | { state: "expired" } | { state: "invalid" };

/** Signs and checks idTokens: JWTs (RFC 7519) with HS256, readable by any JWT library that holds the key. */
export interface IdTokens {
  sign(claims: IdClaims): string;
  verify(token: string): IdTokenVerdict;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The issuer is asked for at each use, because the server's address is known only once it listens. */
export function createIdTokens(deps: { key: Buffer; issuer: () => string; clock: Clock }): IdTokens {
  const { key, issuer, clock } = deps;
  const kid = createHash("sha256").update(key).digest("hex").slice(0, 8);
  // The one header that we make. A token with any other (`alg: none`, another algorithm or key) is not ours.
  const header = encode({ alg: "HS256", typ: "JWT", kid });
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
  // A key made once: of bare bytes every token would make one, which takes four times as long as its signature.
  const secret = createSecretKey(key);
  const mac = (text: string): Buffer => createHmac("sha256", secret).update(text).digest();

  function claimsOf(payload: string): IdTokenVerdict {
    let body: Record<string, unknown>;
    try {
      body = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    } catch {
      return { state: "invalid" };
    }
    const { iss, aud, sub, sid, iat, exp } = body;
    if (iss !== issuer() || aud !== AUDIENCE || typeof sub !== "string" || typeof sid !== "string") return { state: "invalid" };
    if (typeof iat !== "number" || typeof exp !== "number" || iat > seconds() + TOLERANCE_S) return { state: "invalid" };
    if (exp + TOLERANCE_S <= seconds()) return { state: "expired" };
    return { state: "valid", claims: { userId: sub, sessionId: sid } };
  }

  return {
    sign({ userId, sessionId }) {
      const iat = seconds();
      const body = `${header}.${encode({ iss: issuer(), aud: AUDIENCE, sub: userId, sid: sessionId, iat, exp: iat + ID_TOKEN_TTL_S })}`;
      return `${body}.${mac(body).toString("base64url")}`;
    },
    verify(token) {
      if (token.length > LENGTH_MAX || !token.startsWith(`${header}.`)) return { state: "invalid" };
      const dot = token.indexOf(".", header.length + 1);
      if (dot < 0) return { state: "invalid" };
      // Compared as text: a decoder would let other spellings of the same bytes pass.
      const expected = Buffer.from(mac(token.slice(0, dot)).toString("base64url"));
      const given = Buffer.from(token.slice(dot + 1));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { state: "invalid" };
      return claimsOf(token.slice(header.length + 1, dot));
    },
  };
}
