import { readFile } from "node:fs/promises";
import { createClient } from "@stillreel/client";
import { API_BASE, createComment, getPlayback, getShare, getVideo, listComments, recordView, uploadVideo } from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

const TITLE = "Tour of the harbour";
const SECONDS = 36;
const params = { workspaceId: "personal" };

let server: RunningServer;
let browser: Browser;
let owner: Person;
let friend: Person;
let itemId: string;
let share: string;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startStoryServer(), sharedBrowser()]);
  owner = await registerPerson(server.url, "Olga Owner");
  friend = await registerPerson(server.url, "Fred Friend");
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await video({ seconds: SECONDS }))], { type: "video/mp4" }), `${TITLE}.mp4`);
  ({ id: itemId } = await owner.client.call(uploadVideo, { params, body }));
  ({ slug: share } = await owner.client.call(getShare, { params: { ...params, itemId } }));
  page = await openAs(browser, server.url, owner);
  await page.goto(`${server.url}/videos/${itemId}`);
}, 90_000);
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
});

const element = (): Locator => page.locator("video");
/** Seeks the video to a second and waits until it shows that second. */
async function seek(second: number): Promise<void> {
  await expect.poll(() => element().evaluate((player: HTMLVideoElement) => player.readyState), { timeout: 30_000 }).toBeGreaterThan(0);
  await element().evaluate((player: HTMLVideoElement, to) => {
    player.currentTime = to;
  }, second);
  await expect.poll(() => element().evaluate((player: HTMLVideoElement) => Math.round(player.currentTime))).toBe(second);
}
const row = (text: string, on = page): Locator => on.getByRole("listitem").filter({ hasText: text }).last();
const time = (): Promise<number> => element().evaluate((player: HTMLVideoElement) => Math.round(player.currentTime));

