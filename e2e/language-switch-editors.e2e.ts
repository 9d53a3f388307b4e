import { readFileSync } from "node:fs";
import path from "node:path";
import { createBoard, getBoard, getEdits, getImage, getVideo, uploadVideo } from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseLanguage } from "./support/language.ts";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";

const personal = { workspaceId: "personal" };

const stage = setStage();
let person: Person;
let page: Page;
let faults: string[];

beforeEach(async () => {
  person = await registerPerson(stage.server.url, "Sami Switch");
  page = await openAs(stage.browser, stage.server.url, person);
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
});
afterEach(async () => {
  await page?.context().close();
  if (faults.length > 0) throw new Error(faults.join("\n"));
});

/** Returns a text of a catalogue by its path of keys. */
function textIn(language: string, namespace: string, key: string): string {
  const file = path.resolve(import.meta.dirname, `../packages/i18n/src/${language}/${namespace}.json`);
  let found: unknown = JSON.parse(readFileSync(file, "utf8"));
  for (const part of key.split(".")) found = (found as Record<string, unknown>)[part];
  return String(found);
}

/** Marks the page, so that a reload is noticed. */
const mark = (): Promise<void> => page.evaluate(() => document.body.setAttribute("data-marked", ""));
const isMarked = (): Promise<boolean> => page.evaluate(() => document.body.hasAttribute("data-marked"));

/** Switches the language in another tab, and returns to the page. */
async function switchTo(language: string): Promise<void> {
  await mark();
  await chooseLanguage(page, stage.server.url, language);
  await page.bringToFront();
}

test("the image editor continues with its drawing, the text that is typed, and its steps", async () => {
  const itemId = await uploadPicture(person, "Renewal form", [40, 90, 140]);
  await page.goto(`${stage.server.url}/images/${itemId}/annotate`);
  const canvas = page.getByRole("application");
  await canvas.waitFor();
  await page.getByRole("button", { name: "100%" }).click();
  const area = await canvas.boundingBox();
  if (!area) throw new Error("The canvas cannot be seen.");
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  await canvas.focus();
  await page.keyboard.press("r");
  await page.mouse.move(x - 120, y - 60);
  await page.mouse.down();
  await page.mouse.move(x - 20, y + 40, { steps: 5 });
  await page.mouse.up();
  await page.getByText("Rectangle", { exact: true }).first().waitFor();
  await page.keyboard.press("t");
  await page.mouse.click(x + 60, y);
  const field = page.locator("textarea").first();
  await field.waitFor();
  await page.keyboard.type("Half a word");

  await switchTo("ar");
  expect(await field.inputValue()).toBe("Half a word");
  await field.press("End");
  await page.keyboard.type("s");
  await page.keyboard.press("Escape");
  await page
    .getByText(textIn("ar", "editor", "shapes.rectangle"), { exact: true })
    .first()
    .waitFor();
  await canvas.focus();
  // A step back and forward again: the steps of the drawing before the switch are still known.
  const shapes = async (): Promise<string[]> => {
    const { markers } = await person.client.call(getImage, { params: { ...personal, itemId } });
    return (markers as { shapes: { type: string }[] } | null)?.shapes.map(({ type }) => type) ?? [];
  };
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page
    .getByText(textIn("ar", "editor", "shapes.rectangle"), { exact: true })
    .first()
    .waitFor({ state: "detached" });
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+Shift+z");
  await page.getByRole("button", { name: textIn("ar", "annotate", "save"), exact: true }).click();
  await expect.poll(shapes).toEqual(["rectangle", "text"]);
  expect(await isMarked()).toBe(true);
}, 60_000);

test("the video editor continues with edits that are not saved, and their steps", async () => {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await video({ seconds: 12 }))], { type: "video/mp4" }), "Renewal.mp4");
  const { id: itemId } = await person.client.call(uploadVideo, { params: personal, body });
  await vi.waitUntil(async () => (await person.client.call(getVideo, { params: { ...personal, itemId } })).storyboard !== null, {
    timeout: 60_000,
    interval: 200,
  });
  await page.goto(`${stage.server.url}/videos/${itemId}/edit`);
  await page.getByRole("button", { name: /^Clip 1, 0:00 to 0:12/u }).waitFor();
  await page.keyboard.press("Home");
  for (let second = 0; second < 4; second += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("[");
  await page.getByRole("button", { name: "Trimmed part, 0:00 to 0:04" }).waitFor();
  for (let second = 0; second < 2; second += 1) await page.keyboard.press("ArrowRight");

  await switchTo("de");
  const clip = (number: number, from: string, to: string) =>
    page.getByRole("button", {
      name: textIn("de", "video-editor", "timeline.clip")
        .replace("{{number}}", String(number))
        .replace("{{from}}", from)
        .replace("{{to}}", to),
    });
  await clip(1, "0:04", "0:12").waitFor();
  // The playhead is where it was.
  await page.keyboard.press("s");
  await clip(2, "0:06", "0:12").waitFor();
  await page.keyboard.press("Control+z");
  await clip(2, "0:06", "0:12").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await clip(1, "0:00", "0:12").waitFor();
  await page.keyboard.press("Control+Shift+z");
  await clip(1, "0:04", "0:12").waitFor();
  const clips = async () =>
    (await person.client.call(getEdits, { params: { itemId } })).document.clips.map(({ start, end }) => [start, Math.round(end)]);
  await expect.poll(clips, { timeout: 20_000 }).toEqual([[4, 12]]);
  expect(await isMarked()).toBe(true);
}, 120_000);

test("a whiteboard continues with the note that is written on it", async () => {
  const { id: boardId } = await person.client.call(createBoard, {
    body: { title: "Retro", document: { format: 1, elements: [], canvas: { background: "#ffffff", grid: true } } },
  });
  const texts = async (): Promise<string[]> =>
    (await person.client.call(getBoard, { params: { boardId } })).document.elements.flatMap(({ isDeleted, originalText }) =>
      isDeleted ? [] : (originalText ?? []),
    );
  await page.goto(`${stage.server.url}/boards/${boardId}`);
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await page.mouse.click(500, 300);
  const field = page.locator("textarea.excalidraw-wysiwyg");
  await field.waitFor();
  await page.keyboard.type("Half a word");

  await switchTo("ar");
  expect(await field.inputValue()).toBe("Half a word");
  await field.press("End");
  await page.keyboard.type("s");
  await page.keyboard.press("Escape");
  await page.getByText(textIn("ar", "boards", "sync.saved"), { exact: true }).waitFor();
  await expect.poll(texts, { timeout: 20_000 }).toEqual(["Half a words"]);
  expect(await isMarked()).toBe(true);
}, 60_000);
