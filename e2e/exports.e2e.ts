import { readFile } from "node:fs/promises";
import { putCaptions, uploadVideo } from "@stillreel/contract";
import { video } from "@stillreel/testing";
import { expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs } from "./support/library-page.ts";
import { registerPerson } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();

test("a video is converted to a smaller size and to sound, and its captions are saved as SubRip", async () => {
  const owner = await registerPerson(stage.server.url, "Mira Halvorsen");
  const body = new FormData();
  body.append("title", "Fare table");
  const bytes = await video({ seconds: 4, width: 1_280, height: 720, fastStart: true });
  body.append("file", new Blob([new Uint8Array(bytes)], { type: "video/mp4" }), "fares.mp4");
  const { id } = await owner.client.call(uploadVideo, { params: { workspaceId: "personal" }, body });
  const vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nTwo totals\n";
  await owner.client.call(putCaptions, { params: { itemId: id, language: "en" }, body: { vtt } });
  const page = await openAs(stage.browser, stage.server.url, owner, { reducedMotion: "reduce", acceptDownloads: true });
  await page.goto(`${stage.server.url}/videos/${id}`);
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await page.getByRole("menuitem", { name: "Other formats and sizes" }).click();
  const dialog = page.getByRole("dialog", { name: "Download in another format" });
  await dialog.getByRole("combobox", { name: "Size" }).selectOption("480p");
  expect(await accessibilityFaults(page)).toEqual([]);
  const first = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Convert and download" }).click();
  const file = await first;
  expect(file.suggestedFilename()).toBe("fares.mp4");
  expect((await readFile(await file.path())).toString("latin1", 4, 8)).toBe("ftyp");

  await dialog.getByRole("combobox", { name: "Format" }).selectOption("MP3 sound");
  const second = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Convert and download" }).click();
  expect((await second).suggestedFilename()).toBe("fares.mp3");

  const third = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "English, SRT" }).click();
  const captions = await third;
  expect(captions.suggestedFilename()).toBe("fares.en.srt");
  expect(await readFile(await captions.path(), "utf8")).toBe("1\n00:00:01,000 --> 00:00:02,000\nTwo totals\n");
  expect(await accessibilityFaults(page)).toEqual([]);
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/export.png` });
  await dialog.getByRole("button", { name: "Delete fares.mp3" }).click();
  await expect.poll(() => dialog.getByText("fares.mp3").count()).toBe(0);
  await page.context().close();
});
