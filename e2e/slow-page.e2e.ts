import http from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listening } from "./support/listening.ts";
import { setStage } from "./support/stage.ts";

/** Time in milliseconds between the head and the body of a page. The code of the application arrives and runs in it. */
const BODY_DELAY_MS = 2_500;

const stage = setStage();
let slow: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  const { hostname, port } = new URL(stage.server.url);
  const proxy = http.createServer((request, response) => {
    const headers = { ...request.headers, "accept-encoding": "identity" };
    const onward = http.request({ hostname, port, path: request.url, method: request.method, headers }, async (answer) => {
      const { "content-length": _, ...given } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, given);
      if (!given["content-type"]?.startsWith("text/html")) return void answer.pipe(response);
      const [head = "", body = ""] = (await text(answer)).split("</head>");
      response.write(`${head}</head>`);
      setTimeout(() => response.end(body), BODY_DELAY_MS);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  slow = await listening(proxy, "localhost");
});
afterAll(() => slow?.stop());

test("the application appears when its code runs before the body of the page has arrived", async () => {
  const page = await stage.browser.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${slow.origin}/auth/register`);
  await page.getByRole("textbox", { name: "E-mail" }).waitFor({ timeout: 10_000 });
  expect(faults).toEqual([]);
  await page.context().close();
});
