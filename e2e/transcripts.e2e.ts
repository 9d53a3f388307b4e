import { getCaptions, getTranscript, transcribe, updateShare, updatePreferences, getShare, uploadVideo } from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import { startChatService, startSpeechService } from "@stillreel/testing/vendors";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs, openLibrary } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const WORDS = ["harbour", "lantern", "mountain", "river", "total"];
const AT = [1, 1.8, 5, 5.8, 9];
const SECONDS = 12;

const [speech, chat] = await Promise.all([startSpeechService(), startChatService()]);
const stage = setStage({ TRANSCRIBE_URL: speech.origin, TRANSCRIBE_MODEL: "tiny", LLM_URL: `${chat.origin}/v1`, LLM_MODEL: "small" });
afterAll(async () => void (await Promise.all([speech.close(), chat.close()])));

/** Returns a tone of a third of a second, one for each number. */
const toneOf = (index: number, rate: number): Int16Array =>
  Int16Array.from({ length: Math.round(rate * 0.3) }, (_, at) =>
    Math.round(Math.sin((2 * Math.PI * (300 + index * 150) * at) / rate) * 9_000),
  );

async function spokenVideo(): Promise<Buffer> {
  const sound = Buffer.alloc(SECONDS * 48_000 * 2);
  WORDS.forEach((word, index) => {
    speech.teach(word, toneOf(index, 16_000));
    toneOf(index, 48_000).forEach((value, at) => sound.writeInt16LE(value, (Math.round(AT[index]! * 48_000) + at) * 2));
  });
  return video({ seconds: SECONDS, sound, fastStart: true, rate: 10 });
}

let owner: Person;
let page: Page;
let itemId: string;
beforeEach(async () => {
  owner = await registerPerson(stage.server.url, "Mira Halvorsen");
  page = await openAs(stage.browser, stage.server.url, owner, { viewport: { width: 1400, height: 880 } });
  const form = new FormData();
  form.append("fullFileName", "Release.mp4");
  form.append("file", new Blob([new Uint8Array(await spokenVideo())], { type: "video/mp4" }), "Release.mp4");
  ({ id: itemId } = await owner.client.call(uploadVideo, { params: { workspaceId: "personal" }, body: form }));
});
afterEach(() => page.context().close());

const current = (of: Page): Promise<number> => of.locator("video").evaluate((node) => (node as HTMLVideoElement).currentTime);

test("a transcript is written, searched, corrected, and found by its words", async () => {
  await page.goto(`${stage.server.url}/videos/${itemId}`);
  await page.getByRole("slider", { name: "Seek" }).waitFor();
  await page.getByRole("tab", { name: "Transcript" }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Write transcript" }).click();

  // The user is informed before the sound leaves the server, and only once.
  const notice = page.getByRole("dialog", { name: "Send the sound of this video?" });
  await notice.getByText(new URL(speech.origin).host).waitFor();
  expect(speech.pieces).toHaveLength(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await notice.getByRole("button", { name: "Continue" }).click();

  const text = page.getByRole("list", { name: "Transcript" });
  await text.getByText("mountain").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  // A click on a word plays from there.
  await text.getByText("mountain").click();
  await expect.poll(() => current(page)).toBeCloseTo(AT[2]!, 0);
  await text.locator('[data-segment="1"][data-current]').waitFor();

  // The search steps through its matches and marks them on the timeline.
  await page.keyboard.press("/");
  await page.keyboard.type("r");
  await page.getByText("1 of 3").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("2 of 3").waitFor();
  await page.keyboard.press("Shift+Enter");
  await page.getByText("1 of 3").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("[data-match]").count()).toBe(0);

  // F2 corrects a segment, and its captions follow.
  await text.getByRole("button", { name: "Go to 0:05" }).focus();
  await page.keyboard.press("F2");
  const field = page.getByRole("textbox", { name: "Text at 0:05" });
  await field.fill("mountain Nordhaven.");
  await field.press("Enter");
  await text.locator("[data-word]", { hasText: "Nordhaven." }).waitFor();
  const { vtt } = await owner.client.call(getCaptions, { params: { itemId, language: "en" } });
  expect(vtt).toContain("mountain Nordhaven.");

  // Suggestions change nothing until they are accepted.
  chat.reply = () => JSON.stringify({ title: "Nordhaven harbour", summary: "A walk.", chapters: [] });
  await page.getByRole("button", { name: "Suggest title and chapters" }).click();
  await page.getByRole("dialog", { name: "Send the transcript of this video?" }).getByRole("button", { name: "Continue" }).click();
  const offers = page.getByRole("dialog", { name: "Suggestions" });
  await offers.getByText("Nordhaven harbour").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await offers.getByRole("button", { name: "Accept: Title" }).click();
  await offers.getByRole("button", { name: "Accepted: Title" }).waitFor();
  await offers.getByRole("button", { name: "Close" }).click();
  await page.getByRole("heading", { name: "Nordhaven harbour" }).waitFor();

  // The search of the whole library leads to the second.
  await openLibrary(page, `${stage.server.url}/videos`);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("total");
  await page.getByRole("option", { name: /Nordhaven harbour/u }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]t=/u);
  await page.getByRole("slider", { name: "Seek" }).waitFor();
  await expect.poll(() => current(page)).toBeCloseTo(AT[4]!, 0);
});

