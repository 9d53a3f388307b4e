import type { Passkey } from "@stillreel/contract";
import type { z } from "zod";
import type { PasskeyRow } from "./passkeys.repo.ts";

/** Converts a passkey to the contract's form. */
export function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): z.input<typeof Passkey> {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
