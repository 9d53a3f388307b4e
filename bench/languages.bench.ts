import { rm } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import { median } from "./support/load.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";
import { fillLibrary, screenshot } from "./support/typical-page.ts";

const LANGUAGES = ["en", "de", "ar", "zh"] as const;
/** Maximum bytes of a page in another language, as a multiple of English, without fonts and pictures. */
const BYTES_MAX = 1.1;
const FONT_MAX_KB = 30;
/** Visits of each page in each language. Parts that load when the browser is idle can come after the measurement, so medians are compared. */
const ROUNDS = 3;
/** Visits of each page in each language for the times, in an order that changes, because the first visit after a pause is slower. */
const TIMED_ROUNDS = 9;
/** Maximum time after English at which another language has its first paint and its content, in milliseconds. */
const LATER_MAX_MS = 50;
/** Time without a finished request after which a page has loaded everything. It holds a stream open, so its network is never idle. */
const QUIET_MS = 3_000;

interface Weight {
  bytes: number;
  textFiles: string[];
  /** Size in KB of the largest font of each script. */
  fonts: Map<string, number>;
}

/** A page of the comparison. */
interface Subject {
  name: string;
  url: string;
  cookies: Record<string, string>;
  /** Selector of what is visible when the page is usable. */
  content: string;
}

/** Times in milliseconds after the start of the navigation. */
interface Times {
  paintMs: number;
  /** The frame after the content was added to the page. */
  contentMs: number;
}

/** Opens an empty tab with an empty cache and the cookies of a page in a language. */
async function openTab(browser: Browser, { url, cookies }: Subject, language: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  await context.addCookies(Object.entries({ ...cookies, i18next: language }).map(([name, value]) => ({ name, value, url })));
  return context.newPage();
}

/** Opens a page in a language and returns when it was painted and usable. */
async function time(browser: Browser, subject: Subject, language: string): Promise<Times> {
  const page = await openTab(browser, subject, language);
  try {
    await page.addInitScript((selector) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("content")));
      }).observe(document, { subtree: true, childList: true });
    }, subject.content);
    await page.goto(subject.url);
    await page.waitForFunction(() => performance.getEntriesByName("content").length > 0);
    return await page.evaluate(() => ({
      paintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      contentMs: performance.getEntriesByName("content")[0]?.startTime ?? Number.NaN,
    }));
  } finally {
    await page.context().close();
  }
}

/** Returns the times of a page in every language, in visits that alternate between the languages. */
async function timesOf(browser: Browser, subject: Subject): Promise<Figure[]> {
  const times = new Map<string, Times[]>(LANGUAGES.map((language) => [language, []]));
  for (let round = -1; round < TIMED_ROUNDS; round += 1) {
    const turn = (round + 1) % LANGUAGES.length;
    for (const language of [...LANGUAGES.slice(turn), ...LANGUAGES.slice(0, turn)]) {
      const found = await time(browser, subject, language);
      if (round >= 0) times.get(language)?.push(found);
    }
  }
  const medianOf = (language: string, of: keyof Times): number => median((times.get(language) ?? []).map((visit) => visit[of]));
  return LANGUAGES.filter((language) => language !== "en").flatMap((language) =>
    (
      [
        ["first paint", "paintMs"],
        ["content", "contentMs"],
      ] as const
    ).map(([what, of]): Figure => {
      const [ms, english] = [medianOf(language, of), medianOf("en", of)];
      return {
        name: `${subject.name} in ${language}: ${what}`,
        measured: `${ms.toFixed(0)} ms, English ${english.toFixed(0)} ms`,
        target: `≤ English + ${LATER_MAX_MS} ms`,
        pass: ms <= english + LATER_MAX_MS,
        note: `medians of ${TIMED_ROUNDS} alternating visits with an empty cache`,
      };
    }),
  );
}

