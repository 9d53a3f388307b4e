import { readFile } from "node:fs/promises";
import { listItems } from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { handFiles } from "./support/hand-files.ts";
import { itemCard, itemLink, openAs, openLibrary } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { hashOf } from "./support/pictures.ts";
import { playVideo } from "./support/play-video.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let person: Person;

beforeAll(async () => {
  person = await registerPerson(stage.server.url, "Vera Video");
});

/** Plays a video of 320 px width without sound until its position advances. */
async function plays(player: Locator): Promise<void> {
  await playVideo(player, 0.3);
  expect(await player.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(320);
}

const FILES = [
  { name: "Harbour tour.mp4", type: "video/mp4", recipe: { container: "mp4" }, why: "as it is" },
  { name: "Old camera.mov", type: "video/quicktime", recipe: { container: "mov", video: "mpeg4", audio: "pcm_s16le" }, why: "made anew" },
  { name: "From the desk.mkv", type: "", recipe: { container: "mkv" }, why: "in another container" },
] as const;

test.each(FILES)(
  "$name gets poster and duration, and plays $why for its owner and for visitors with the link",
  async ({ name, type, recipe }) => {
    const title = name.replace(/\.\w+$/u, "");
    const bytes = await video({ ...recipe, seconds: 3 });
    const page: Page = await openAs(stage.browser, stage.server.url, person);
    const visitor = await stage.browser.newPage();
    try {
      await openLibrary(page, `${stage.server.url}/videos`);
      await handFiles(page, "drop", [{ name, bytes, type }]);
      await itemLink(page, title).waitFor({ timeout: 30_000 });
      const card = itemCard(page, title);
      await card.getByText("0:03", { exact: true }).waitFor({ timeout: 45_000 });
      await expect
        .poll(() => card.locator("img").evaluateAll((images) => images.some((image) => (image as HTMLImageElement).naturalWidth > 0)), {
          timeout: 45_000,
        })
        .toBe(true);

      await itemLink(page, title).click();
      await plays(page.getByLabel(title, { exact: true }).and(page.locator("video")));
      await page.getByRole("button", { name: "Download" }).click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Original" }).click()]);
      expect(download.suggestedFilename()).toBe(name);
      expect(hashOf(await readFile(await download.path()))).toBe(hashOf(bytes));

      const { items } = await person.client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all", type: "video" } });
      const item = items.find((one) => one.title === title);
      expect(item).toMatchObject({ stage: "ready", width: 320, height: 180 });
      expect(item?.duration).toBeCloseTo(3, 0);
      const opened = await visitor.goto(item?.shareUrl ?? "");
      expect(opened?.status()).toBe(200);
      await visitor.getByRole("heading", { name: title }).waitFor();
      await plays(visitor.locator("#video"));
    } finally {
      await visitor.close();
      await page.context().close();
    }
  },
);

test("a file that only claims to be a video is refused with a reason, and nothing of it is stored", async () => {
  const page = await openAs(stage.browser, stage.server.url, person);
  try {
    await openLibrary(page, `${stage.server.url}/videos`);
    await handFiles(page, "drop", [{ name: "not-a-video.mp4", bytes: Buffer.from("#EXTM3U\nfile:///etc/passwd\n"), type: "video/mp4" }]);
    await page.getByText("This file type is not supported.").first().waitFor();
    const { items } = await person.client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } });
    expect(items.map((item) => item.title)).not.toContain("not-a-video");
  } finally {
    await page.context().close();
  }
});
