import { directionOf } from "@stillreel/i18n";
import { mailTextsOf } from "./mail-texts.ts";

/** A link in a list of a mail. */
interface MailLink {
  title: string;
  url: string;
}

/** Every kind of mail with its values. */
export type MailContent =
  | { template: "welcome"; data: { displayName: string } }
  | { template: "reset-password"; data: { displayName: string; resetUrl: string } }
  | { template: "set-password"; data: { displayName: string; resetUrl: string } }
  | { template: "confirm-email"; data: { displayName: string; confirmUrl: string } }
  | { template: "email-change-requested"; data: { displayName: string; newEmail: string } }
  | { template: "email-changed"; data: { displayName: string; newEmail: string } }
  | { template: "password-changed"; data: { displayName: string } }
  | { template: "test"; data: { host: string } }
  | { template: "two-factor-on"; data: { displayName: string } }
  | { template: "two-factor-off"; data: { displayName: string } }
  | { template: "two-factor-reset"; data: { displayName: string } }
  | { template: "passkey-added" | "passkey-removed"; data: { displayName: string; passkeyName: string } }
  | { template: "sign-in-linked" | "sign-in-unlinked"; data: { displayName: string; providerName: string } }
  /** `device` is empty when the program did not name itself. */
  | { template: "new-device"; data: { displayName: string; device: string; at: string; ip: string } }
  | { template: "item-shared"; data: { senderName: string; itemTitle: string; itemUrl: string; message: string } }
  | { template: "workspace-invite"; data: { senderName: string; workspaceName: string; inviteUrl: string; expiresAt: string } }
  | {
      template: "mentioned";
      data: { displayName: string; senderName: string; itemTitle: string; itemUrl: string; comment: string };
    }
  | {
      template: "items-expiring";
      data: { displayName: string; expiresAt: string; count: string; trashDays: string };
      /** Some of the items. */
      links: readonly MailLink[];
    }
  | { template: "reports"; data: { displayName: string; count: string; url: string } }
  | { template: "notification"; data: { displayName: string; sentence: string; subject: string; url: string } }
  | {
      template: "digest";
      /** `more` is the number of notifications that it does not name, or empty. */
      data: { displayName: string; since: string; more: string };
      sections: DigestMailSection[];
      unsubscribeUrl: string;
    };

/** What happened to one object. */
export interface DigestMailSection {
  /** Title of the object. Null without one. */
  title: string | null;
  url: string | null;
  sentences: string[];
}

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
  links: readonly MailLink[];
  sections: DigestMailSection[];
  /** Paragraphs after the sections. */
  closing: string[];
  action: { label: string; url: string } | null;
  unsubscribe: { label: string; url: string } | null;
}

type Values = Record<string, string>;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (char) => `&#${char.charCodeAt(0)};`);
/** Removes line breaks and control characters from a header field, which must be one line. */
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, " ").trim();
const fill = (text: string, values: Values): string => text.replace(/\{\{(\w+)\}\}/gu, (_whole, name: string) => values[name] ?? "");

/** Formats a date in the recipient's language. The recipient's time zone is unknown, so the server's date is used. */
const dayOf = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));

/** Formats a time in the recipient's language, with the zone. */
const timeOf = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" }).format(new Date(iso));

type DigestContent = Extract<MailContent, { template: "digest" }>;

/** Returns the parts of a digest that no other mail has. */
function digestLayout(
  { data, sections, unsubscribeUrl }: DigestContent,
  { more, unsubscribe }: { more: string; unsubscribe: string },
  { body, note }: { body: string; note: string[] },
): Pick<Layout, "paragraphs" | "sections" | "closing" | "unsubscribe"> {
  return {
    paragraphs: [body],
    sections,
    closing: [...(data.more === "" ? [] : [fill(more, { ...data })]), ...note],
    unsubscribe: { label: unsubscribe, url: unsubscribeUrl },
  };
}

/** Values of a layout without those parts. */
const PLAIN: Pick<Layout, "quote" | "links" | "sections" | "closing" | "action" | "unsubscribe"> = {
  quote: null,
  links: [],
  sections: [],
  closing: [],
  action: null,
  unsubscribe: null,
};

/** Returns the values of the texts of a mail. */
function valuesOf(content: MailContent, { language, texts }: ReturnType<typeof mailTextsOf>): Values {
  const values: Values = { ...content.data };
  if ("expiresAt" in content.data) values["until"] = dayOf(content.data.expiresAt, language);
  if (content.template === "new-device") {
    values["device"] = content.data.device || texts["new-device"].unknown;
    values["time"] = timeOf(content.data.at, language);
  }
  return values;
}