test("visitors read the text of the captions on the public page, also on a phone", async () => {
  await owner.client.call(updatePreferences, { body: { dataNotices: [`speech:${new URL(speech.origin).host}`] } });
  await expect
    .poll(async () => {
      await owner.client.call(transcribe, { params: { itemId }, body: {} });
      return owner.client.call(getCaptions, { params: { itemId, language: "en" } }).then(
        ({ vtt }) => vtt,
        () => "",
      );
    })
    .toContain("harbour");
  const params = { workspaceId: "personal", itemId };
  const { slug } = await owner.client.call(getShare, { params });
  await owner.client.call(updateShare, { params, body: { visibility: "link" } });
  const visitor = await (await stage.browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  try {
    await visitor.goto(`${stage.server.url}/s/${slug}`);
    await visitor.getByRole("tab", { name: "Transcript" }).click();
    const text = visitor.getByRole("list", { name: "Transcript" });
    await text.getByText("river").click();
    await expect.poll(() => current(visitor)).toBeGreaterThan(4);
    expect(await accessibilityFaults(visitor)).toEqual([]);
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  } finally {
    await visitor.context().close();
  }
});

test("a struck word is cut from the video, and can be brought back after the video was saved", async () => {
  await owner.client.call(transcribe, { params: { itemId }, body: {} });
  const transcript = () => owner.client.call(getTranscript, { params: { itemId } });
  await expect.poll(async () => (await transcript()).state, { timeout: 30_000 }).toBe("ready");
  await page.goto(`${stage.server.url}/videos/${itemId}?panel=transcript`);
  await page.getByRole("link", { name: "Edit video by words" }).click();
  const words = page.getByRole("listbox", { name: "Words of the video" });
  await words.getByRole("option", { name: "mountain" }).click();
  await page.keyboard.press("Backspace");
  await words.getByRole("option", { name: "mountain, cut" }).waitFor();
  await page.getByText("Draft saved").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/words.png` });

  await page.getByRole("button", { name: "Save video" }).click();
  await expect
    .poll(async () => (await transcript()).segments.map(({ text }) => text).join(" "), { timeout: 60_000 })
    .not.toContain("mountain");
  expect((await owner.client.call(getCaptions, { params: { itemId, language: "en" }, query: {} })).vtt).not.toContain("mountain");

  await page.goto(`${stage.server.url}/videos/${itemId}/edit?panel=words&t=2`);
  await words.getByRole("option", { name: "mountain, cut" }).click();
  // The word and its removed part, on the lanes of the video and of the words, are one thing.
  await expect.poll(() => page.locator("[data-item^='removed:'][data-selected]").count()).toBe(2);
  if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/words-selected.png` });
  await page.keyboard.press("Backspace");
  await words.getByRole("option", { name: "mountain", exact: true }).waitFor();
  await page.getByRole("button", { name: "Save video" }).click();
  await expect.poll(async () => (await transcript()).segments.map(({ text }) => text).join(" "), { timeout: 60_000 }).toContain("mountain");
}, 150_000);

test("a transcript is written in the editor, after the same question, and its words cut the video", async () => {
  await page.goto(`${stage.server.url}/videos/${itemId}/edit`);
  await page.getByRole("toolbar", { name: "Edit the video" }).getByRole("button", { name: "Words" }).click();
  await page.getByRole("button", { name: "Write transcript" }).click();
  const notice = page.getByRole("dialog", { name: "Send the sound of this video?" });
  await notice.getByText(new URL(speech.origin).host).waitFor();
  expect((await owner.client.call(getTranscript, { params: { itemId } })).state).toBe("absent");
  expect(await accessibilityFaults(page)).toEqual([]);
  await notice.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("listbox", { name: "Words of the video" }).getByRole("option", { name: "harbour" }).click();
  await page.keyboard.press("Backspace");
  await page.getByRole("option", { name: "harbour, cut" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/videos/${itemId}/edit`);

  // The captions of the transcript get a second language, from where the language is chosen.
  await page.getByRole("tab", { name: "Captions" }).click();
  await page.getByRole("button", { name: "Add language" }).click();
  const dialog = page.getByRole("dialog", { name: "Add captions" });
  await dialog.getByRole("combobox", { name: "Language" }).selectOption("de");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Start from the texts (English)" }).click();
  await page.getByRole("button", { name: "Deutsch", pressed: true }).waitFor();
  expect((await owner.client.call(getCaptions, { params: { itemId, language: "de" } })).vtt).toContain("lantern");
});

test("a language is added from the menu of the captions on the page of the video", async () => {
  await page.goto(`${stage.server.url}/videos/${itemId}`);
  await page.getByRole("slider", { name: "Seek" }).waitFor();
  await page.getByRole("button", { name: "Captions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add language" }).click();
  const dialog = page.getByRole("dialog", { name: "Add captions" });
  await dialog.getByRole("combobox", { name: "Language" }).selectOption("de");
  await dialog.getByRole("button", { name: "Write here" }).click();
  await page.getByRole("heading", { name: "Captions: Deutsch" }).waitFor();
  await page.getByRole("tab", { name: "Manage", selected: true }).waitFor();
});
