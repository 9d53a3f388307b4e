import type { AccessToken } from "@stillreel/contract";
import type { z } from "zod";
import type { AccessTokenRow } from "./access-tokens.repo.ts";

/** Converts an access token to the contract's form. */
export function presentAccessToken(row: AccessTokenRow, now: Date): z.input<typeof AccessToken> {
  const { id, name, prefix, scope, createdAt, lastUsedAt, expiresAt } = row;
  return {
    id,
    name,
    prefix,
    scopes: scope === "write" ? ["read", "write"] : ["read"],
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    isExpired: expiresAt !== null && expiresAt <= now,
  };
}
