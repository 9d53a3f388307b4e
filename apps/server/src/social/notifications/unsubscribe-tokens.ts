import { createHmac, timingSafeEqual } from "node:crypto";

/** A signed user id: 16 bytes of the id, 16 bytes of the signature, in base64url. */
const TOKEN = /^[\w-]{43}$/u;
const ID_BYTES = 16;

/** Signs and reads the tokens in the links that end a digest. They have no end, because they work in old mails, too. */
export interface UnsubscribeTokens {
  sign(userId: string): string;
  /** Returns the user of a token. Null when this installation did not sign it. */
  userIdOf(token: string): string | null;
}

/** Creates the tokens of an installation. */
export function createUnsubscribeTokens(key: Buffer): UnsubscribeTokens {
  const macOf = (id: Buffer): Buffer => createHmac("sha256", key).update("digest").update(id).digest().subarray(0, ID_BYTES);
  return {
    sign(userId) {
      const id = Buffer.from(userId.replaceAll("-", ""), "hex");
      return Buffer.concat([id, macOf(id)]).toString("base64url");
    },
    userIdOf(token) {
      if (!TOKEN.test(token)) return null;
      const bytes = Buffer.from(token, "base64url");
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(id))) return null;
      return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
    },
  };
}
