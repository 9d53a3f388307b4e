import { createHmac } from "node:crypto";

/** Start of every secret, as Standard Webhooks specifies. */
const SECRET_START = "whsec_";

/** Returns a secret with the given key. */
export const secretOf = (key: Buffer): string => `${SECRET_START}${key.toString("base64")}`;

/**
 * Returns the headers of Standard Webhooks for one attempt: id, time and HMAC-SHA256 over id, time and body.
 * @param secret `whsec_` and the key in base64
 */
export function signedHeaders(secret: string, messageId: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.slice(SECRET_START.length), "base64");
  const signature = createHmac("sha256", key).update(`${messageId}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": messageId, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
