import { describe, expect, it } from "vitest";
import { type MailContent, renderMail } from "./mail-templates.ts";

const ORIGIN = "https://shots.example";
const NASTY = `<script>alert(1)</script>"'&{{host}}\r\nBcc: x@example.test\u2028`;
const OPTIONS = { publicUrl: ORIGIN, name: "Stillreel", logoPath: null };
const MAILS: MailContent[] = [
  { template: "welcome", data: { displayName: NASTY } },
  { template: "reset-password", data: { displayName: NASTY, resetUrl: `${ORIGIN}/auth/reset?code=abc` } },
  { template: "set-password", data: { displayName: NASTY, resetUrl: `${ORIGIN}/auth/reset?code=abc` } },
  {
    template: "account-added",
    data: { displayName: NASTY, senderName: NASTY, resetUrl: `${ORIGIN}/auth/reset?code=abc`, expiresAt: "2026-11-29T23:30:00.000Z" },
  },
  { template: "confirm-email", data: { displayName: NASTY, confirmUrl: `${ORIGIN}/auth/email?code=abc` } },
  { template: "email-change-requested", data: { displayName: NASTY, newEmail: NASTY } },
  { template: "email-changed", data: { displayName: NASTY, newEmail: NASTY } },
  { template: "test", data: { host: NASTY } },
  { template: "password-changed", data: { displayName: NASTY } },
  { template: "two-factor-on", data: { displayName: NASTY } },
  { template: "two-factor-off", data: { displayName: NASTY } },
  { template: "two-factor-reset", data: { displayName: NASTY } },
  { template: "passkey-added", data: { displayName: NASTY, passkeyName: NASTY } },
  { template: "access-token-created", data: { displayName: NASTY, tokenName: NASTY } },
  { template: "webhook-disabled", data: { displayName: NASTY, address: NASTY } },
  { template: "sign-in-linked", data: { displayName: NASTY, providerName: NASTY } },
  { template: "sign-in-unlinked", data: { displayName: NASTY, providerName: NASTY } },
  { template: "passkey-removed", data: { displayName: NASTY, passkeyName: NASTY } },
  { template: "new-device", data: { displayName: NASTY, device: NASTY, at: "2026-11-29T23:30:00.000Z", ip: NASTY } },
  { template: "item-shared", data: { senderName: NASTY, itemTitle: NASTY, itemUrl: `${ORIGIN}/s/abc`, message: NASTY } },
  {
    template: "workspace-invite",
    data: { senderName: NASTY, workspaceName: NASTY, inviteUrl: `${ORIGIN}/invite/abc`, expiresAt: "2026-11-29T23:30:00.000Z" },
  },
  {
    template: "mentioned",
    data: { displayName: NASTY, senderName: NASTY, itemTitle: NASTY, itemUrl: `${ORIGIN}/videos/abc`, comment: NASTY },
    unsubscribeUrl: `${ORIGIN}/unsubscribe/mention.abc`,
  },
  { template: "reports", data: { displayName: NASTY, count: "3", url: `${ORIGIN}/admin/reports` } },
  {
    template: "notification",
    data: { displayName: NASTY, sentence: NASTY, subject: NASTY, url: `${ORIGIN}/videos/abc` },
    unsubscribeUrl: `${ORIGIN}/unsubscribe/comment.abc`,
  },
  {
    template: "digest",
    data: { displayName: NASTY, since: "24 November 2026", more: "3" },
    sections: [
      { title: NASTY, url: `${ORIGIN}/videos/abc`, sentences: [NASTY, "Ben commented"] },
      { title: null, url: null, sentences: ["Your storage is 92 % full"] },
    ],
    unsubscribeUrl: `${ORIGIN}/unsubscribe/abc`,
  },
];

describe.each(MAILS)("$template", (content) => {
  const mail = renderMail(content, { ...OPTIONS, language: "en" });

  it("has a one-line subject, a text part and small, harmless HTML", () => {
    expect(mail.subject).not.toMatch(/[\u0000-\u001f\u2028]/u);
    expect(mail.subject.length).toBeGreaterThan(5);
    expect(mail.text.length).toBeGreaterThan(40);
    expect(mail.html.length).toBeLessThan(100_000);
    expect(mail.html).not.toContain("<script");
    expect(mail.html.match(/<html lang="en" dir="ltr">/gu)).toHaveLength(1);
  });

  it("links only to the own server", () => {
    const links = [...`${mail.text} ${mail.html}`.matchAll(/https?:\/\/[^\s"<]+/gu)].map(([url]) => url);
    expect(links.every((url) => url.startsWith(`${ORIGIN}/`))).toBe(true);
  });

  it("fills every placeholder of the template, and none inside of a value", () => {
    expect(mail.text.replaceAll("{{host}}", "")).not.toMatch(/\{\{|undefined/u);
  });
});

describe("language", () => {
  it("falls back to English for a language without texts", () => {
    const mail = renderMail({ template: "welcome", data: { displayName: "" } }, { ...OPTIONS, language: "xx-YY" });
    expect(mail.html).toContain('<html lang="en" dir="ltr">');
    expect(mail.text).toMatch(/^Hello,\n/u);
  });
});
