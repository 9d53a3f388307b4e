import type { SendMailOptions, Transporter } from "nodemailer";
import type { EffectiveSettings } from "../settings.port.ts";
import type { MailOutcome, MailTransport, OutgoingMail } from "../mail.port.ts";

type MailFailure = Exclude<MailOutcome, { ok: true }>;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** Converts an error of the mail library: `5xx` responses are final, all others temporary. */
function outcomeOf(error: unknown): MailFailure {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  const isEnvelope = code === "EENVELOPE" || code === "EMESSAGE";
  const isFinal = isEnvelope && (responseCode === undefined || responseCode >= 500);
  return {
    ok: false,
    kind: isFinal ? "rejected" : "deferred",
    reason: (message ?? "unknown").replace(/\s+/gu, " ").slice(0, 300),
    smtpCode: responseCode ?? null,
  };
}

/** Parses an SMTP URL. TLS is required except for this machine or with `?requireTLS=false`. */
export function smtpOptions(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const auth = url.username ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {};
  return {
    host: url.hostname.replace(/^\[|\]$/gu, ""),
    port: url.port ? Number(url.port) : secure ? 465 : 587,
    secure,
    requireTLS: !secure && !LOOPBACK.has(url.hostname) && url.searchParams.get("requireTLS") !== "false",
    ...auth,
    pool: true as const,
    maxConnections: 3,
    maxMessages: 100,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Removes the password of a mail server from its answer, in case it repeats what it received. */
function withoutPassword(text: string, smtpUrl: string): string {
  const { password } = new URL(smtpUrl);
  return [password, decodeURIComponent(password)].reduce((rest, secret) => (secret === "" ? rest : rest.replaceAll(secret, "…")), text);
}

/** Returns the sender: the installation's address, with the name of a person if there is one. As an object it is never parsed as a list. */
function senderOf(mailFrom: string, senderName: string | null | undefined): string | { name: string; address: string } {
  if (!senderName) return mailFrom;
  return { name: senderName, address: /<([^<>]+)>\s*$/u.exec(mailFrom)?.[1] ?? mailFrom };
}

const headersOf = ({ unsubscribeUrl }: OutgoingMail): Record<string, string> => ({
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "All",
  ...(unsubscribeUrl && { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
});

/** Returns the pictures as parts that belong to the HTML part. */
const attachmentsOf = ({ pictures = [] }: OutgoingMail) =>
  pictures.map(({ id, mimeType, bytes }) => ({
    cid: id,
    content: bytes,
    contentType: mimeType,
    contentDisposition: "inline" as const,
    filename: mimeType === "image/png" ? "picture.png" : "picture.jpg",
  }));

/** Returns a mail as the library takes it. As an object an address is never parsed as a list. */
function messageOf(mail: OutgoingMail, mailFrom: string, bounceAddress: string | undefined): SendMailOptions {
  const { messageId, to, subject, text, html, senderName, replyTo } = mail;
  return {
    from: senderOf(mailFrom, senderName),
    ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
    to: { name: "", address: to },
    messageId,
    subject,
    text,
    html,
    headers: headersOf(mail),
    attachments: attachmentsOf(mail),
    ...(bounceAddress === undefined ? {} : { envelope: { from: bounceAddress, to } }),
  };
}

/** Settings of outgoing mail. */
export type MailSettings = Pick<EffectiveSettings, "smtpUrl" | "mailFrom">;

/**
 * Mail by SMTP. The library is loaded with the first mail, and never without a mail server.
 * @param current returns the settings that apply now; a changed mail server is used from the next mail
 * @param bounceAddress gets reports about undeliverable mail; absent for the address of the sender
 */
export function createMailTransport(current: () => MailSettings, bounceAddress?: string): MailTransport {
  let opened: { url: string; transporter: Promise<Transporter> } | undefined;

  async function open(url: string): Promise<Transporter> {
    const { createTransport } = await import("nodemailer");
    return createTransport(smtpOptions(url));
  }

  function transporterOf(url: string): Promise<Transporter> {
    if (opened?.url === url) return opened.transporter;
    void close();
    opened = { url, transporter: open(url) };
    return opened.transporter;
  }

  async function close(): Promise<void> {
    const last = opened;
    opened = undefined;
    (await last?.transporter)?.close();
  }

  function failureOf(error: unknown, url: string): MailFailure {
    const failure = outcomeOf(error);
    return { ...failure, reason: withoutPassword(failure.reason, url) };
  }

  return {
    get configured() {
      return current().smtpUrl !== undefined;
    },
    async send(mail: OutgoingMail): Promise<MailOutcome> {
      const { smtpUrl, mailFrom } = current();
      if (smtpUrl === undefined) return { ok: false, kind: "deferred", reason: "no mail server is configured", smtpCode: null };
      try {
        await (await transporterOf(smtpUrl)).sendMail(messageOf(mail, mailFrom, bounceAddress));
        return { ok: true };
      } catch (error) {
        return failureOf(error, smtpUrl);
      }
    },
    async check() {
      const { smtpUrl } = current();
      if (smtpUrl === undefined) return null;
      try {
        await (await transporterOf(smtpUrl)).verify();
        return null;
      } catch (error) {
        return failureOf(error, smtpUrl).reason;
      }
    },
    close,
  };
}
