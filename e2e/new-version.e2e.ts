import http from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { listening } from "./support/listening.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
/** What the proxy in front of the server does with the files of help, and with everything once the page is loaded. */
let mode: "pass" | "help-is-gone" | "no-connection" = "pass";
let pages = 0;
let proxy: Awaited<ReturnType<typeof listening>>;

beforeAll(async () => {
  const { hostname, port } = new URL(stage.server.url);
  const server = http.createServer((request, response) => {
    if (mode === "no-connection") return void request.destroy();
    if (mode === "help-is-gone" && /^\/assets\/help[^/]*\.js$/u.test(request.url ?? "")) return void response.writeHead(404).end();
    const onward = http.request({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
      if (answer.headers["content-type"]?.startsWith("text/html") && request.headers["sec-fetch-mode"] === "navigate") pages += 1;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  proxy = await listening(server, "localhost");
});
beforeEach(() => {
  mode = "pass";
  pages = 0;
});
afterAll(() => proxy?.stop());

async function openSignIn(): Promise<Page> {
  const page = await stage.browser.newPage();
  await page.goto(`${proxy.origin}/auth/login`);
  await page.getByRole("link", { name: "Help" }).waitFor();
  return page;
}

const heading = (page: Page, name: string): Promise<void> => page.getByRole("heading", { level: 1, name }).waitFor();

test("a tab of an earlier version offers to reload when the code of a screen no longer exists, and works after it", async () => {
  const page = await openSignIn();
  mode = "help-is-gone";
  await page.getByRole("link", { name: "Help" }).click();
  await heading(page, "A new version is available");
  expect(pages).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  mode = "pass";
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("searchbox", { name: "Search help" }).waitFor();
  expect(pages).toBe(2);
  await page.context().close();
});

test("without a connection, the screen is loaded again and the page is not", async () => {
  const page = await openSignIn();
  mode = "no-connection";
  await page.getByRole("link", { name: "Help" }).click();
  await heading(page, "We can't reach the server");
  mode = "pass";
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("searchbox", { name: "Search help" }).waitFor();
  expect(pages).toBe(1);
  await page.context().close();
});
