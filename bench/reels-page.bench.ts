import { rm } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import { median } from "./support/load.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";
import { sharedVideo } from "./support/shared-video.ts";

const ROUNDS = 5;
const SECONDS = 60;
/** Times to seek to, one after the other, in seconds. None is near another. */
const SOUGHT = [41, 7, 55, 20, 33, 2, 48, 14];

/** Measures milliseconds from the request of the page to the first frame of the video, and the script (gzip) loaded by then. */
async function firstFrame(browser: Browser, url: string): Promise<{ ms: number; scriptKb: number; allKb: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  let hasFrame = false;
  const sizes = { before: 0, all: 0 };
  const bodies: Promise<void>[] = [];
  page.on("response", (answer) => {
    if (answer.request().resourceType() !== "script") return;
    const isBefore = !hasFrame;
    bodies.push(
      answer.body().then((body) => {
        const size = gzipSync(body).length;
        sizes.all += size;
        if (isBefore) sizes.before += size;
      }),
    );
  });
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => (document.querySelector("video")?.readyState ?? 0) >= 2);
  const ms = performance.now() - startedAt;
  hasFrame = true;
  await page.getByRole("slider", { name: "Seek" }).waitFor();
  await Promise.all(bodies);
  await context.close();
  return { ms, scriptKb: sizes.before / 1024, allKb: sizes.all / 1024 };
}

/** Measures milliseconds from a seek to the frame that it shows, for each time in turn. */
function seekTimes(page: Page): Promise<number[]> {
  return page.evaluate(async (targets) => {
    const element = document.querySelector("video");
    if (!element) return [];
    const times: number[] = [];
    for (const target of targets) {
      const startedAt = performance.now();
      const shown = new Promise((resolve) => element.requestVideoFrameCallback(resolve));
      element.currentTime = target;
      await shown;
      times.push(performance.now() - startedAt);
    }
    return times;
  }, SOUGHT);
}

/** Measures the public page of a video in real Chromium: its first frame, the script before it, and its seek times. */
export async function benchReelsPage(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/reels-page");
  await rm(folder, { recursive: true, force: true });
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: folder, PUBLIC_URL: `http://127.0.0.1:${port}` } });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const person = await register(server.url, "reels-page@bench.example");
    const { url } = await sharedVideo(server.url, person.headers, SECONDS);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await firstFrame(browser, url));
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url);
    await page.getByRole("slider", { name: "Seek" }).waitFor();
    await page.waitForFunction(() => (document.querySelector("video")?.readyState ?? 0) >= 2);
    const seeks = await seekTimes(page);
    const frameMs = median(rounds.map(({ ms }) => ms));
    const scriptKb = Math.max(...rounds.map((round) => round.scriptKb));
    return [
      {
        name: "public page of a video: first frame",
        measured: `${(frameMs / 1000).toFixed(2)} s`,
        target: "≤ 1.0 s",
        pass: frameMs <= 1_000,
        note: `median of ${ROUNDS}, empty cache, 1080p, ${SECONDS} s`,
      },
      {
        name: "public page of a video: JavaScript before the first frame",
        measured: `${scriptKb.toFixed(1)} KB gzip`,
        target: "≤ 130 KB",
        pass: scriptKb <= 130,
        note: `${Math.max(...rounds.map(({ allKb }) => allKb)).toFixed(1)} KB in all; the first frame needs none of it`,
      },
      {
        name: "public page of a video: seek to the frame",
        measured: `${median(seeks).toFixed(0)} ms`,
        target: "≤ 300 ms",
        pass: seeks.length === SOUGHT.length && median(seeks) <= 300,
        note: `median of ${SOUGHT.length}; slowest ${Math.max(...seeks).toFixed(0)} ms`,
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
