import { hkdfSync } from "node:crypto";

/** Keys derived from the installation's secret; each purpose has its own key. */
export interface Keys {
  /** Returns 32 bytes for a purpose, the same in every process of the installation. */
  derive(
    purpose:
      | "id-token"
      | "media"
      | "cookies"
      | "encryption"
      | "share-unlock"
      | "visitors"
      | "device"
      | "email-change"
      | "recovery-code"
      | "reachability"
      | "unsubscribe",
  ): Buffer;
}

/** HKDF-SHA-256 (RFC 5869) over the installation's secret. */
export function keysFromSecret(secret: string): Keys {
  return { derive: (purpose) => Buffer.from(hkdfSync("sha256", secret, "stillreel", purpose, 32)) };
}
