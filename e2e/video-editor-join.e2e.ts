import {
  getEdits,
  getPlayback,
  getVideo,
  listItems,
  listVersions,
  putEdits,
  updateChapters,
  updateItem,
  uploadVideo,
} from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import type { Page } from "playwright-core";
import { beforeEach, afterEach, expect, test } from "vitest";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";
import { toneWav } from "./support/wav.ts";

const stage = setStage();
const personal = { workspaceId: "personal" };
const SMALL = { width: 320, height: 180, rate: 10, fastStart: true };
const ADDED_HZ = 3_000;

let owner: Person;
let page: Page;
let itemId: string;
beforeEach(async () => {
  owner = await registerPerson(stage.server.url, "Olga Owner");
  itemId = await upload("Renewal", 4);
  page = await openAs(stage.browser, stage.server.url, owner, { viewport: { width: 1400, height: 900 } });
});
afterEach(() => page.context().close());

async function upload(title: string, seconds: number): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await video({ ...SMALL, seconds }))], { type: "video/mp4" }), `${title}.mp4`);
  const { id } = await owner.client.call(uploadVideo, { params: personal, body });
  await expect
    .poll(async () => (await owner.client.call(getVideo, { params: { ...personal, itemId: id } })).stage, { timeout: 60_000 })
    .toBe("ready");
  return id;
}
const edits = () => owner.client.call(getEdits, { params: { itemId } });
const lengthOf = async (id = itemId): Promise<number> => (await owner.client.call(getPlayback, { params: { itemId: id } })).duration ?? 0;
const lasts = (seconds: number, id = itemId) => expect.poll(() => lengthOf(id), { timeout: 90_000 }).toBeCloseTo(seconds, 0);
const kinds = async () =>
  (await owner.client.call(listVersions, { params: { itemId } })).items.map(({ kind, isShown }) => `${kind}${isShown ? " shown" : ""}`);

