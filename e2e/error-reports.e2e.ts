import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listening } from "./support/listening.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";

const received: { url: string; referrer: string | undefined; body: string }[] = [];
const receiver = http.createServer(async (request, response) => {
  received.push({ url: request.url ?? "", referrer: request.headers.referer, body: await text(request) });
  response.writeHead(200, { "access-control-allow-origin": "*" }).end("{}");
  receiver.emit("report");
});
let sentry: Awaited<ReturnType<typeof listening>>;
let configured: RunningServer;
let browser: Browser;
beforeAll(async () => {
  sentry = await listening(receiver);
  configured = await startStoryServer({ SENTRY_BROWSER_DSN: sentry.origin.replace("://", "://abc@") + "/7" });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await closeContexts(browser);
  await configured?.stop();
  await sentry?.stop();
});

/** Opens a page and lets a function of a file of the portal fail. */
async function failOn(server: RunningServer, path: string): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(() => {
    const error = new TypeError(`Cannot use "secret title"`);
    error.stack = `TypeError: x\n    at draw (${location.origin}/assets/a.js:1:20)`;
    reportError(error);
  });
  return { page, requests };
}

test("an unexpected script error reaches the configured receiver, without the address of the page", async () => {
  const arrived = once(receiver, "report");
  await failOn(configured, "/auth/login?next=%2Fimages%2Fprivate-item");
  await arrived;
  expect(received).toHaveLength(1);
  const [report] = received;
  expect(report?.url).toMatch(/^\/api\/7\/envelope\/\?.*sentry_key=abc/u);
  expect(report?.referrer).toBeUndefined();
  expect(report?.body).toContain('"transaction":"/auth/login"');
  expect(report?.body).toContain('"filename":"/assets/a.js"');
  for (const secret of ["private-item", "secret title"]) expect(report?.body).not.toContain(secret);
});

test("without the setting, nothing is loaded and sent", async () => {
  const before = received.length;
  const { page, requests } = await failOn(await startStoryServer(), "/auth/login");
  await expect.poll(() => requests).toContain("/error-reports.json");
  await page.waitForLoadState("networkidle");
  expect(requests.filter((path) => path.includes("send-report"))).toEqual([]);
  expect(received).toHaveLength(before);
});
