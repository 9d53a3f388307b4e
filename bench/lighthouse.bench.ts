import { rm } from "node:fs/promises";
import path from "node:path";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import { median } from "./support/load.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";
import { sharedVideo } from "./support/shared-video.ts";
import { fillLibrary, screenshot } from "./support/typical-page.ts";

const ROUNDS = 3;
/** Runs of which Lighthouse saw no largest paint are repeated, at most this often: their score says nothing about the page. */
const REPEATS_MAX = 3;
const VIDEO_SECONDS = 20;
const MOBILE_MIN = 95;
const DESKTOP_MIN = 99;
/** Maximum LCP of the video page on a slow phone, in milliseconds. */
const VIDEO_LCP_MAX_MS = 2_500;

type FormFactor = "desktop" | "mobile";

/** Medians of several runs. Scores are from 0 to 100. */
interface Score {
  performance: number;
  accessibility: number;
  lcpMs: number;
  /** Time in which the main thread was blocked, by tasks of more than 50 ms. */
  blockedMs: number;
  /** Lighthouse's measure of the processor's speed. The throttling divides the speed of this machine, so a slow one lowers the score. */
  speed: number;
}

async function score(url: string, factor: FormFactor, cookie?: string): Promise<Score> {
  const runs: Score[] = [];
  for (let round = 0; runs.length < ROUNDS; round += 1) {
    const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: FLAGS, ignoreDefaultFlags: false });
    try {
      const extraHeaders = cookie ? { extraHeaders: { cookie } } : {};
      const result = await lighthouse(
        url,
        { port: chrome.port, onlyCategories: ["performance", "accessibility"], logLevel: "silent", ...extraHeaders },
        factor === "desktop" ? desktopConfig : undefined,
      );
      const { categories = {}, audits = {} } = result?.lhr ?? {};
      const lcpMs = audits["largest-contentful-paint"]?.numericValue;
      if (lcpMs === undefined && round < ROUNDS + REPEATS_MAX) continue;
      runs.push({
        performance: (categories["performance"]?.score ?? 0) * 100,
        accessibility: (categories["accessibility"]?.score ?? 0) * 100,
        lcpMs: lcpMs ?? Number.NaN,
        blockedMs: audits["total-blocking-time"]?.numericValue ?? Number.NaN,
        speed: result?.lhr.environment.benchmarkIndex ?? Number.NaN,
      });
    } finally {
      chrome.kill();
    }
  }
  return {
    performance: median(runs.map((run) => run.performance)),
    accessibility: Math.min(...runs.map((run) => run.accessibility)),
    lcpMs: median(runs.map(({ lcpMs }) => lcpMs)),
    blockedMs: median(runs.map(({ blockedMs }) => blockedMs)),
    speed: median(runs.map(({ speed }) => speed)),
  };
}

function figuresOf(name: string, factor: FormFactor, { performance, accessibility, lcpMs, blockedMs, speed }: Score): Figure[] {
  const least = factor === "desktop" ? DESKTOP_MIN : MOBILE_MIN;
  return [
    {
      name: `${name}, ${factor}: performance`,
      measured: performance.toFixed(0),
      target: `≥ ${least}`,
      pass: performance >= least,
      note: `median of ${ROUNDS}; under throttling: LCP ${(lcpMs / 1000).toFixed(2)} s, blocked ${blockedMs.toFixed(0)} ms; benchmark index ${speed.toFixed(0)}`,
    },
    { name: `${name}, ${factor}: accessibility`, measured: accessibility.toFixed(0), target: "100", pass: accessibility === 100 },
  ];
}

/** Languages other than English in which pages are measured on a phone: one with a second font, from right to left. */
const LANGUAGES = ["de", "ar"] as const;

/** A page to measure. */
export interface Measured {
  name: string;
  url: string;
  cookie?: string;
}

/** Starts a server with a library and shared items, measures what `measure` wants of them, and removes everything. */
export async function withPages(part: string, port: number, measure: (pages: Measured[]) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench", part);
  await rm(folder, { recursive: true, force: true });
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: folder, PUBLIC_URL: `http://127.0.0.1:${port}` } });
  try {
    const person = await register(server.url, "pages@bench.example");
    const slug = await fillLibrary(server.url, person.headers, await screenshot());
    const film = await sharedVideo(server.url, person.headers, VIDEO_SECONDS);
    return await measure([
      { name: "sign-in", url: `${server.url}/auth/login` },
      { name: "library", url: `${server.url}/images`, cookie: person.cookies },
      { name: "video page", url: `${server.url}/videos/${film.itemId}`, cookie: person.cookies },
      { name: "public image", url: `${server.url}/s/${slug}` },
      { name: "public video", url: film.url },
    ]);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Measures library and public pages on a phone in other languages than English. The address selects the language, because Lighthouse sends
 * cookies with its requests only, and scripts would not find them.
 */
export const benchLighthouseLanguages = (port: number): Promise<Figure[]> =>
  withPages("lighthouse-languages", port, async (pages) => {
    const figures: Figure[] = [];
    for (const { name, url, cookie } of pages.filter((page) => page.name === "library" || page.name.startsWith("public")))
      for (const language of LANGUAGES)
        figures.push(...figuresOf(`${name} in ${language}`, "mobile", await score(`${url}?lng=${language}`, "mobile", cookie)));
    return figures;
  });

/** Measures sign-in, library, video page and both public pages by Lighthouse, with its throttling of a slow phone and of a desktop. */
export const benchLighthouse = (port: number): Promise<Figure[]> =>
  withPages("lighthouse", port, async (pages) => {
    const figures: Figure[] = [];
    for (const { name, url, cookie } of pages)
      for (const factor of ["mobile", "desktop"] as const) {
        const found = await score(url, factor, cookie);
        figures.push(...figuresOf(name, factor, found));
        if (name !== "video page" || factor !== "mobile") continue;
        const { lcpMs } = found;
        figures.push({
          name: "video page on a slow phone: LCP",
          measured: `${(lcpMs / 1000).toFixed(2)} s`,
          target: `≤ ${VIDEO_LCP_MAX_MS / 1000} s`,
          pass: lcpMs <= VIDEO_LCP_MAX_MS,
        });
      }
    return figures;
  });
