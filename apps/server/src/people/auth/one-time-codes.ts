import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Ids } from "../../platform/ports/ids.port.ts";

/** Bytes of a key: the length that RFC 4226 recommends for SHA-1, which authenticator apps expect. */
const KEY_BYTES = 20;
const PERIOD_S = 30;
/** Accepted time steps before and after the current one, for clocks that differ. */
const WINDOW = 1;
const RECOVERY_LENGTH = 12;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const totpOf = (secret: string, label = ""): TOTP =>
  new TOTP({ issuer: "Stillreel", label, algorithm: "SHA1", digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) });

/** Returns a new key in base32. */
export function createKey(ids: Ids): string {
  const bytes = Uint8Array.from(Buffer.from(ids.secret(KEY_BYTES), "base64url"));
  return new Secret({ buffer: bytes.buffer }).base32;
}

/** Returns the `otpauth:` address of a key for an authenticator app. */
export function uriOf(secret: string, label: string): string {
  return totpOf(secret, label).toString();
}

/** Returns the time step of a code that is right at this time, or null for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** Returns a new recovery code: 12 characters (60 bits) in groups of four. */
export function createRecoveryCode(ids: Ids): string {
  const bytes = Buffer.from(ids.secret(RECOVERY_LENGTH + 4), "base64url").subarray(0, RECOVERY_LENGTH);
  const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return letters.match(/.{4}/gu)?.join("-") ?? letters;
}

/** Returns the stored form of a recovery code, with or without its hyphens. */
export function hashRecoveryCode(key: Buffer, userId: string, code: string): Buffer {
  return createHmac("sha256", key)
    .update(`${userId}\n${code.replaceAll("-", "")}`)
    .digest();
}
