import { rm } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";
import { fillLibrary, screenshot } from "./support/typical-page.ts";

/** Measures the JavaScript that a page loads (gzip bytes, before its image shows and in total) and its real LCP unthrottled. */
async function weigh(url: string): Promise<{ beforeKb: number; allKb: number; lcpMs: number }> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    let pictureShown = false;
    const scripts = { before: 0, all: 0 };
    const bodies: Promise<void>[] = [];
    page.on("response", (answer) => {
      const early = !pictureShown;
      if (answer.request().resourceType() === "script")
        bodies.push(
          answer.body().then((body) => {
            const size = gzipSync(body).length;
            scripts.all += size;
            if (early) scripts.before += size;
          }),
        );
      if (answer.request().resourceType() === "image" && answer.url().includes("/media/")) pictureShown = true;
    });
    await page.goto(url);
    // The page holds a stream open, so its network is never idle. All scripts are loaded once the like button works.
    await page.locator("#like button").waitFor();
    await Promise.all(bodies);
    const lcpMs = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
            type: "largest-contentful-paint",
            buffered: true,
          }),
        ),
    );
    return { beforeKb: scripts.before / 1024, allKb: scripts.all / 1024, lcpMs };
  } finally {
    await browser.close();
  }
}

/** Measures the public page in real Chromium: weight and LCP. `lighthouse` has the scores. */
export async function benchPages(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/pages");
  await rm(folder, { recursive: true, force: true });
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: folder, PUBLIC_URL: `http://127.0.0.1:${port}` } });
  try {
    const person = await register(server.url, "pages@bench.example");
    const picture = await screenshot();
    const slug = await fillLibrary(server.url, person.headers, picture);
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    const url = `${server.url}/s/${slug}`;
    const weight = await weigh(url);
    return [
      {
        name: "public page: JavaScript before the picture",
        measured: `${weight.beforeKb.toFixed(1)} KB gzip`,
        target: "≤ 130 KB",
        pass: weight.beforeKb <= 130,
      },
      {
        name: "public page: JavaScript in all",
        measured: `${weight.allKb.toFixed(1)} KB gzip`,
        target: "≤ 250 KB",
        pass: weight.allKb <= 250,
      },
      {
        name: "public page: LCP, unthrottled",
        measured: `${(weight.lcpMs / 1000).toFixed(2)} s`,
        target: "≤ 1.0 s",
        pass: weight.lcpMs <= 1000,
        note: `picture of ${(picture.length / 1024).toFixed(0)} KB`,
      },
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
