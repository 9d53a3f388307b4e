import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Encryption of short secrets that must be displayed again. */
export interface Sealer {
  /** @param context identity of the row: a copied secret cannot be decrypted elsewhere */
  seal(secret: string, context: string): string;
  /** Decrypts a secret; null for another key or context, or after a change. */
  open(sealed: string, context: string): string | null;
  /** Short public name of the key that seals, for finding what an earlier key has sealed. */
  keyName: string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Decrypts with one key; null when it is another key or context, or after a change. */
function openWith(key: Buffer, bytes: Buffer, context: string): string | null {
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/**
 * AES-256-GCM (NIST SP 800-38D): `v1.` and, in base64url, the nonce, the tag and the ciphertext.
 * @param earlier keys that only decrypt, after the secret of the installation was replaced
 */
export function createSealer(key: Buffer, earlier: readonly Buffer[] = []): Sealer {
  return {
    keyName: createHash("sha256").update(key).digest("hex").slice(0, 8),
    seal(secret, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url")}`;
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.startsWith("v1.") ? sealed.slice(3) : "", "base64url");
      for (const one of [key, ...earlier]) {
        const opened = openWith(one, bytes, context);
        if (opened !== null) return opened;
      }
      return null;
    },
  };
}
