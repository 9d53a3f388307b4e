import { createHash, createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/ports/clock.port.ts";

/** Lifetime of an idToken in seconds. */
export const ID_TOKEN_TTL_S = 600;
/** Maximum clock difference between servers in seconds. */
const TOLERANCE_S = 60;
const AUDIENCE = "stillreel";
/** Maximum length of a token. Longer tokens are rejected without parsing. */
const LENGTH_MAX = 2048;

/** Claims of a valid token. */
export interface IdClaims {
  userId: string;
  sessionId: string;
}

/** Result of a token check. Only `valid` carries claims. Other results count as anonymous. */
export type IdTokenVerdict = { state: "valid"; claims: IdClaims } | { state: "expired" } | { state: "invalid" };

/** Signs and verifies idTokens: JWTs (RFC 7519) with HS256, readable by any JWT library with the key. */
export interface IdTokens {
  sign(claims: IdClaims): string;
  verify(token: string): IdTokenVerdict;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Creates the idToken service. `issuer` is a function, because the server's address is known only once it listens. */
export function createIdTokens(deps: { key: Buffer; issuer: () => string; clock: Clock }): IdTokens {
  const { key, issuer, clock } = deps;
  const kid = createHash("sha256").update(key).digest("hex").slice(0, 8);
  // The only header that this server creates. A token with another header (`alg: none`, other algorithm or key) is foreign.
  const header = encode({ alg: "HS256", typ: "JWT", kid });
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
  // A key object created once. With raw bytes, each token would create one, which takes four times the time of the signature.
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
      // Compared as text, because a decoder would accept other encodings of the same bytes.
      const expected = Buffer.from(mac(token.slice(0, dot)).toString("base64url"));
      const given = Buffer.from(token.slice(dot + 1));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { state: "invalid" };
      return claimsOf(token.slice(header.length + 1, dot));
    },
  };
}