function layoutOf(content: MailContent, known: ReturnType<typeof mailTextsOf>, publicUrl: string): Layout {
  const { texts } = known;
  const values = valuesOf(content, known);
  const own: { subject: string; body: string; note?: string; action?: string } = texts[content.template];
  const body = fill(own.body, values);
  const note = own.note ? [fill(own.note, values)] : [];
  const greeting = values.displayName ? fill(texts.greeting, values) : texts.greetingUnknown;
  const base = { ...PLAIN, subject: oneLine(fill(own.subject, values)), greeting, paragraphs: [body, ...note] };
  const action = (url: string) => ({ action: { label: own.action ?? url, url } });
  switch (content.template) {
    case "welcome":
      return { ...base, ...action(`${publicUrl}/install`) };
    case "reset-password":
    case "set-password":
      return { ...base, ...action(content.data.resetUrl) };
    case "confirm-email":
      return { ...base, ...action(content.data.confirmUrl) };
    case "two-factor-on":
    case "two-factor-off":
    case "two-factor-reset":
    case "passkey-added":
    case "sign-in-linked":
    case "sign-in-unlinked":
    case "email-change-requested":
    case "passkey-removed":
      return { ...base, ...action(`${publicUrl}/account/security`) };
    case "new-device":
      return { ...base, ...action(`${publicUrl}/account/security#sessions`) };
    case "password-changed":
      return { ...base, ...action(`${publicUrl}/auth/forgot`) };
    case "email-changed":
      return base;
    case "test":
      return { ...base, greeting: null };
    case "workspace-invite":
      return { ...base, ...action(content.data.inviteUrl) };
    case "items-expiring":
      return { ...base, links: content.links };
    case "notification":
    case "reports":
      return { ...base, ...action(content.data.url) };
    case "digest":
      return { ...base, ...action(`${publicUrl}/`), ...digestLayout(content, texts.digest, { body, note }) };
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
  const linkTo = (link: { label: string; url: string } | null): string | undefined => (link ? `${link.label}:\n${link.url}` : undefined);
  const sections = layout.sections.map(({ title, url, sentences }) =>
    [
      ...(title === null ? [] : [oneLine(title)]),
      ...sentences.map((sentence) => `- ${oneLine(sentence)}`),
      ...(url === null ? [] : [url]),
    ].join("\n"),
  );
  const links = layout.links.map(({ title, url }) => `${oneLine(title)}:\n${url}`);
  const parts = [layout.greeting, ...layout.paragraphs, quote, ...links, ...sections, ...layout.closing, linkTo(layout.action)];
  return `${[...parts, `--\n${footer}`, linkTo(layout.unsubscribe)].filter(Boolean).join("\n\n")}\n`;
}

/** Returns a section of a digest: the title, and one line for each sentence. The link is on the title, without one on the sentences. */
function sectionOf({ title, url, sentences }: DigestMailSection): string {
  const linked = (text: string): string =>
    url === null ? escapeHtml(text) : `<a href="${escapeHtml(url)}" style="color:#1d2029">${escapeHtml(text)}</a>`;
  const heading = title === null ? "" : `<strong><bdi>${linked(title)}</bdi></strong>`;
  const lines = sentences.map((sentence) => `<div style="color:#5d6270">${title === null ? linked(sentence) : escapeHtml(sentence)}</div>`);
  return `<div style="margin:0 0 16px;padding:12px 0 0;border-top:1px solid #e3e5ea">${heading}${lines.join("")}</div>`;
}

/** Returns the logo of the installation, or an empty text. */
function headOf({ publicUrl, logo }: MailOptions): string {
  if (!logo) return "";
  const picture = `<img src="${escapeHtml(publicUrl + logo.path)}" alt="${escapeHtml(logo.name)}" height="40" style="display:block;height:40px;max-width:240px">`;
  return `<div style="max-width:520px;margin:0 auto 16px">${picture}</div>\n`;
}

interface Surroundings {
  head: string;
  footer: string;
  linkHint: string;
  language: string;
}

function htmlOf(layout: Layout, { head, footer, linkHint, language }: Surroundings): string {
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const quote = layout.quote
    ? `<blockquote style="margin:0 0 16px;padding:8px 16px;border-inline-start:3px solid #c9ccd6">${escapeHtml(layout.quote).replace(/\r?\n/gu, "<br>")}</blockquote>`
    : "";
  const link = ({ title, url }: MailLink): string => `<li><a href="${escapeHtml(url)}" style="color:#1d2029">${escapeHtml(title)}</a></li>`;
  const links =
    layout.links.length > 0 ? `<ul style="margin:0 0 16px;padding-inline-start:20px">${layout.links.map(link).join("")}</ul>` : "";
  const url = layout.action ? escapeHtml(layout.action.url) : "";
  const action = layout.action
    ? `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#2b2f3a;color:#ffffff;text-decoration:none">${escapeHtml(layout.action.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:13px;color:#5d6270">${escapeHtml(linkHint)}<br><a href="${url}" style="color:#5d6270">${url}</a></p>`
    : "";
  const unsubscribe = layout.unsubscribe
    ? `<br><a href="${escapeHtml(layout.unsubscribe.url)}" style="color:#5d6270">${escapeHtml(layout.unsubscribe.label)}</a>`
    : "";
  const body = [
    layout.greeting ? paragraph(layout.greeting) : "",
    ...layout.paragraphs.map(paragraph),
    quote,
    links,
    ...layout.sections.map(sectionOf),
    ...layout.closing.map(paragraph),
    action,
  ].join("");
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(layout.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1d2029;font:16px/1.5 system-ui,sans-serif">
${head}<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:16px;background:#ffffff">${body}</div>
<p style="max-width:520px;margin:16px auto 0;font-size:13px;color:#5d6270">${escapeHtml(footer)}${unsubscribe}</p>
</body>
</html>
`;
}

/** Language and sender of a mail. */
export interface MailOptions {
  language: string;
  publicUrl: string;
  /** Name of the installation and path of its logo, which is shown above the text. */
  logo?: { name: string; path: string } | null;
}

/** Renders a mail in the recipient's language. All values are escaped, and every link starts with the server's address. */
export function renderMail(content: MailContent, options: MailOptions): RenderedMail {
  const { language, texts } = mailTextsOf(options.language);
  const layout = layoutOf(content, { language, texts }, options.publicUrl);
  const footer = fill(texts.footer, { host: new URL(options.publicUrl).host });
  return {
    subject: layout.subject,
    text: textOf(layout, footer),
    html: htmlOf(layout, { footer, linkHint: texts.linkHint, language, head: headOf(options) }),
  };
}
