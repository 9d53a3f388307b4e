import { createHmac, timingSafeEqual } from "node:crypto";
import { NOTIFICATION_KINDS, type NotificationKind } from "@stillreel/contract";

/** What a link ends: the digest, the mails about notifications of a kind, or mail from users to an address. */
export type MailSubject = "digest" | "address" | NotificationKind;

/** A subject and a dot, without them the digest. Then 16 bytes of the id of the user or address and 16 bytes of the signature, in base64url. */
const TOKEN = /^(?:([a-z-]{1,40})\.)?([\w-]{43})$/u;
const ID_BYTES = 16;

/** Signs and reads the tokens in the links that end mails. They have no end, because they work in old mails, too. */
export interface UnsubscribeTokens {
  /** @param id of the user; for the subject `address` of the address */
  sign(id: string, subject: MailSubject): string;
  /** Returns the user or address of a token and what it ends. Null when this installation did not sign it. */
  read(token: string): { id: string; subject: MailSubject } | null;
}

function subjectOf(name: string | undefined): MailSubject | undefined {
  if (name === undefined) return "digest";
  return name === "address" ? name : NOTIFICATION_KINDS.find((kind) => kind === name);
}

/**
 * Creates the tokens of an installation.
 * @param earlier keys of earlier secrets: links in mails from that time still work
 */
export function createUnsubscribeTokens(key: Buffer, earlier: readonly Buffer[] = []): UnsubscribeTokens {
  const macOf = (subject: MailSubject, id: Buffer, by = key): Buffer =>
    createHmac("sha256", by).update(subject).update(id).digest().subarray(0, ID_BYTES);
  return {
    sign(id, subject) {
      const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
      const signed = Buffer.concat([bytes, macOf(subject, bytes)]).toString("base64url");
      return subject === "digest" ? signed : `${subject}.${signed}`;
    },
    read(token) {
      const [, name, signed = ""] = TOKEN.exec(token) ?? [];
      const subject = signed === "" ? undefined : subjectOf(name);
      if (subject === undefined) return null;
      const bytes = Buffer.from(signed, "base64url");
      const id = bytes.subarray(0, ID_BYTES);
      const isSigned = [key, ...earlier].some((by) => timingSafeEqual(bytes.subarray(ID_BYTES), macOf(subject, id, by)));
      if (!isSigned) return null;
      return { subject, id: id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5") };
    },
  };
}
