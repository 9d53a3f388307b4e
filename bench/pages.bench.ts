import { rm } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright-core";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import { median } from "./support/load.ts";
import { form } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { productCommand, register, ROOT, startServer } from "./support/server.ts";

const ROUNDS = 3;

/** Creates a typical page as a PNG of 1440×900 pixels. */
async function screenshot(): Promise<Buffer> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const rows = Array.from(
      { length: 24 },
      (_, index) => `<tr><td>INV-${1000 + index}</td><td>Harbour line, zone ${index % 5}</td><td>${(index * 7.35).toFixed(2)}</td></tr>`,
    ).join("");
    await page.setContent(
      `<style>body{font:16px system-ui;margin:40px;background:linear-gradient(120deg,#fff,#ffe9c4)}td{padding:4px 24px;border-bottom:1px solid #ddd}</style><h1>Invoices</h1><table>${rows}</table>`,
    );
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}

async function score(url: string, form: "desktop" | "mobile", cookie?: string): Promise<{ score: number; lcpMs: number }> {
  const scores: number[] = [];
  const lcps: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: FLAGS, ignoreDefaultFlags: false });
    try {
      const result = await lighthouse(
        url,
        { port: chrome.port, onlyCategories: ["performance"], logLevel: "silent", ...(cookie ? { extraHeaders: { cookie } } : {}) },
        form === "desktop" ? desktopConfig : undefined,
      );
      scores.push((result?.lhr.categories["performance"]?.score ?? 0) * 100);
      lcps.push(result?.lhr.audits["largest-contentful-paint"]?.numericValue ?? Number.NaN);
    } finally {
      chrome.kill();
    }
  }
  return { score: median(scores), lcpMs: median(lcps) };
}

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

/** Uploads 24 images and returns the slug of the first one's link. */
async function fillLibrary(url: string, headers: Record<string, string>, picture: Buffer): Promise<string> {
  let slug = "";
  for (let index = 0; index < 24; index += 1) {
    const sent = form(picture, `Invoices ${index}.png`);
    const answer = await fetch(`${url}/api/v1/workspace/personal/files/image`, {
      method: "POST",
      headers: { ...headers, ...sent.headers },
      body: new Uint8Array(sent.body),
    });
    const { data } = (await answer.json()) as { data: { id: string } };
    if (index === 0)
      slug = (
        (await (await fetch(`${url}/api/v1/workspace/share/personal/${data.id}`, { headers: headers })).json()) as {
          data: { slug: string };
        }
      ).data.slug;
  }
  return slug;
}

const lighthouseLine = (name: string, found: { score: number; lcpMs: number }, target: number): Figure => ({
  name,
  measured: found.score.toFixed(0),
  target: `≥ ${target}`,
  pass: found.score >= target,
  note: `median of ${ROUNDS}; LCP under Lighthouse's throttling ${(found.lcpMs / 1000).toFixed(2)} s`,
});

/** Measures the public page and the portal's grid in real Chromium: weight, LCP, Lighthouse. */
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
    const desktop = await score(url, "desktop");
    const mobile = await score(url, "mobile");
    const gridDesktop = await score(`${server.url}/images`, "desktop", person.cookies);
    const gridMobile = await score(`${server.url}/images`, "mobile", person.cookies);
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
      lighthouseLine("public page: Lighthouse desktop", desktop, 98),
      lighthouseLine("public page: Lighthouse mobile", mobile, 95),
      lighthouseLine("portal grid: Lighthouse desktop", gridDesktop, 95),
      lighthouseLine("portal grid: Lighthouse mobile", gridMobile, 90),
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
