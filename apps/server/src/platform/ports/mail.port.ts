/** A complete mail. Client input in its bodies is escaped. */
export interface OutgoingMail {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Name shown as the sender; null for that of the installation. The address is always that of the installation. */
  senderName?: string | null;
  /** Address that gets the answers; null for the sender. */
  replyTo?: string | null;
  /** Pictures that the HTML part refers to by `cid:`. */
  pictures?: readonly InlinePicture[];
  /** Address that ends such mails by a POST without a session (RFC 8058). */
  unsubscribeUrl?: string | null;
}

/** A picture inside of a mail. */
export interface InlinePicture {
  /** Content id, without brackets. */
  id: string;
  mimeType: "image/jpeg" | "image/png";
  bytes: Buffer;
}

/** `rejected` is final, `deferred` may succeed later. `smtpCode` is that of the server's answer; null without an answer. */
export type MailOutcome = { ok: true } | { ok: false; kind: "rejected" | "deferred"; reason: string; smtpCode: number | null };

export interface MailTransport {
  /** False without a mail server: mail then stays in the administrator's outbox. */
  readonly configured: boolean;
  send(mail: OutgoingMail): Promise<MailOutcome>;
  /** Connects and signs in without sending. Returns the reason of a failure, or null when the server accepts mail or none is configured. */
  check(): Promise<string | null>;
  close(): Promise<void>;
}
