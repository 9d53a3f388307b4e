import type { MailPictures } from "../db/schema/index.ts";
import type { ItemMail } from "./item-mail.types.ts";
import { itemHtmlOf } from "./item-mail-html.ts";
import { itemLayoutOf } from "./item-mail.ts";
import { picturesOf } from "./item-mail-pictures.ts";
import { htmlOf } from "./mail-html.ts";
import { type DigestMailSection, type Layout, type MailLink, oneLine } from "./mail-layout.ts";
import { itemTextOf, textOf } from "./mail-plain.ts";
import { mailTextsOf } from "./mail-texts.ts";
import { dayOf, fillIsolated, plainText, type Values } from "./mail-values.ts";

/** Every kind of mail with its values. */
export type MailContent = TextMail | ItemMail;

/** Mail without an item. */
type TextMail =
  | { template: "welcome"; data: { displayName: string } }
  | { template: "reset-password"; data: { displayName: string; resetUrl: string } }
  | { template: "set-password"; data: { displayName: string; resetUrl: string } }
  | { template: "account-added"; data: { displayName: string; senderName: string; resetUrl: string; expiresAt: string } }
  | { template: "confirm-email"; data: { displayName: string; confirmUrl: string } }
  | { template: "email-change-requested"; data: { displayName: string; newEmail: string } }
  | { template: "email-changed"; data: { displayName: string; newEmail: string } }
  | { template: "password-changed"; data: { displayName: string } }
  | { template: "test"; data: { host: string } }
  | { template: "two-factor-on"; data: { displayName: string } }
  | { template: "two-factor-off"; data: { displayName: string } }
  | { template: "two-factor-reset"; data: { displayName: string } }
  | { template: "passkey-added" | "passkey-removed"; data: { displayName: string; passkeyName: string } }
  | { template: "access-token-created"; data: { displayName: string; tokenName: string } }
  | { template: "webhook-disabled"; data: { displayName: string; address: string } }
  | { template: "sign-in-linked" | "sign-in-unlinked"; data: { displayName: string; providerName: string } }
  /** `device` is empty when the program did not name itself. */
  | { template: "new-device"; data: { displayName: string; device: string; at: string; ip: string } }
  | {
      template: "workspace-invite";
      data: { senderName: string; workspaceName: string; inviteUrl: string; expiresAt: string };
      unsubscribeUrl: string;
    }
  | {
      template: "items-expiring";
      data: { displayName: string; expiresAt: string; count: string; trashDays: string };
      /** Some of the items. */
      links: readonly MailLink[];
    }
  | { template: "reports"; data: { displayName: string; count: string; url: string } }
  | { template: "notification"; data: { displayName: string; sentence: string; subject: string; url: string }; unsubscribeUrl: string }
  | {
      template: "digest";
      /** `more` is the number of notifications that it does not name, or empty. */
      data: { displayName: string; since: string; more: string };
      sections: DigestMailSection[];
      unsubscribeUrl: string;
    };

/** A rendered mail. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** What the pictures in the HTML part show. Null without pictures. */
  pictures: MailPictures | null;
}

/** Formats a time in the recipient's language, with the zone. */
const timeOf = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" }).format(new Date(iso));

type DigestContent = Extract<TextMail, { template: "digest" }>;

/** Returns the parts of a digest that no other mail has. */
function digestLayout(
  { data, sections }: DigestContent,
  more: string,
  { body, note }: { body: string; note: string[] },
): Pick<Layout, "paragraphs" | "sections" | "closing"> {
  return {
    paragraphs: [body],
    sections,
    closing: [...(data.more === "" ? [] : [fillIsolated(more, { ...data })]), ...note],
  };
}

/** Values of a layout without those parts. */
const PLAIN: Pick<Layout, "quote" | "links" | "sections" | "closing" | "action"> = {
  quote: null,
  links: [],
  sections: [],
  closing: [],
  action: null,
};

/** Returns the values of the texts of a mail. */
function valuesOf(content: TextMail, { language, texts }: ReturnType<typeof mailTextsOf>): Values {
  const values: Values = { ...content.data };
  if ("expiresAt" in content.data) values["until"] = dayOf(content.data.expiresAt, language);
  if (content.template === "new-device") {
    values["device"] = content.data.device || texts["new-device"].unknown;
    values["time"] = timeOf(content.data.at, language);
  }
  return values;
}

function layoutOf(content: TextMail, known: ReturnType<typeof mailTextsOf>, publicUrl: string): Layout {
  const { texts } = known;
  const values = valuesOf(content, known);
  const own: { subject: string; body: string; note?: string; action?: string; unsubscribe?: string } = texts[content.template];
  const body = fillIsolated(own.body, values);
  const note = own.note ? [fillIsolated(own.note, values)] : [];
  const greeting = values.displayName ? fillIsolated(texts.greeting, values) : texts.greetingUnknown;
  const unsubscribe = "unsubscribeUrl" in content ? { label: own.unsubscribe ?? "", url: content.unsubscribeUrl } : null;
  const base = {
    ...PLAIN,
    subject: oneLine(plainText(fillIsolated(own.subject, values))),
    greeting,
    paragraphs: [body, ...note],
    unsubscribe,
  };
  const action = (url: string) => ({ action: { label: own.action ?? url, url } });
  switch (content.template) {
    case "welcome":
      return { ...base, ...action(`${publicUrl}/install`) };
    case "reset-password":
    case "set-password":
    case "account-added":
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
    case "webhook-disabled":
      return { ...base, ...action(`${publicUrl}/account/webhooks`) };
    case "access-token-created":
      return { ...base, ...action(`${publicUrl}/account/tools`) };
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
      return { ...base, ...action(`${publicUrl}/`), ...digestLayout(content, texts.digest.more, { body, note }) };
  }
}

/** Language and sender of a mail. */
export interface MailOptions {
  language: string;
  publicUrl: string;
  /** Name of the installation. */
  name: string;
  /** Path of its logo, which is shown above the text; null without one. */
  logoPath: string | null;
}

/** Renders a mail in the recipient's language. All values are escaped, and every link starts with the server's address. */
export function renderMail(content: MailContent, { publicUrl, name, logoPath, ...wanted }: MailOptions): RenderedMail {
  const known = mailTextsOf(wanted.language);
  const { language, texts } = known;
  const host = new URL(publicUrl).host;
  const brand = { name, logoUrl: logoPath === null ? null : `${publicUrl}${logoPath}` };
  if ("item" in content) {
    const layout = itemLayoutOf(content, known, { publicUrl, name });
    return {
      subject: oneLine(plainText(layout.subject)),
      text: plainText(itemTextOf(layout, language)),
      html: itemHtmlOf(layout, { ...brand, language }),
      pictures: picturesOf(content),
    };
  }
  const layout = layoutOf(content, known, publicUrl);
  const footer = fillIsolated(texts.footer, { host });
  return {
    subject: layout.subject,
    text: plainText(textOf(layout, footer)),
    html: htmlOf(layout, { ...brand, footer, linkHint: texts.linkHint, language }),
    pictures: null,
  };
}
