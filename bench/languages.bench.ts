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
/** Time without a finished request after which a page has loaded everything. It holds a stream open, so its network is never idle. */
const QUIET_MS = 3_000;

interface Weight {
  bytes: number;
  textFiles: string[];
  /** Size in KB of the largest font of each script. */
  fonts: Map<string, number>;
  paintMs: number;
}

/** Opens a page with an empty cache and returns what it transferred, as counted by the browser, compressed and with headers. */
async function weigh(
  browser: Browser,
  url: string,
  cookies: Record<string, string>,
  ready: (page: Page) => Promise<void>,
): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
  try {
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const answers = new Map<string, { type: string; url: string }>();
    const found: Weight = { bytes: 0, textFiles: [], fonts: new Map(), paintMs: 0 };
    let lastAt = performance.now();
    network.on("Network.responseReceived", ({ requestId, type, response }) => answers.set(requestId, { type, url: response.url }));
    network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const answer = answers.get(requestId);
      if (!answer) return;
      lastAt = performance.now();
      const script = /(?:assets|fonts)\/(arabic|noto-sans-hebrew|onest-cyrillic|onest-latin)/u.exec(answer.url)?.[1];
      if (script !== undefined) found.fonts.set(script, Math.max(found.fonts.get(script) ?? 0, encodedDataLength / 1_000));
      if (answer.type !== "Font" && answer.type !== "Image" && answer.type !== "Media") found.bytes += encodedDataLength;
      const file = /\/locales\/(.+)$/u.exec(answer.url)?.[1];
      if (file !== undefined) found.textFiles.push(file);
    });
    await network.send("Network.enable");
    await page.goto(url);
    await ready(page);
    while (performance.now() - lastAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100));
    found.paintMs = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);
    return found;
  } finally {
    await context.close();
  }
}

/** Returns the figures of one page in every language. */
function figuresOf(name: string, weights: ReadonlyMap<string, Weight[]>): Figure[] {
  const medianOf = (language: string, of: "bytes" | "paintMs"): number => median((weights.get(language) ?? []).map((weight) => weight[of]));
  return LANGUAGES.map((language) => {
    const [bytes, english] = [medianOf(language, "bytes"), medianOf("en", "bytes")];
    const visits = (weights.get(language) ?? []).map(({ textFiles }) => textFiles);
    const isOnce = visits.every((files) => new Set(files).size === files.length && files.every((file) => file.startsWith(`${language}/`)));
    const isEnglish = language === "en";
    return {
      name: `${name} in ${language}: bytes without fonts and pictures`,
      measured: `${(bytes / 1_000).toFixed(1)} KB, ${(bytes / english).toFixed(3)} × English`,
      target: isEnglish ? "no text files" : `≤ ${BYTES_MAX} ×, each text file once`,
      pass: isEnglish ? visits.flat().length === 0 : bytes / english <= BYTES_MAX && isOnce && visits.flat().length > 0,
      note: `${visits[0]?.length} text files; first paint ${medianOf(language, "paintMs").toFixed(0)} ms (English ${medianOf("en", "paintMs").toFixed(0)} ms), an indication`,
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
    const pages = [
      {
        name: "library",
        url: `${server.url}/images`,
        cookies: session,
        ready: (page: Page) => page.locator("[data-item-link]").first().waitFor(),
      },
      { name: "public page", url: `${server.url}/s/${slug}`, cookies: {}, ready: (page: Page) => page.locator("#like button").waitFor() },
    ];
    const figures: Figure[] = [];
    const all: Weight[] = [];
    for (const { name, url, cookies, ready } of pages) {
      const weights = new Map<string, Weight[]>(LANGUAGES.map((language) => [language, []]));
      // The first visits are not counted: previews of the images are still being made.
      for (let round = -1; round < ROUNDS; round += 1)
        for (const language of LANGUAGES) {
          const weight = await weigh(browser, url, { ...cookies, i18next: language }, ready);
          if (round >= 0) weights.get(language)?.push(weight);
        }
      figures.push(...figuresOf(name, weights));
      all.push(...[...weights.values()].flat());
    }
    figures.push(...fontFigures(all));
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}
