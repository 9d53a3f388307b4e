import { getVideo, listItems } from "@stillreel/contract";
import { launchBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";

/** Made-up screens, cameras and microphones, and a chooser that answers by itself. */
const SWITCHES = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", "--autoplay-policy=no-user-gesture-required"];

let server: RunningServer;
let browser: Browser;
let person: Person;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser(SWITCHES)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  person = await registerPerson(server.url, "Rita Records");
  page = await openAs(browser, server.url, person, { permissions: ["clipboard-read", "clipboard-write"] });
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
});
afterEach(async () => {
  await page.context().close();
  if (faults.length > 0) throw new Error(faults.join("\n"));
});

const videos = async () =>
  (await person.client.call(listItems, { params: { workspaceId: "personal" }, query: { type: "video", view: "all" } as never })).items;
const stageOf = async (itemId: string): Promise<string> =>
  (await person.client.call(getVideo, { params: { workspaceId: "personal", itemId } })).stage;

/** Starts recording at once; resolves when the first second is on the server. */
async function record(source: "Screen" | "Camera"): Promise<void> {
  await page.getByRole("radio", { name: source }).check();
  await page.getByText("Off", { exact: true }).click();
  await page.getByRole("button", { name: "Start recording" }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await page.getByText(/0:0[1-9] on the server/u).waitFor();
}

test("from the empty library: R, a recorded screen, and the link is on the clipboard when it is stopped", async () => {
  await page.goto(`${server.url}/videos`);
  await page.getByRole("link", { name: "Record screen" }).waitFor();
  await page.keyboard.press("r");
  await page.getByRole("heading", { name: "Record", level: 1 }).waitFor();
  await record("Screen");
  const [item] = await videos();
  expect(item).toMatchObject({ stage: "recording", title: expect.stringMatching(/^Screen, /u) as string });
  expect(await page.getByRole("meter", { name: "Level of the microphone" }).count()).toBe(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("timer", { name: "Paused at" }).waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("timer", { name: "Recorded so far" }).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.waitForURL(`${server.url}/videos/${item?.id}`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(item?.shareUrl);
  await expect.poll(() => stageOf(item?.id ?? "")).toMatch(/^(processing|ready)$/u);
});

test("a discarded recording is asked about once, and is gone from the server", async () => {
  await page.goto(`${server.url}/record`);
  await record("Camera");
  expect(await videos()).toHaveLength(1);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep recording" }).click();
  await page.getByRole("timer", { name: "Recorded so far" }).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Start recording" }).waitFor();
  await expect.poll(async () => (await videos()).length).toBe(0);
});

test("a tab that dies in the middle is offered for recovery, and becomes the item that it was", async () => {
  await page.goto(`${server.url}/record`);
  await record("Screen");
  await page.getByText(/0:0[2-9] on the server/u).waitFor();
  const [item] = await videos();
  const { context } = { context: page.context() };
  const cdp = await context.newCDPSession(page);
  await Promise.race([cdp.send("Page.crash").catch(() => {}), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  await page.close();
  page = await context.newPage();
  await page.goto(`${server.url}/videos`);
  await page.getByRole("button", { name: /^Recover recording \(0:0[2-9]\)$/u }).click();
  await page.waitForURL(`${server.url}/videos/${item?.id}`);
  await expect.poll(() => stageOf(item?.id ?? "")).toMatch(/^(processing|ready)$/u);
  await page.goto(`${server.url}/videos`);
  await page.getByRole("heading", { name: "My videos" }).waitFor();
  expect(await page.getByRole("button", { name: /^Recover recording/u }).count()).toBe(0);
});

test("the set-up of the last time is there again", async () => {
  await page.goto(`${server.url}/record`);
  await page.getByRole("radio", { name: "Window" }).check();
  await page.getByRole("combobox", { name: "Resolution" }).selectOption("4K");
  await page.getByRole("switch", { name: "Live" }).check({ force: true });
  await page.reload();
  expect(await page.getByRole("radio", { name: "Window" }).isChecked()).toBe(true);
  expect(await page.getByRole("combobox", { name: "Resolution" }).inputValue()).toBe("2160");
  expect(await page.getByRole("switch", { name: "Live" }).isChecked()).toBe(true);
});
