import type { JWTVerifyGetKey } from "jose";
import type { Config } from "../../config/config.ts";
import type { Clock } from "../clock.port.ts";
import type { GoogleCredentials } from "./oidc.port.ts";
import { claimsOf } from "./provider-claims.ts";

const TOLERANCE_S = 60;

/** Verifies Google's ID tokens with Google's published keys; null when Google sign-in is not configured. */
export function createGoogleCredentials(config: Config, clock: Clock): GoogleCredentials | null {
  const { GOOGLE_CLIENT_ID: audience, GOOGLE_ISSUERS: issuers, GOOGLE_JWKS_URI: jwksUri } = config;
  if (!audience) return null;
  let keys: JWTVerifyGetKey | undefined;

  return {
    async verify(credential) {
      const jose = await import("jose");
      keys ??= jose.createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: 3_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 });
      try {
        const { payload } = await jose.jwtVerify(credential, keys, {
          issuer: issuers,
          audience,
          algorithms: ["RS256"],
          clockTolerance: TOLERANCE_S,
          maxTokenAge: "1h",
          requiredClaims: ["sub", "email", "exp", "iat"],
          currentDate: clock.now(),
        });
        const outcome = claimsOf(payload);
        if (outcome.ok && !outcome.claims.emailVerified)
          return { ok: false, reason: "invalid", cause: new Error("the address is not verified") };
        // Google uses two spellings of its issuer; accounts must not depend on them.
        return outcome.ok ? { ok: true, claims: { ...outcome.claims, issuer: issuers[0] ?? outcome.claims.issuer } } : outcome;
      } catch (error) {
        const isOurs = error instanceof jose.errors.JWKSTimeout;
        return { ok: false, reason: isOurs ? "unavailable" : "invalid", cause: error };
      }
    },
  };
}
