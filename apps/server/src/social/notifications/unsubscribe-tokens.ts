import { createHmac, timingSafeEqual } from "node:crypto";
import { NOTIFICATION_KINDS, type NotificationKind } from "@stillreel/contract";

/** What a link ends: the digest, or the mails about notifications of a kind. */
export type MailSubject = "digest" | NotificationKind;

/** A kind of notification and a dot, without them the digest. Then 16 bytes of the user's id and 16 bytes of the signature, in base64url. */
const TOKEN = /^(?:([a-z-]{1,40})\.)?([\w-]{43})$/u;
const ID_BYTES = 16;

/** Signs and reads the tokens in the links that end mails. They have no end, because they work in old mails, too. */
export interface UnsubscribeTokens {
  sign(userId: string, subject: MailSubject): string;
  /** Returns the user of a token and what it ends. Null when this installation did not sign it. */
  read(token: string): { userId: string; subject: MailSubject } | null;
}

const subjectOf = (name: string | undefined): MailSubject | undefined =>
  name === undefined ? "digest" : NOTIFICATION_KINDS.find((kind) => kind === name);

/** Creates the tokens of an installation. */
export function createUnsubscribeTokens(key: Buffer): UnsubscribeTokens {
  const macOf = (subject: MailSubject, id: Buffer): Buffer =>
    createHmac("sha256", key).update(subject).update(id).digest().subarray(0, ID_BYTES);
  return {
    sign(userId, subject) {
      const id = Buffer.from(userId.replaceAll("-", ""), "hex");
      const signed = Buffer.concat([id, macOf(subject, id)]).toString("base64url");
      return subject === "digest" ? signed : `${subject}.${signed}`;
    },
    read(token) {
      const [, name, signed = ""] = TOKEN.exec(token) ?? [];
      const subject = signed === "" ? undefined : subjectOf(name);
      if (subject === undefined) return null;
      const bytes = Buffer.from(signed, "base64url");
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), macOf(subject, id))) return null;
      return { subject, userId: id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5") };
    },
  };
}
