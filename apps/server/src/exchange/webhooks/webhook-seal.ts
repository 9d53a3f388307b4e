import type { Keys } from "../../platform/ports/keys.port.ts";
import { createSealer } from "../../platform/ports/sealing.ts";
import type { WebhookRow } from "./webhooks.repo.ts";

export type WebhookSeal = ReturnType<typeof createWebhookSeal>;

/** Encrypts the secrets of webhooks. Each is bound to its webhook, so that a copied row cannot be decrypted. */
export function createWebhookSeal(keys: Keys) {
  const sealer = createSealer(keys.derive("encryption"), keys.earlier("encryption"));
  const context = (id: string): string => `webhook:${id}`;
  return {
    keyName: sealer.keyName,
    seal: (id: string, secret: string): Pick<WebhookRow, "secret" | "keyName"> => ({
      secret: sealer.seal(secret, context(id)),
      keyName: sealer.keyName,
    }),
    /** Returns null when no key of the installation opens the secret. */
    open: ({ id, secret }: Pick<WebhookRow, "id" | "secret">): string | null => sealer.open(secret, context(id)),
  };
}
