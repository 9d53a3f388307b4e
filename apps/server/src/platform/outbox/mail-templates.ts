import { directionOf } from "@stillreel/i18n";
import { mailTextsOf } from "./mail-texts.ts";

/** Every kind of mail with its values. */
export type MailContent =
  | { template: "welcome"; data: { displayName: string } }
  | { template: "reset-password"; data: { displayName: string; resetUrl: string } }
  | { template: "confirm-email"; data: { displayName: string; confirmUrl: string } }
  | { template: "email-changed"; data: { displayName: string; newEmail: string } }
  | { template: "password-changed"; data: { displayName: string } }
  | { template: "test"; data: { host: string } }
  | { template: "two-factor-on"; data: { displayName: string } }
  | { template: "two-factor-off"; data: { displayName: string } }
  | { template: "passkey-added"; data: { displayName: string; passkeyName: string } }
  | { template: "item-shared"; data: { senderName: string; itemTitle: string; itemUrl: string; message: string } }
  | { template: "workspace-invite"; data: { senderName: string; workspaceName: string; inviteUrl: string; expiresAt: string } }
  | {
      template: "mentioned";
      data: { displayName: string; senderName: string; itemTitle: string; itemUrl: string; comment: string };
    }
  | { template: "reports"; data: { displayName: string; count: string; url: string } }
  | { template: "notification"; data: { displayName: string; sentence: string; subject: string; url: string } };

/** A rendered mail. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Layout parts of every mail. */
interface Layout {
  subject: string;
  greeting: string | null;
  paragraphs: string[];
  quote: string | null;
  action: { label: string; url: string } | null;
}

type Values = Record<string, string>;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (char) => `&#${char.charCodeAt(0)};`);
/** Removes line breaks and control characters from a header field, which must be one line. */
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, " ").trim();
const fill = (text: string, values: Values): string => text.replace(/\{\{(\w+)\}\}/gu, (_whole, name: string) => values[name] ?? "");

/** Formats a date in the recipient's language. The recipient's time zone is unknown, so the server's date is used. */
const dayOf = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));

function layoutOf(content: MailContent, { language, texts }: ReturnType<typeof mailTextsOf>, publicUrl: string): Layout {
  const values: Values = { ...content.data };
  if (content.template === "workspace-invite") values["until"] = dayOf(content.data.expiresAt, language);
  const own: { subject: string; body: string; note?: string; action?: string } = texts[content.template];
  const body = fill(own.body, values);
  const note = own.note ? [fill(own.note, values)] : [];
  const greeting = values.displayName ? fill(texts.greeting, values) : texts.greetingUnknown;
  const base = { subject: oneLine(fill(own.subject, values)), greeting, paragraphs: [body, ...note], quote: null, action: null };
  const action = (url: string) => ({ action: { label: own.action ?? url, url } });
  switch (content.template) {
    case "welcome":
      return { ...base, ...action(`${publicUrl}/install`) };
    case "reset-password":
      return { ...base, ...action(content.data.resetUrl) };
    case "confirm-email":
      return { ...base, ...action(content.data.confirmUrl) };
    case "two-factor-on":
    case "two-factor-off":
    case "passkey-added":
      return { ...base, ...action(`${publicUrl}/account/security`) };
    case "password-changed":
      return { ...base, ...action(`${publicUrl}/auth/forgot`) };
    case "email-changed":
      return base;
    case "test":
      return { ...base, greeting: null };
    case "workspace-invite":
      return { ...base, ...action(content.data.inviteUrl) };
    case "notification":
    case "reports":
      return { ...base, ...action(content.data.url) };
    case "mentioned":
      return { ...base, quote: content.data.comment, ...action(content.data.itemUrl) };
    case "item-shared": {
      const message = content.data.message.trim();
      return {
        ...base,
        greeting: null,
        paragraphs: message ? [body, ...note] : [body],
        quote: message || null,
        ...action(content.data.itemUrl),
      };
    }
  }
}

function textOf(layout: Layout, footer: string): string {
  const quote = layout.quote
    ?.split(/\r?\n/u)
    .map((line) => `> ${line}`)
    .join("\n");
  const action = layout.action ? `${layout.action.label}:\n${layout.action.url}` : undefined;
  return `${[layout.greeting, ...layout.paragraphs, quote, action, `--\n${footer}`].filter(Boolean).join("\n\n")}\n`;
}

function htmlOf(layout: Layout, footer: string, linkHint: string, language: string): string {
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const quote = layout.quote
    ? `<blockquote style="margin:0 0 16px;padding:8px 16px;border-inline-start:3px solid #c9ccd6">${escapeHtml(layout.quote).replace(/\r?\n/gu, "<br>")}</blockquote>`
    : "";
  const url = layout.action ? escapeHtml(layout.action.url) : "";
  const action = layout.action
    ? `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#2b2f3a;color:#ffffff;text-decoration:none">${escapeHtml(layout.action.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:13px;color:#5d6270">${escapeHtml(linkHint)}<br><a href="${url}" style="color:#5d6270">${url}</a></p>`
    : "";
  const body = `${layout.greeting ? paragraph(layout.greeting) : ""}${layout.paragraphs.map(paragraph).join("")}${quote}${action}`;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(layout.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1d2029;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:16px;background:#ffffff">${body}</div>
<p style="max-width:520px;margin:16px auto 0;font-size:13px;color:#5d6270">${escapeHtml(footer)}</p>
</body>
</html>
`;
}

/** Renders a mail in the recipient's language. All values are escaped, and every link starts with the server's address. */
export function renderMail(content: MailContent, options: { language: string; publicUrl: string }): RenderedMail {
  const { language, texts } = mailTextsOf(options.language);
  const layout = layoutOf(content, { language, texts }, options.publicUrl);
  const footer = fill(texts.footer, { host: new URL(options.publicUrl).host });
  return { subject: layout.subject, text: textOf(layout, footer), html: htmlOf(layout, footer, texts.linkHint, language) };
}