/** Opens a page with an empty cache and returns what it transferred, as counted by the browser, compressed and with headers. */
async function weigh(browser: Browser, subject: Subject, language: string): Promise<Weight> {
  const page = await openTab(browser, subject, language);
  try {
    const network = await page.context().newCDPSession(page);
    const answers = new Map<string, { type: string; url: string }>();
    const found: Weight = { bytes: 0, textFiles: [], fonts: new Map() };
    let lastAt = performance.now();
    network.on("Network.responseReceived", ({ requestId, type, response }) => answers.set(requestId, { type, url: response.url }));
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const answer = answers.get(requestId);
      if (!answer) return;
      lastAt = performance.now();
      const script = /(?:assets|fonts)\/(arabic|noto-sans-hebrew|onest-cyrillic|onest-latin)/u.exec(answer.url)?.[1];
      if (script !== undefined) found.fonts.set(script, Math.max(found.fonts.get(script) ?? 0, encodedDataLength / 1_000));
      if (answer.type !== "Font" && answer.type !== "Image" && answer.type !== "Media") found.bytes += encodedDataLength;
      const [, late, first] = /\/locales\/(.+)$|\/assets\/(\w+)\.texts-/u.exec(answer.url) ?? [];
      if (late !== undefined || first !== undefined) found.textFiles.push(late ?? `${first}/first`);
    });
    await network.send("Network.enable");
    await page.goto(subject.url);
    await page.locator(subject.content).first().waitFor();
    while (performance.now() - lastAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100));
    return found;
  } finally {
    await page.context().close();
  }
}

/** Returns the figures of one page in every language. */
function figuresOf(name: string, weights: ReadonlyMap<string, Weight[]>): Figure[] {
  const bytesOf = (language: string): number => median((weights.get(language) ?? []).map(({ bytes }) => bytes));
  return LANGUAGES.map((language) => {
    const [bytes, english] = [bytesOf(language), bytesOf("en")];
    const visits = (weights.get(language) ?? []).map(({ textFiles }) => textFiles);
    const isOnce = visits.every((files) => new Set(files).size === files.length && files.every((file) => file.startsWith(`${language}/`)));
    const isEnglish = language === "en";
    return {
      name: `${name} in ${language}: bytes without fonts and pictures`,
      measured: `${(bytes / 1_000).toFixed(1)} KB, ${(bytes / english).toFixed(3)} × English`,
      target: isEnglish ? "no text files" : `≤ ${BYTES_MAX} ×, each text file once`,
      pass: isEnglish ? visits.flat().length === 0 : bytes / english <= BYTES_MAX && isOnce && visits.flat().length > 0,
      note: `${visits[0]?.length} text files`,
    };
  });
}

/** Returns the figures of the fonts that the pages loaded. */
function fontFigures(weights: readonly Weight[]): Figure[] {
  const largest = new Map<string, number>();
  for (const { fonts } of weights) for (const [script, kb] of fonts) largest.set(script, Math.max(largest.get(script) ?? 0, kb));
  return [...largest].map(([script, kb]) => ({
    name: `largest font file: ${script}`,
    measured: `${kb.toFixed(1)} KB`,
    target: `≤ ${FONT_MAX_KB} KB`,
    pass: kb <= FONT_MAX_KB,
  }));
}

/** Compares the library and the page of a link in several languages: transferred bytes, text files, fonts, first paint. */
export async function benchLanguages(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/languages");
  await rm(folder, { recursive: true, force: true });
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: folder, PUBLIC_URL: `http://127.0.0.1:${port}` } });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const person = await register(server.url, "languages@bench.example");
    const slug = await fillLibrary(server.url, person.headers, await screenshot());
    const session = { idToken: person.headers["idtoken"] ?? "", refreshToken: person.headers["refreshtoken"] ?? "" };
    const subjects: Subject[] = [
      { name: "library", url: `${server.url}/images`, cookies: session, content: "[data-item-link]" },
      { name: "public page", url: `${server.url}/s/${slug}`, cookies: {}, content: "#like button" },
    ];
    const figures: Figure[] = [];
    const all: Weight[] = [];
    for (const subject of subjects) {
      const weights = new Map<string, Weight[]>(LANGUAGES.map((language) => [language, []]));
      // The first visits are not counted: previews of the images are still being made.
      for (let round = -1; round < ROUNDS; round += 1)
        for (const language of LANGUAGES) {
          const weight = await weigh(browser, subject, language);
          if (round >= 0) weights.get(language)?.push(weight);
        }
      figures.push(...figuresOf(subject.name, weights), ...(await timesOf(browser, subject)));
      all.push(...[...weights.values()].flat());
    }
    figures.push(...fontFigures(all));
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}
