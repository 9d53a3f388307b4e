import type { MailRefusal } from "@stillreel/contract";

/** Extended status code of an answer (RFC 3463), such as `5.1.1`: class, subject, detail. */
const EXTENDED = /\b[45]\.(\d{1,3})\.(\d{1,3})\b/u;

/** Reasons by extended code, without its class. Only the subject counts where no detail is listed. */
const BY_EXTENDED: Record<string, MailRefusal> = {
  "1": "unknown-address",
  "2": "mailbox-closed",
  "2.2": "mailbox-full",
  "3.4": "too-large",
  "7": "blocked",
  "7.8": "sign-in",
};
/** Reasons by code, for mail servers without extended codes. */
const BY_CODE: Record<number, MailRefusal> = {
  452: "mailbox-full",
  530: "sign-in",
  535: "sign-in",
  550: "unknown-address",
  551: "unknown-address",
  552: "mailbox-full",
  553: "unknown-address",
  554: "blocked",
};

/** Returns why a mail server did not accept a mail, as far as its answer says it. Null when the mail was not refused. */
export function refusalOf({ smtpCode, error }: { smtpCode: number | null; error: string | null }): MailRefusal | null {
  if (error === null) return null;
  if (smtpCode === null) return "unreachable";
  const [, subject = "", detail = ""] = EXTENDED.exec(error) ?? [];
  // Most often an address or a sender that the server does not know yet, and will accept later.
  if (smtpCode < 500 && `${subject}.${detail}` !== "2.2" && smtpCode !== 452) return "busy";
  const known = BY_EXTENDED[`${subject}.${detail}`] ?? BY_EXTENDED[subject] ?? BY_CODE[smtpCode];
  return known ?? "other";
}
