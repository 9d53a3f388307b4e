import { Email, graphemes, NAME_MAX } from "@stillreel/contract";
import type { ProviderOutcome } from "./oidc.port.ts";

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** A name that fits our rules: without control characters, and cut where it is too long; else the address's first part. */
function displayNameOf(name: string, email: string): string {
  const plain = name.replace(/[\u0000-\u001f\u007f-\u009f]/gu, " ").trim() || (email.split("@")[0] ?? email);
  if (graphemes(plain) <= NAME_MAX) return plain;
  return [...new Intl.Segmenter().segment(plain)]
    .slice(0, NAME_MAX)
    .map((part) => part.segment)
    .join("")
    .trim();
}

/** Reads the claims that we use out of a checked ID token. A person without a usable address cannot have an account. */
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
    },
  };
}
