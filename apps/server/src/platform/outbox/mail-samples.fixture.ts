import type { MailedItem } from "./item-mail.types.ts";
import type { MailContent } from "./mail-templates.ts";

/** Values of the samples that come from people and programs. */
export type SampleValue =
  | "person"
  | "sender"
  | "workspace"
  | "title"
  | "chapter"
  | "message"
  | "comment"
  | "sentence"
  | "secondSentence"
  | "email"
  | "host"
  | "device"
  | "ip"
  | "passkey"
  | "token"
  | "provider"
  | "receiver"
  | "captionTag";

const DAY = "2026-11-29T23:30:00.000Z";

/** Mails without an item. */
function textMails(origin: string, value: (name: SampleValue) => string, stop: string): MailContent[] {
  const displayName = value("person");
  const resetUrl = `${origin}/auth/reset?code=abc`;
  return [
    { template: "welcome", data: { displayName } },
    { template: "reset-password", data: { displayName, resetUrl } },
    { template: "set-password", data: { displayName, resetUrl } },
    { template: "account-added", data: { displayName, senderName: value("sender"), resetUrl, expiresAt: DAY } },
    { template: "confirm-email", data: { displayName, confirmUrl: `${origin}/auth/email?code=abc` } },
    { template: "email-change-requested", data: { displayName, newEmail: value("email") } },
    { template: "email-changed", data: { displayName, newEmail: value("email") } },
    { template: "test", data: { host: value("host") } },
    { template: "password-changed", data: { displayName } },
    { template: "two-factor-on", data: { displayName } },
    { template: "two-factor-off", data: { displayName } },
    { template: "two-factor-reset", data: { displayName } },
    { template: "passkey-added", data: { displayName, passkeyName: value("passkey") } },
    { template: "access-token-created", data: { displayName, tokenName: value("token") } },
    { template: "webhook-disabled", data: { displayName, address: value("receiver") } },
    { template: "sign-in-linked", data: { displayName, providerName: value("provider") } },
    { template: "sign-in-unlinked", data: { displayName, providerName: value("provider") } },
    { template: "passkey-removed", data: { displayName, passkeyName: value("passkey") } },
    { template: "new-device", data: { displayName, device: value("device"), at: DAY, ip: value("ip") } },
    {
      template: "workspace-invite",
      data: { senderName: value("sender"), workspaceName: value("workspace"), inviteUrl: `${origin}/invite/abc`, expiresAt: DAY },
      unsubscribeUrl: stop,
    },
    {
      template: "items-expiring",
      data: { displayName, expiresAt: DAY, count: "2", trashDays: "30" },
      links: [{ title: value("title"), url: `${origin}/videos/abc` }],
    },
    { template: "reports", data: { displayName, count: "3", url: `${origin}/admin/reports` } },
    {
      template: "notification",
      data: { displayName, sentence: value("sentence"), subject: value("title"), url: `${origin}/videos/abc` },
      unsubscribeUrl: stop,
    },
    {
      template: "digest",
      data: { displayName, since: "24/11/2026", more: "3" },
      sections: [
        { title: value("title"), url: `${origin}/videos/abc`, sentences: [value("sentence")] },
        { title: null, url: null, sentences: [value("secondSentence")] },
      ],
      unsubscribeUrl: stop,
    },
  ];
}

/** Returns one mail of each kind, and parts of them. @param value returns the values of people and programs */
export function mailSamples(origin: string, value: (name: SampleValue) => string) {
  const STOP = `${origin}/unsubscribe/comment.abc`;
  const PERSON = { name: value("sender"), photoOf: "0190c0de-0000-7000-8000-000000000001" };
  const COMMENT = { id: "c1", by: PERSON, text: value("comment"), atS: 134.9 };
  const ITEM: MailedItem = {
    id: "0190c0de-0000-7000-8000-000000000002",
    type: "video",
    title: value("title"),
    width: 1920,
    height: 1200,
    mimeType: "video/mp4",
    lengthMs: 401_000,
    chapters: [
      { timestamp: 0, name: value("chapter") },
      { timestamp: 71, name: value("chapter") },
      { timestamp: 190, name: value("chapter") },
    ],
    captions: ["en", "es", value("captionTag")],
    workspaceName: value("workspace"),
    ownerId: null,
  };
  const ABOUT = { item: ITEM, pictureFor: "reader" as const, url: `${origin}/s/abc` };
  const TERMS = { isOpen: true, hasPassword: true, expiresAt: DAY, maxViews: 3 };
  const mails: MailContent[] = [
    ...textMails(origin, value, STOP),
    { ...ABOUT, template: "item-shared", by: PERSON, message: value("message"), terms: TERMS, unsubscribeUrl: STOP },
    { ...ABOUT, template: "item-commented", comments: [COMMENT], more: 0, unsubscribeUrl: STOP },
    { ...ABOUT, template: "item-replied", comments: [COMMENT, { ...COMMENT, id: "c2", atS: null }], more: 2, unsubscribeUrl: STOP },
    { ...ABOUT, template: "item-mentioned", comments: [COMMENT], more: 0, unsubscribeUrl: STOP },
    { ...ABOUT, template: "item-arrived", by: { name: value("sender"), photoOf: null }, unsubscribeUrl: STOP },
    { ...ABOUT, template: "item-access", by: PERSON, unsubscribeUrl: STOP },
  ];
  return { STOP, PERSON, ITEM, ABOUT, TERMS, mails };
}
