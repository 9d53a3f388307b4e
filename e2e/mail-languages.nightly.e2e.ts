import { BASE_LANGUAGE, directionOf, TRANSLATED } from "@stillreel/i18n";
import { decideBlocks } from "@stillreel/server/platform/outbox/mail-picture-blocks.ts";
import { mailSamples, type SampleValue } from "@stillreel/server/platform/outbox/mail-samples.fixture.ts";
import { renderMail } from "@stillreel/server/platform/outbox/mail-templates.ts";
import { notificationSentence } from "@stillreel/server/platform/outbox/notification-texts.ts";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Width of a small phone. */
const WIDTH = 360;
const ORIGIN = "https://shots.example";
/** Words with Latin letters that texts of other scripts contain: names, formats and units. */
const LATIN_EVERYWHERE = /^(?:stillreel|webhooks?|https?|utc|pixels|x)$/iu;
/** An address, or a word with digits. */
const ADDRESS = /\S*[@:/.\d]\S*/gu;

/** Values of people, without English words. Names have the other direction than the language. */
function valuesIn(language: string): Record<SampleValue, string> {
  const isMirrored = directionOf(language) === "rtl";
  const base = { others: 0, count: 1, emoji: null, percent: null, reason: null };
  const sender = isMirrored ? "Ṁeera Ħalv" : "ليلى حداد";
  return {
    person: isMirrored ? "Ṁeera Ħalv" : "ليلى حداد",
    sender,
    workspace: isMirrored ? "Łumen (Ñorð)" : "عبور لومن (شمال)",
    title: isMirrored ? "Ŕelease 4.12 (ñ)!" : "إصدار 4.12 (نهائي)!",
    chapter: "01",
    message: "01",
    comment: "a-very-long-word-".repeat(10).replaceAll(/[a-z]/gu, "0"),
    sentence: notificationSentence(language, { ...base, sentence: "comment", name: sender }),
    secondSentence: notificationSentence(language, { ...base, sentence: "quota", name: null, percent: 92 }),
    email: "mira@lumen.example",
    host: "shots.example",
    device: "4.0",
    ip: "203.0.113.7",
    passkey: "05",
    token: "06",
    provider: "07",
    receiver: "hooks.lumen.example:8443",
    captionTag: "fr",
  };
}

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await sharedBrowser();
  page = await (await browser.newContext({ viewport: { width: WIDTH, height: 800 } })).newPage();
});
afterAll(() => closeContexts(browser));

/** Returns the mails in a language by template, as mail programs show them. */
const mailsIn = (language: string, values: Record<SampleValue, string>): [template: string, subject: string, html: string][] =>
  mailSamples(ORIGIN, (name) => values[name]).mails.map((content) => {
    const { subject, html } = renderMail(content, { language, publicUrl: ORIGIN, name: "Stillreel", logoPath: null });
    return [content.template, subject, decideBlocks(html, () => null)];
  });

interface Shown {
  text: string;
  tags: string;
  /** Elements whose text does not fit. */
  tooWide: string[];
  /** Text of each value of a person, with the direction in which it is displayed. */
  isolated: string[];
}

/** Displays a mail, and returns what is visible. */
async function show(html: string): Promise<Shown> {
  await page.setContent(html);
  return page.evaluate(() => {
    const { lang, dir } = document.documentElement;
    const all = [...document.body.querySelectorAll<HTMLElement>("*")];
    const overflows = (element: HTMLElement): boolean => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
    };
    return {
      text: document.body.innerText,
      tags: `${lang} ${dir} ${getComputedStyle(document.body).direction}`,
      tooWide: all.filter(overflows).map((element) => element.outerHTML.slice(0, 120)),
      isolated: [...document.querySelectorAll("bdi")].map(({ textContent }) => textContent),
    };
  });
}

/** Returns the runs of three words with English letters, without addresses and names. */
function phrasesOf(text: string): string[] {
  const words =
    text
      .replaceAll(ADDRESS, " . ")
      .toLowerCase()
      .match(/[\p{L}'’]+|[^\p{L}\s]/gu) ?? [];
  return words.flatMap((_word, at) => {
    const run = words.slice(at, at + 3);
    return run.length === 3 && run.every((word) => /^[a-z'’]{2,}$/u.test(word)) ? [run.join(" ")] : [];
  });
}

test.each(TRANSLATED)("every mail in the language %s is complete and fits a small phone", async (language) => {
  const values = valuesIn(language);
  const english = new Map(mailsIn(BASE_LANGUAGE, valuesIn(BASE_LANGUAGE)).map(([template, , html]) => [template, html]));
  const problems: string[] = [];
  for (const [template, subject, html] of mailsIn(language, values)) {
    const report = (problem: string): number => problems.push(`${template}: ${problem}`);
    const { text, tags, tooWide, isolated } = await show(html);
    const direction = directionOf(language);
    if (tags !== `${language} ${direction} ${direction}`) report(`it is ${tags}`);
    for (const element of tooWide) report(`too wide: ${element}`);
    if (/\.\.|\{\{|undefined|[\u2066-\u2069]/u.test(text)) report(`strange characters in: ${text}`);
    for (const name of ["sender", "title", "workspace"] as const)
      if (text.includes(values[name]) && !isolated.some((part) => part.includes(values[name]))) report(`${name} is not isolated`);
    if (language === BASE_LANGUAGE) continue;
    if (/[\u0400-\u04ff\u0590-\u06ff\u4e00-\u9fff]/u.test(new Intl.DisplayNames(language, { type: "language" }).of(language) ?? "")) {
      const words = `${subject} ${text}`.replaceAll(ADDRESS, " ").match(/(?<!\p{L})[a-z]{2,}(?!\p{L})/giu) ?? [];
      for (const word of words) if (!LATIN_EVERYWHERE.test(word)) report(`Latin letters: ${word}`);
    } else {
      const { text: source } = await show(english.get(template) ?? "");
      const known = new Set(phrasesOf(source));
      for (const phrase of phrasesOf(text)) if (known.has(phrase)) report(`English: ${phrase}`);
    }
  }
  expect(problems).toEqual([]);
});
