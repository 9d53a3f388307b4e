import type { Transporter } from "nodemailer";
import type { Config } from "../../config/config.ts";
import type { MailOutcome, MailTransport, OutgoingMail } from "../mail.port.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]", "::1"]);

/** Converts an error of the mail library: `5xx` responses are final, all others temporary. */
function outcomeOf(error: unknown): MailOutcome {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  const isEnvelope = code === "EENVELOPE" || code === "EMESSAGE";
  const isFinal = isEnvelope && (responseCode === undefined || responseCode >= 500);
  return { ok: false, kind: isFinal ? "rejected" : "deferred", reason: (message ?? "unknown").replace(/\s+/gu, " ").slice(0, 300) };
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

/** Mail by SMTP. The library is loaded with the first mail, and never without a mail server. */
export function createMailTransport(config: Pick<Config, "SMTP_URL" | "MAIL_FROM">): MailTransport {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = config;
  let transport: Promise<Transporter> | undefined;

  async function open(url: string): Promise<Transporter> {
    const { createTransport } = await import("nodemailer");
    return createTransport(smtpOptions(url));
  }

  return {
    configured: smtpUrl !== undefined,
    async send(mail: OutgoingMail): Promise<MailOutcome> {
      if (smtpUrl === undefined) return { ok: false, kind: "deferred", reason: "no mail server is configured" };
      transport ??= open(smtpUrl);
      try {
        const { messageId, to, subject, text, html } = mail;
        // As an object the address is never parsed as a list.
        await (
          await transport
        ).sendMail({
          from,
          to: { name: "", address: to },
          messageId,
          subject,
          text,
          html,
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        });
        return { ok: true };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async check() {
      if (smtpUrl === undefined) return null;
      transport ??= open(smtpUrl);
      try {
        await (await transport).verify();
        return null;
      } catch (error) {
        const outcome = outcomeOf(error);
        return outcome.ok ? null : outcome.reason;
      }
    },
    async close() {
      (await transport)?.close();
    },
  };
}
