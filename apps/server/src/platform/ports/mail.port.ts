/** A mail as it leaves. Bodies are finished; nothing in them is taken from the client without escaping. */
export interface OutgoingMail {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** `rejected` is final (do not try again), `deferred` may work later. */
export type MailOutcome = { ok: true } | { ok: false; kind: "rejected" | "deferred"; reason: string };

export interface MailTransport {
  /** False when no mail server is configured: mail then stays in the administrator's outbox. */
  readonly configured: boolean;
  send(mail: OutgoingMail): Promise<MailOutcome>;
  close(): Promise<void>;
}