async function openEditor(of = page): Promise<void> {
  await of.goto(`${stage.server.url}/videos/${itemId}/edit`);
  await of
    .getByRole("button", { name: /^Clip 1/u })
    .first()
    .waitFor();
}
async function tool(name: string): Promise<void> {
  await page.getByRole("button", { name: "More tools" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
async function join(title: string): Promise<void> {
  await tool("Join");
  const dialog = page.getByRole("dialog", { name: "Join a video or an image" });
  await dialog.getByRole("button", { name: title }).click();
  await dialog.waitFor({ state: "detached" });
}
const saved = () => page.getByText("Draft saved").waitFor();

/** Returns which share of the sound's power is the added tone. */
async function shareOfTone(id: string): Promise<number> {
  const { sources } = await owner.client.call(getPlayback, { params: { itemId: id } });
  return page.evaluate(
    async ({ url, hertz }) => {
      const context = new OfflineAudioContext(1, 48_000, 48_000);
      const decoded = await context.decodeAudioData(await (await fetch(url)).arrayBuffer());
      const samples = decoded.getChannelData(0).subarray(12_000, 60_000);
      let [re, im, all] = [0, 0, 0];
      samples.forEach((value, at) => {
        re += value * Math.cos((2 * Math.PI * hertz * at) / 48_000);
        im += value * Math.sin((2 * Math.PI * hertz * at) / 48_000);
        all += value * value;
      });
      return (2 * (re * re + im * im)) / samples.length / Math.max(1e-9, all);
    },
    { url: sources[0]?.url ?? "", hertz: ADDED_HZ },
  );
}

test("a video and an image are joined and saved, the original comes back, and is deleted permanently", async () => {
  await upload("Second part", 2);
  await uploadPicture(owner, "Title card", [20, 90, 200]);
  await openEditor();
  await page.keyboard.press("End");
  await join("Second part");
  await page.getByRole("button", { name: /^Clip 2, Second part/u }).waitFor();
  await page.getByRole("button", { name: "To the start" }).click();
  await join("Title card");
  await page.getByRole("button", { name: /^Clip 1, Title card/u }).waitFor();
  await saved();
  expect((await edits()).document.clips.map(({ itemId: joined, start, end }) => [joined === undefined, Math.round(end - start)])).toEqual([
    [false, 4],
    [true, 4],
    [false, 2],
  ]);
  await page.getByRole("button", { name: "Save video" }).click();
  await lasts(10);

  await openEditor();
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Revert to original" }).click();
  await lasts(4);
  expect(await kinds()).toEqual(["edit", "original shown"]);

  await openEditor();
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await lasts(10);
  await openEditor();
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Delete original" }).click();
  const question = page.getByRole("dialog", { name: "Delete the original?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await kinds()).toEqual(["edit shown", "original"]);
  await page.getByRole("button", { name: "Delete original" }).click();
  await question.getByRole("button", { name: "Delete original" }).click();
  await page.getByText("Original deleted").first().waitFor();
  expect(await kinds()).toEqual(["original shown"]);
  expect((await edits()).source.duration).toBeCloseTo(10, 0);
}, 240_000);

test("the poster and the background are images of the library, which may be deleted later", async () => {
  await upload("Second part", 2);
  const sea = await uploadPicture(owner, "Sea", [20, 90, 200]);
  await uploadPicture(owner, "Hills", [40, 140, 60]);
  await openEditor();
  const choose = async (title: string): Promise<void> => {
    await page.getByRole("button", { name: "From the library" }).click();
    const dialog = page.getByRole("dialog", { name: "Choose an image" });
    // Only images are offered, the newest first.
    await expect.poll(() => dialog.getByRole("listitem").allInnerTexts()).toEqual(["Hills", "Sea"]);
    await dialog.getByRole("button", { name: title }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await choose("Sea");
  await page.getByText("Sea", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Frame" }).click();
  await page.getByRole("switch", { name: /Frame/u }).click();
  await choose("Hills");
  await page.getByRole("button", { name: "Hills", pressed: true }).waitFor();
  await saved();
  const { document, assets } = await edits();
  const used = [document.poster, document.frame?.background].map((one) => one && "assetId" in one && one.assetId);
  expect(used).toEqual(["Sea", "Hills"].map((name) => assets.find((asset) => asset.name === name)?.id));

  await owner.client.call(updateItem, { params: { ...personal, type: "image", itemId: sea }, body: { trash: true } });
  const before = (await owner.client.call(getPlayback, { params: { itemId } })).posterUrl;
  await page.getByRole("button", { name: "Save video" }).click();
  const poster = async () => (await owner.client.call(getPlayback, { params: { itemId } })).posterUrl;
  await expect.poll(async () => ((await kinds()).includes("edit shown") ? poster() : before), { timeout: 90_000 }).not.toBe(before);
  const color = await page.evaluate(
    async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const ctx = new OffscreenCanvas(1, 1).getContext("2d")!;
      ctx.drawImage(bitmap, 0, 0, 1, 1);
      return [...ctx.getImageData(0, 0, 1, 1).data].slice(0, 3);
    },
    (await poster()) ?? "",
  );
  // The blue of the first image, and neither the video nor the second image.
  expect((color[2] ?? 0) - (color[0] ?? 0), color.join(" ")).toBeGreaterThan(120);
}, 240_000);

test("a joined video is in the timeline before the server has answered, and leaves it when it cannot be played", async () => {
  const playback = new RegExp(`/${await upload("Second part", 2)}/playback$`, "u");
  await openEditor();
  const answers: (() => Promise<void>)[] = [];
  await page.route(playback, (route) => void answers.push(() => route.fulfill({ status: 404, body: "{}" })));
  await page.keyboard.press("End");
  await join("Second part");
  const clip = page.getByRole("button", { name: /^Clip 2, Second part/u });
  await clip.waitFor();
  await expect.poll(() => answers.length).toBe(1);
  await answers[0]!();
  await clip.waitFor({ state: "detached" });
  await page.unroute(playback);
  await join("Second part");
  await clip.waitFor();
  await saved();
  expect((await edits()).document.clips.map(({ start, end }) => Math.round(end - start))).toEqual([4, 2]);
}, 120_000);

test("an uploaded sound is added to the sound of the video, or replaces it; each is saved as a copy", async () => {
  await openEditor();
  await tool("Sound");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload a sound" }).click();
  await (await chooser).setFiles({ name: "music.wav", mimeType: "audio/wav", buffer: toneWav(4, ADDED_HZ) });
  await page.getByRole("heading", { name: "music.wav" }).waitFor();
  const copies: string[] = [];
  for (const mode of ["Add", "Replace"]) {
    await page.getByRole("group", { name: "Mix" }).getByRole("button", { name: mode }).click();
    await saved();
    await page.getByRole("button", { name: "Save as copy" }).click();
    await page.getByText("The copy is being made").first().waitFor();
    const find = async () => {
      const { items } = await owner.client.call(listItems, { params: personal, query: { view: "all" } as never });
      return items.find(({ id, stage: state }) => id !== itemId && !copies.includes(id) && state === "ready")?.id;
    };
    await expect.poll(find, { timeout: 90_000 }).toBeDefined();
    copies.push((await find())!);
  }
  const [added, replaced] = [await shareOfTone(copies[0]!), await shareOfTone(copies[1]!)];
  expect(added).toBeGreaterThan(0.05);
  expect(added).toBeLessThan(0.95);
  expect(replaced).toBeGreaterThan(0.98);
  // The video itself is unchanged.
  expect(await kinds()).toEqual(["original shown"]);
  expect(await shareOfTone(itemId)).toBeLessThan(0.01);
}, 240_000);

test("two browsers edit the same video: the later one is asked, and both versions are retained", async () => {
  const other = await openAs(stage.browser, stage.server.url, owner, { viewport: { width: 1400, height: 900 } });
  try {
    await openEditor();
    await openEditor(other);
    for (const key of ["Home", "ArrowRight", "["]) await page.keyboard.press(key);
    await saved();
    await expect.poll(async () => (await edits()).document.clips[0]?.start).toBe(1);
    for (const key of ["Home", "ArrowRight", "ArrowRight", "]"]) await other.keyboard.press(key);
    const question = other.getByRole("dialog", { name: "This video was edited somewhere else" });
    await question.getByRole("button", { name: /^Save mine as a copy/u }).click();
    await other.getByText("The copy is being made").first().waitFor();
    await question.waitFor({ state: "detached" });
    // The other browser shows what the first one stored, and its own edits are a video.
    expect((await edits()).document.clips[0]).toMatchObject({ start: 1, end: 4 });
    await other.getByRole("button", { name: "Clip 1, 0:01 to 0:04" }).waitFor();
    const copy = async () =>
      (await owner.client.call(listItems, { params: personal, query: { view: "all" } as never })).items.find(({ id }) => id !== itemId);
    await expect.poll(async () => (await copy())?.duration ?? 0, { timeout: 90_000 }).toBeCloseTo(2, 0);
    // Both continue without a further question.
    await other.keyboard.press("Control+z");
    await other.getByText("Draft saved").waitFor();
    expect((await edits()).document.clips[0]).toMatchObject({ start: 0, end: 2 });
    expect(await lengthOf()).toBeCloseTo(4, 0);
  } finally {
    await other.context().close();
  }
}, 180_000);

test("chapters whose content is removed are listed before the video is saved", async () => {
  itemId = await upload("Long", 40);
  const chapters = ["Open renewal", "Two totals", "Why"].map((name, index) => ({ timestamp: index * 12, name }));
  await owner.client.call(updateChapters, { params: { itemId }, body: { enabled: true, chapters } });
  const { version, document } = await edits();
  const cut = [
    { start: 0, end: 12 },
    { start: 24, end: 40 },
  ];
  await owner.client.call(putEdits, { params: { itemId }, body: { version, document: { ...document, clips: cut } } });
  await openEditor();
  await page.getByRole("button", { name: "Save video" }).click();
  const question = page.getByRole("dialog", { name: "Chapters without content" });
  expect(await question.getByRole("listitem").allInnerTexts()).toEqual(["Two totals"]);
  await question.getByRole("button", { name: "Back to editing" }).click();
  expect((await edits()).render).toBeNull();
  await page.getByRole("button", { name: "Save video" }).click();
  await question.getByRole("button", { name: "Save video" }).click();
  await lasts(28);
  const { chapters: left } = await owner.client.call(getVideo, { params: { ...personal, itemId } });
  expect(left).toEqual([
    { timestamp: 0, name: "Open renewal" },
    { timestamp: 12, name: "Why" },
  ]);
}, 180_000);

test("on a phone, a part is cut by touch and brought back", async () => {
  const phone = await openAs(stage.browser, stage.server.url, owner, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  try {
    await openEditor(phone);
    const timeline = phone.getByRole("region", { name: "Timeline" });
    const clip = timeline.getByRole("button", { name: /^Clip 1/u });
    const split = async (part: number): Promise<void> => {
      const ruler = await timeline.locator("[data-timeline-ruler], [class*=ruler]").first().boundingBox();
      const whole = await timeline.boundingBox();
      if (!ruler || !whole) throw new Error("The ruler is not visible.");
      const from = Math.max(ruler.x, whole.x) + 30;
      await phone.touchscreen.tap(from + part * (whole.x + whole.width - from - 30), ruler.y + ruler.height / 2);
      await phone.getByRole("button", { name: "Split" }).tap();
    };
    await clip.waitFor();
    await split(0.35);
    await split(0.6);
    await timeline.getByRole("button", { name: /^Clip 2/u }).tap();
    await phone.getByRole("button", { name: "Cut" }).tap();
    await expect.poll(async () => (await edits()).document.clips.length).toBe(2);
    const removed = timeline.getByRole("button", { name: /^Cut part/u });
    await removed.tap();
    await phone.getByRole("button", { name: "Bring back" }).tap();
    await removed.waitFor({ state: "detached" });
    await expect.poll(async () => (await edits()).document.clips.reduce((sum, { start, end }) => sum + end - start, 0)).toBeCloseTo(4, 1);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  } finally {
    await phone.context().close();
  }
}, 120_000);
