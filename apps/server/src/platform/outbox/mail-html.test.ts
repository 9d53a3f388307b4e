import { describe, expect, it } from "vitest";
import { htmlOf } from "./mail-html.ts";
import type { Layout } from "./mail-layout.ts";

const LAYOUT: Layout = {
  subject: "Subject",
  greeting: "Hello,",
  paragraphs: ["First sentence."],
  quote: "A line\nand another",
  links: [{ title: "A file", url: "https://shots.example/images/1" }],
  sections: [{ title: "A file", url: "https://shots.example/images/1", sentences: ["Ben commented"] }],
  closing: [],
  action: { label: "Open", url: "https://shots.example/s/1" },
  unsubscribe: { label: "Stop", url: "https://shots.example/unsubscribe/x" },
};
const AROUND = { name: "Stillreel", logoUrl: null, footer: "Footer", linkHint: "Hint" };

describe("the HTML part of a mail", () => {
  it("has the direction of its language, also on programs that do not know logical properties", () => {
    const [left, right] = [htmlOf(LAYOUT, { ...AROUND, language: "en" }), htmlOf(LAYOUT, { ...AROUND, language: "ar" })];
    expect(left).toContain('<html lang="en" dir="ltr">');
    expect(left).toContain("border-left:3px");
    expect(right).toContain('<html lang="ar" dir="rtl">');
    expect(right).toContain("border-right:3px");
    expect(right).toContain('align="right"');
    expect(right).not.toMatch(/text-align:left|border-left|align="left"/u);
  });

  it("contains no script, form, outside font or tracking picture", () => {
    const html = htmlOf(LAYOUT, { ...AROUND, language: "en" });
    expect(html).not.toMatch(/<(?:script|form|link|iframe|img)\b|@import|url\(/iu);
    expect(htmlOf(LAYOUT, { ...AROUND, logoUrl: "https://shots.example/logo/1", language: "en" })).toMatch(
      /<img src="https:&#\d+;|<img src="https:\/\/shots\.example\/logo\/1" alt="Stillreel"/u,
    );
  });

  it("begins with its first sentence, which mail programs show in their list", () => {
    const [, body = ""] = htmlOf(LAYOUT, { ...AROUND, language: "en" }).split("<body");
    expect(body.replaceAll(/<[^>]+>/gu, " ").replaceAll(/^[^>]*>/gu, "")).toMatch(/^\s*First sentence\./u);
  });
});
