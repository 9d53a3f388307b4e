import { BASE_LANGUAGE, directionOf, TRANSLATED } from "@stillreel/i18n";
import { describe, expect, it } from "vitest";
import type { MailedItem } from "./item-mail.types.ts";
import { decideBlocks } from "./mail-picture-blocks.ts";
import { mailSamples } from "./mail-samples.fixture.ts";
import { type MailContent, renderMail } from "./mail-templates.ts";

const ORIGIN = "https://shots.example";
const NASTY = `<script>alert(1)</script>"'&{{host}}\r\nBcc: x@example.test\u2028`;
const OPTIONS = { publicUrl: ORIGIN, name: "Stillreel", logoPath: null };
const samples = mailSamples(ORIGIN, (name) => (name === "captionTag" ? "not a tag" : NASTY));
const { STOP, PERSON, ITEM, ABOUT, TERMS } = samples;
const MAILS = samples.mails;

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

const CASES = TRANSLATED.flatMap((language) => MAILS.map((content) => ({ language, template: content.template, content })));

describe.each(CASES)("$template in the language $language", ({ language, content }) => {
  const mail = renderMail(content, { ...OPTIONS, language });
  const english = renderMail(content, { ...OPTIONS, language: "en" });

  it("has its language and direction, and no placeholder", () => {
    expect(mail.html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
    expect(`${mail.subject} ${mail.text}`.replaceAll("{{host}}", "")).not.toMatch(/\{\{|undefined/u);
  });

  it("has the links of the English mail, and another text", () => {
    const links = ({ html }: { html: string }): string[] => [...html.matchAll(/href="([^"]+)"/gu)].map(([, url]) => url ?? "").toSorted();
    expect(links(mail)).toEqual(links(english));
    if (language !== BASE_LANGUAGE) expect(mail.text).not.toBe(english.text);
  });
});

describe("language", () => {
  it("falls back to English for a language without texts", () => {
    const mail = renderMail({ template: "welcome", data: { displayName: "" } }, { ...OPTIONS, language: "xx-YY" });
    expect(mail.html).toContain('<html lang="en" dir="ltr">');
    expect(mail.text).toMatch(/^Hello,\n/u);
  });
});

describe("a mail about an item", () => {
  const item: MailedItem = { ...ITEM, title: "Release 4.12", captions: ["en", "es"], workspaceName: "Lumen Transit" };
  const leila = { name: "Leila Haddad", photoOf: null };
  const comment = { id: "c1", by: leila, text: "Riders asked about this.", atS: 134.9 };
  const commented: MailContent = { ...ABOUT, item, template: "item-commented", comments: [comment], more: 0, unsubscribeUrl: STOP };
  const terms = { ...TERMS, hasPassword: false };
  const shared: MailContent = { ...ABOUT, item, template: "item-shared", by: leila, message: "", terms, unsubscribeUrl: STOP };
  const render = (content: MailContent, language = "en") => renderMail(content, { ...OPTIONS, language });

  it("names person, workspace, facts, and who can open the link until when", () => {
    const { subject, text, html } = render(shared);
    expect(subject).toBe("Leila Haddad shared a video with you");
    expect(text).toContain("Leila Haddad at Lumen Transit\n");
    expect(text).toContain("Release 4.12\n6:41, 3 chapters, captions in English and Spanish\n");
    expect(text).toContain("Watch video:\nhttps://shots.example/s/abc\n");
    expect(text).toContain("Everyone with the link can open it. It closes on November 29, 2026. It can be opened 3 times.");
    expect(text).toContain("You get this because Leila Haddad typed your address.");
    expect(text).toContain("Sent by shots.example, the Stillreel server.");
    expect(text).toContain(`stop these e-mails:\n${STOP}\n`);
    expect(html).toContain("Release 4.12, 6:41, 3 chapters");
    expect(render({ ...shared, terms: { ...TERMS, isOpen: false } }).text).toContain("only for people with access to this item, signed in");
    expect(render({ ...shared, terms: TERMS }).text).toContain("asks for a password, which you can get from Leila Haddad");
  });

  it("opens the video at the second of the comment, and the form for the answer", () => {
    const { subject, text, html } = render(commented);
    expect(subject).toBe("Leila Haddad commented at 2:14 on your video");
    expect(text).toMatch(/^Leila Haddad commented at 2:14\n/u);
    expect(text).toContain("Watch from 2:14:\nhttps://shots.example/s/abc?t=134\n");
    expect(text).toContain("Reply to Leila Haddad:\nhttps://shots.example/s/abc?t=134&reply=c1\n");
    expect(text).toContain(", chapter 2 of 3\n");
    expect(text).toContain("Choose what you get:\nhttps://shots.example/account/notifications\n");
    expect(text).toContain(`stop these e-mails:\n${STOP}\n`);
    expect(html.match(/class="(?:played|rest)"/gu)).toEqual(['class="played"', 'class="played"', 'class="rest"', 'class="rest"']);
  });

  it("is about several comments at a time, and about images without a position", () => {
    const more = render({ ...commented, comments: [comment, { ...comment, id: "c2", atS: null }], more: 3 });
    expect(more.subject).toBe("5 new comments on your video");
    expect(more.text).toContain("And 3 more comments.");
    const image: MailedItem = { ...item, type: "image", mimeType: "image/png", lengthMs: null, chapters: [], captions: [] };
    const onImage = render({ ...commented, item: image });
    expect(onImage.subject).toBe("Leila Haddad commented on your image");
    expect(onImage.text).toContain("1920 x 1200 pixels, PNG\n\nView image:\nhttps://shots.example/s/abc\n");
    expect(onImage.html).not.toContain('class="rest"');
  });

  it("has a word for a user without a name, and an initial without a photo", () => {
    const { subject, html, pictures } = render({ ...commented, comments: [{ ...comment, by: { name: "", photoOf: null } }] });
    expect(subject).toBe("Someone commented at 2:14 on your video");
    expect(html).toMatch(/class="face ink"[^>]*>S</u);
    expect(Object.keys(pictures ?? {})).toEqual(["item"]);
    expect(render({ ...commented, pictureFor: "none" }).pictures).toEqual({});
  });

  it("isolates names in the other direction, in both parts and the subject", () => {
    const { subject, text, html } = render({ ...shared, by: { name: "\u202eليلى حداد", photoOf: null } });
    expect(subject).toBe("\u2068ليلى حداد\u2069 shared a video with you");
    expect(text).toContain("\u2068ليلى حداد\u2069 at ");
    expect(html).toContain("<bdi>ليلى حداد</bdi> shared a video with you</h1>");
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069](?=[^<]*<\/h1>)/u);
  });

  it("refers to pictures only when it is sent, and makes sense without them", () => {
    const { html } = render({ ...commented, comments: [{ ...comment, by: PERSON }] });
    const without = decideBlocks(html, () => null);
    expect(without).not.toMatch(/cid:|<img|<!--\[picture/u);
    expect(without).toMatch(/class="face ink"/u);
    const shown = decideBlocks(html, (name) => `${name}.1@shots.example`);
    expect(shown).toContain('<img src="cid:item.1@shots.example" alt="Video: Release 4.12"');
    expect(shown).toContain(`cid:face-${PERSON.photoOf}.1@shots.example`);
    expect(shown).not.toMatch(/<!--\[(?:picture|or|end)/u);
  });
});
