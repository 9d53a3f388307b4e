import { hkdfSync } from "node:crypto";

/** What a key is for. */
export type KeyPurpose =
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
  | "request-unlock"
  | "unsubscribe"
  | "backup"
  | "process-check";

/** Keys derived from the installation's secret; each purpose has its own key. */
export interface Keys {
  /** Returns 32 bytes for a purpose, the same in every process of the installation. */
  derive(purpose: KeyPurpose): Buffer;
  /** Returns the keys of earlier secrets, newest first: for what they have encrypted. */
  earlier(purpose: KeyPurpose): Buffer[];
}

/** HKDF-SHA-256 (RFC 5869) over the installation's secret and its earlier values. */
export function keysFromSecret(secret: string, earlier: readonly string[] = []): Keys {
  const derive = (from: string, purpose: KeyPurpose): Buffer => Buffer.from(hkdfSync("sha256", from, "stillreel", purpose, 32));
  return {
    derive: (purpose) => derive(secret, purpose),
    earlier: (purpose) => earlier.map((one) => derive(one, purpose)),
  };
}
