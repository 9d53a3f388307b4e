import { eachGrapheme, Email, graphemes, NAME_MAX } from "@stillreel/contract";
import type { ProviderOutcome } from "./oidc.port.ts";

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Returns a valid display name: no control characters, truncated; otherwise the local part of the address. */
function displayNameOf(name: string, email: string): string {
  const plain = name.replace(/[\u0000-\u001f\u007f-\u009f]/gu, " ").trim() || (email.split("@")[0] ?? email);
  if (graphemes(plain) <= NAME_MAX) return plain;
  return [...eachGrapheme(plain)].slice(0, NAME_MAX).join("").trim();
}

/** Reads the used claims of a verified ID token. An account needs a valid address. */
export function claimsOf(claims: Record<string, unknown>): ProviderOutcome {
  const email = Email.safeParse(text(claims.email));
  const issuer = text(claims.iss);
  const subject = text(claims.sub);
  if (!email.success || !issuer || !subject)
    return { ok: false, reason: "invalid", cause: new Error("the ID token lacks an e-mail address or a subject") };
  return {
    ok: true,
    claims: {
      issuer,
      subject,
      email: email.data,
      emailVerified: claims.email_verified === true || claims.email_verified === "true",
      displayName: displayNameOf(text(claims.name), email.data),
      hostedDomain: text(claims.hd) || undefined,
      nonce: text(claims.nonce) || undefined,
      authenticatedAt: typeof claims.auth_time === "number" ? new Date(claims.auth_time * 1_000) : undefined,
    },
  };
}
