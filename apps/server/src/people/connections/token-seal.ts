import type { IntegrationProvider } from "@stillreel/contract";
import type { Keys } from "../../platform/ports/keys.port.ts";
import { createSealer } from "../../platform/ports/sealing.ts";
import type { ConnectionRow } from "./connections.repo.ts";

/** The tokens of a connection in clear text. */
export interface PlainTokens {
  accessToken: string;
  refreshToken: string | null;
}

/** The encrypted tokens of a connection, with what they are bound to. */
export type SealedTokens = Pick<ConnectionRow, "userId" | "provider" | "accessToken" | "refreshToken">;

interface Owner {
  userId: string;
  provider: IntegrationProvider;
}

export type TokenSeal = ReturnType<typeof createTokenSeal>;

/** Encrypts the tokens of connections with AES-256-GCM. Each is bound to its user, service and kind, so that a copied row cannot be decrypted. */
export function createTokenSeal(keys: Keys) {
  const sealer = createSealer(keys.derive("encryption"), keys.earlier("encryption"));
  const context = ({ userId, provider }: Owner, kind: keyof PlainTokens): string => `connection:${userId}:${provider}:${kind}`;
  return {
    keyName: sealer.keyName,
    seal: (owner: Owner, { accessToken, refreshToken }: PlainTokens): Pick<ConnectionRow, "accessToken" | "refreshToken" | "keyName"> => ({
      accessToken: sealer.seal(accessToken, context(owner, "accessToken")),
      refreshToken: refreshToken === null ? null : sealer.seal(refreshToken, context(owner, "refreshToken")),
      keyName: sealer.keyName,
    }),
    /** Returns null when no key of the installation opens the tokens. */
    open(row: SealedTokens): PlainTokens | null {
      const accessToken = sealer.open(row.accessToken, context(row, "accessToken"));
      const refreshToken = row.refreshToken === null ? null : sealer.open(row.refreshToken, context(row, "refreshToken"));
      if (accessToken === null || (row.refreshToken !== null && refreshToken === null)) return null;
      return { accessToken, refreshToken };
    },
  };
}