test("a comment at a time is written by keyboard, shown live elsewhere, edited, answered, liked, deleted and restored", async () => {
  const other = await openAs(browser, server.url, owner);
  try {
    await other.goto(`${server.url}/videos/${itemId}`);
    await other.getByRole("heading", { name: "No comments yet" }).waitFor();
    await seek(12);
    await page.keyboard.press("c");
    await page.keyboard.type("The quay is upside down");
    await page.keyboard.press("Control+Enter");
    await row("The quay is upside down").getByRole("button", { name: "Go to 0:12" }).waitFor();
    await row("The quay is upside down", other).waitFor({ timeout: 10_000 });
    await page.getByRole("button", { name: /Olga Owner.*0:12/u }).waitFor();

    await seek(30);
    await row("The quay is upside down").getByRole("button", { name: "Go to 0:12" }).click();
    await expect.poll(time).toBe(12);

    await row("The quay is upside down").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Edit your comment" }).fill("The quay is right again");
    await page.keyboard.press("Control+Enter");
    await row("The quay is right again")
      .getByText(/edited/u)
      .waitFor();

    const [comment] = (await owner.client.call(listComments, { params: { itemId } })).items;
    await friend.client.call(createComment, {
      params: { itemId },
      query: { share },
      body: { text: "Thank you", parentId: comment?.id ?? null },
    });
    await row("Thank you").waitFor({ timeout: 10_000 });
    await row("Thank you").getByRole("button", { name: "Like" }).click();
    await row("Thank you").getByRole("button", { name: "Like, 1 so far" }).waitFor();
    await row("Thank you").hover();
    await row("Thank you").getByRole("button", { name: "Add a reaction" }).click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await row("Thank you").getByRole("button", { name: "❤️, 1 so far" }).waitFor();

    await row("The quay is right again").getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("Comment deleted.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await row("Thank you").waitFor();
    expect((await owner.client.call(listComments, { params: { itemId } })).items).toHaveLength(2);
  } finally {
    await other.context().close();
  }
}, 60_000);

test("chapters are refused until their rules hold, are then shown in the player, and can be undone", async () => {
  await page.getByRole("tab", { name: "Chapters" }).click();
  await page.getByText("Text", { exact: true }).click();
  const text = page.getByRole("textbox", { name: "Chapters as text" });
  await page.getByRole("button", { name: "Save chapters" }).waitFor();
  await text.fill("0:00 Quay\n0:05 Bridge\n0:20 Sea");
  await page.getByText("Chapter 1 is shorter than 10 s.").waitFor();
  await text.fill("0:00 Quay\n0:12 Bridge\n0:24 Sea");
  await page.getByText(/^Add at least 3 chapters/u).waitFor();
  await page.getByRole("button", { name: "Save chapters" }).click();
  await page.getByText("Chapters saved").waitFor();
  await page.getByText("Chapters on").waitFor();
  await expect
    .poll(async () => (await owner.client.call(getPlayback, { params: { itemId } })).chapters.map(({ name }) => name))
    .toEqual(["Quay", "Bridge", "Sea"]);
  await page.getByText("List", { exact: true }).first().click();
  const second = page.getByRole("slider", { name: "Bridge" });
  await second.focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Save chapters" }).click();
  await expect.poll(async () => (await owner.client.call(getVideo, { params: { ...params, itemId } })).chapters[1]?.timestamp).toBe(13);
  await page.getByRole("button", { name: /^Undo/u }).click();
  await expect.poll(async () => (await owner.client.call(getVideo, { params: { ...params, itemId } })).chapters[1]?.timestamp).toBe(12);
}, 30_000);

test("captions are uploaded, edited beside the video, and shown in the player", async () => {
  await page.getByRole("tab", { name: "Manage" }).click();
  await page.getByRole("button", { name: "Add captions" }).click();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: "Upload a file" }).click()]);
  const srt = "1\n00:00:01,000 --> 00:00:04,000\nWelcome to the harbour\n";
  await chooser.setFiles({ name: "harbour.srt", mimeType: "application/x-subrip", buffer: Buffer.from(srt) });
  await page.getByRole("button", { name: "Edit captions: English" }).click();
  await page.getByRole("textbox", { name: "Text of caption 1" }).fill("Welcome to the old harbour");
  await page.getByRole("button", { name: "Save captions" }).click();
  await page.getByRole("button", { name: "Edit captions: English" }).waitFor();
  const { captions } = await owner.client.call(getPlayback, { params: { itemId } });
  expect(captions.map(({ language, label }) => [language, label])).toEqual([["en", "English"]]);
  await page.keyboard.press("Shift+C");
  await seek(2);
  await page.getByText("Welcome to the old harbour").waitFor({ timeout: 10_000 });
}, 30_000);

test("a visit is in the statistics, and a part of the video is saved as GIF", async () => {
  const visitor = createClient({ baseUrl: server.url + API_BASE });
  const body = { session: "a-visitor-of-this-test", seconds: 3, segments: [[0, 3] as [number, number]] };
  expect((await visitor.call(recordView, { params: { itemId }, query: { share }, body })).views).toBe(1);
  await page.getByRole("tab", { name: "Stats" }).click();
  await page.getByRole("img", { name: /^Views per day.*Peak 1/u }).waitFor({ timeout: 10_000 });
  await page.getByRole("row", { name: /Link.*1/u }).waitFor();
  const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  expect(await readFile(await csv.path(), "utf8")).toContain("unique views,1");

  await page.getByRole("button", { name: "Download", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Part as GIF" }).click();
  await page.getByRole("slider", { name: "End of the part" }).fill("3");
  const link = page.getByRole("link", { name: "Download GIF" });
  const address = new URL((await link.getAttribute("href")) ?? "", page.url()).href;
  // It is refused until the MP4 of the video exists, which waits for the other videos of this server.
  await expect.poll(async () => (await page.request.get(address)).status(), { timeout: 50_000 }).toBe(200);
  const [gif] = await Promise.all([page.waitForEvent("download", { timeout: 20_000 }), link.click()]);
  expect((await readFile(await gif.path())).subarray(0, 4).toString()).toBe("GIF8");
}, 90_000);
