import { rm } from "node:fs/promises";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import { median, percentile } from "./support/load.ts";
import { form, noisePng } from "./support/pictures.ts";
import type { Figure } from "./support/report.ts";
import { type BenchServer, callApi, productCommand, register, ROOT, startServer } from "./support/server.ts";

const OPENINGS = 24;
const TARGET_MS = 100;

/** Finished `at` this time after the click, on the clock of the page. */
interface Opening {
  sharing?: { took: number | null };
}

/**
 * Measures from the next click until the settings of the link are usable: their data is shown, the button that copies the link
 * accepts focus (a dialog has the focus), and the browser has drawn a frame with them. Runs in the page.
 */
function watchNextClick(isDialog: boolean): void {
  const result: { took: number | null } = { took: null };
  (globalThis as Opening).sharing = result;
  const isUsable = (): boolean => {
    const panel = document.querySelector(isDialog ? "[role=dialog]" : "[role=tabpanel]");
    const copy = [...(panel?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? [])].find(({ textContent }) =>
      textContent.startsWith("Copy link"),
    );
    const hasData = panel?.querySelector("button[aria-label^='Who can open: ']:enabled") && !panel.querySelector("[aria-busy=true]");
    return Boolean(copy && hasData) && (!isDialog || panel?.contains(document.activeElement) === true);
  };
  addEventListener(
    "click",
    ({ timeStamp }) => {
      const checkFrame = (): void => {
        if (isUsable()) requestAnimationFrame(() => (result.took = performance.now() - timeStamp));
        else requestAnimationFrame(checkFrame);
      };
      checkFrame();
    },
    { capture: true, once: true },
  );
}

/** Clicks with the mouse without a pause over the control, and returns the milliseconds until the settings are usable. */
async function timeOf(page: Page, opener: Locator, isDialog: boolean): Promise<number> {
  await page.evaluate(watchNextClick, isDialog);
  await opener.click();
  const took = await page.waitForFunction(() => (globalThis as Opening).sharing?.took ?? null);
  return (await took.jsonValue()) ?? Number.NaN;
}

/** Opens the settings of an image's link again and again on its page. */
async function ofImage(context: BrowserContext, url: string): Promise<number[]> {
  const page = await context.newPage();
  await page.goto(url);
  const [share, comments] = [page.getByRole("tab", { name: "Share" }), page.getByRole("tab", { name: "Comments" })];
  await page.getByRole("button", { name: /Who can open/u }).waitFor();
  const times: number[] = [];
  for (let nth = 0; nth < OPENINGS; nth += 1) {
    await comments.click();
    await page.getByRole("button", { name: /Who can open/u }).waitFor({ state: "detached" });
    times.push(await timeOf(page, share, false));
  }
  await page.close();
  return times;
}

/** Opens the dialog of a folder's link once on each of many loaded pages, so that each opening is the first one. */
async function ofFolder(context: BrowserContext, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth <= OPENINGS; nth += 1) {
    const page = await context.newPage();
    await page.goto(url);
    const share = page.getByRole("button", { name: "Share", exact: true });
    await share.waitFor();
    await page.locator("body > [aria-label='Selected items']").waitFor({ state: "attached" });
    const took = await timeOf(page, share, true);
    // The first page fills the cache of the browser.
    if (nth > 0) times.push(took);
    await page.close();
  }
  return times;
}

const figureOf = (name: string, times: number[], note: string): Figure => {
  const [middle, slow] = [median(times), percentile(times, 0.95)];
  return {
    name,
    measured: `median ${middle.toFixed(0)} ms, p95 ${slow.toFixed(0)} ms`,
    target: `p95 ≤ ${TARGET_MS} ms`,
    pass: slow <= TARGET_MS,
    note: `${times.length} openings; ${note}`,
  };
};

/** Creates an image and a folder that have links. Returns the paths of their pages. */
async function fill(server: BenchServer, person: { headers: Record<string, string> }): Promise<{ image: string; folder: string }> {
  const folder = await callApi<{ id: string }>(server, person, "POST", "/workspace/personal/folders", { name: "Release", kind: "image" });
  const sent = form(noisePng(1024 * 1024), "Invoices.png");
  const answer = await fetch(`${server.url}/api/v1/workspace/personal/files/image`, {
    method: "POST",
    headers: { ...person.headers, ...sent.headers },
    body: new Uint8Array(sent.body),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  await callApi(server, person, "GET", `/workspace/share/personal/${data.id}`);
  await callApi(server, person, "GET", `/workspace/share/personal/folder/${folder.id}`);
  return { image: `/images/${data.id}`, folder: `/images?folder=${folder.id}` };
}

async function measure(browser: Browser, server: BenchServer): Promise<Figure[]> {
  const person = await register(server.url, "share@bench.example");
  const paths = await fill(server, person);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(
    person.cookies.split("; ").map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return { name, value, url: server.url, httpOnly: true, sameSite: "Lax" as const };
    }),
  );
  const image = await ofImage(context, server.url + paths.image);
  const folder = await ofFolder(context, server.url + paths.folder);
  return [
    figureOf("image page: click on Share → link settings usable", image, "with the settings that the page has"),
    figureOf("folder: click on Share → dialog usable", folder, "the first on each page; includes the request for the link"),
  ];
}

/** Measures in Chromium how long the settings of a link take to open. */
export async function benchShareDialog(port: number): Promise<Figure[]> {
  const folder = path.join(ROOT, ".cache/bench/share-dialog");
  await rm(folder, { recursive: true, force: true });
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: folder, PUBLIC_URL: url } });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    return await measure(browser, server);
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
