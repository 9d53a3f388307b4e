import { createClient } from "@stillreel/client";
import { API_BASE, getImage, getShare, getShared, listItems, uploadImage } from "@stillreel/contract";
import type { Locator, Page } from "playwright-core";
import { PNG } from "pngjs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { handFiles } from "./support/hand-files.ts";
import { openAs, openLibrary, toastSays, whenLive } from "./support/library-page.ts";
import { type Person, registerPerson, signInOnPage, uploadPicture } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { setStage } from "./support/stage.ts";

/** Size of the image of {@link uploadPicture}. */
const SIZE = { width: 640, height: 400 };
const COLOUR = [40, 90, 140] as const;
/** Color of a redaction, independent of the pixels below it. */
const REDACTED = [0x17, 0x16, 0x1c, 255];

const stage = setStage();
let person: Person;
let itemId: string;
let page: Page;
let faults: string[];

beforeEach(async () => {
  person = await registerPerson(stage.server.url, "Ada Annotates");
  itemId = await uploadPicture(person, "Renewal form", COLOUR);
  faults = [];
  page = await open();
});
afterEach(async () => {
  await page.context().close();
  if (faults.length > 0) throw new Error(faults.join("\n"));
});

/** Opens another window of the same user, which the server treats as another device. */
async function open(): Promise<Page> {
  const opened = await openAs(stage.browser, stage.server.url, person, { permissions: ["clipboard-read", "clipboard-write"] });
  opened.on("pageerror", (error) => faults.push(error.message));
  return opened;
}

const canvasOf = (on: Page): Locator => on.getByRole("application", { name: "Image, 640 by 400 pixels" });
const layersOf = (on: Page): Locator => on.getByRole("region", { name: "Layers" }).or(on.getByRole("complementary", { name: "Layers" }));
const layer = (on: Page, name: string): Locator => layersOf(on).getByText(name, { exact: true });

/** Opens the editor at its address, and shows the image at 100%. */
async function openEditor(on: Page, id = itemId): Promise<void> {
  await on.goto(`${stage.server.url}/images/${id}/annotate`);
  await canvasOf(on).waitFor();
  await on.getByRole("button", { name: "100%" }).click();
}

/** Presses a tool's key and drags a box whose middle has the given distance from the image's middle, in image pixels. */
async function dragBox(on: Page, key: string, box: { width: number; height: number; dx?: number; dy?: number }): Promise<void> {
  await canvasOf(on).focus();
  await on.keyboard.press(key);
  const area = await canvasOf(on).boundingBox();
  if (!area) throw new Error("The canvas cannot be seen.");
  const [x, y] = [area.x + area.width / 2 + (box.dx ?? 0), area.y + area.height / 2 + (box.dy ?? 0)];
  await on.mouse.move(x - box.width / 2, y - box.height / 2);
  await on.mouse.down();
  await on.mouse.move(x, y, { steps: 5 });
  await on.mouse.move(x + box.width / 2, y + box.height / 2, { steps: 5 });
  await on.mouse.up();
}

const save = async (on: Page): Promise<void> => {
  const saved = on.waitForResponse((response) => response.request().method() === "PUT" && response.url().endsWith("/files/image"));
  await on.getByRole("button", { name: "Save", exact: true }).click();
  expect((await saved).status()).toBe(200);
  await toastSays(on, /^Saved$/u);
};

/** Returns the image of a link, as a visitor without an account gets it. */
async function publicPicture(slug: string): Promise<PNG> {
  const stranger = createClient({ baseUrl: stage.server.url + API_BASE });
  const shared = await stranger.call(getShared, { params: { slug } });
  if (shared.kind !== "item") throw new Error("The link opens no item.");
  return readPng(shared.item.sourceUrl);
}

async function readPng(url: string | null | undefined): Promise<PNG> {
  const answer = await fetch(new URL(url ?? "", stage.server.url));
  return PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
}

/** Returns the pixel at the given distance from an image's middle. */
function pixelAt({ width, height, data }: PNG, dx = 0, dy = 0): number[] {
  const at = ((height / 2 + dy) * width + width / 2 + dx) * 4;
  return [...data.subarray(at, at + 4)];
}

const before = PNG.sync.read(stripedPng(SIZE.width, SIZE.height, COLOUR));
const shareSlug = async (): Promise<string> =>
  (await person.client.call(getShare, { params: { workspaceId: "personal", itemId } })).shareUrl.split("/").at(-1) ?? "";
const itemNow = (id = itemId) => person.client.call(getImage, { params: { workspaceId: "personal", itemId: id } });

test("a redaction is rendered into the picture behind the same link, and stays editable for its owner only", async () => {
  const slug = await shareSlug();
  await page.goto(`${stage.server.url}/images/${itemId}`);
  await page.getByRole("link", { name: "Annotate" }).click();
  await canvasOf(page).waitFor();
  expect(page.url()).toBe(`${stage.server.url}/images/${itemId}/annotate`);
  await page.getByRole("button", { name: "100%" }).click();
  await dragBox(page, "x", { width: 200, height: 80 });
  await layer(page, "Redact").waitFor();
  await page.getByText("Draft saved").first().waitFor();
  await save(page);

  const shown = await publicPicture(slug);
  expect([shown.width, shown.height]).toEqual([SIZE.width, SIZE.height]);
  for (const [dx, dy] of [
    [0, 0],
    [-90, -30],
    [90, 30],
  ] as const)
    expect(pixelAt(shown, dx, dy)).toEqual(REDACTED);
  expect(pixelAt(shown, 150, 0)).toEqual(pixelAt(before, 150, 0));
  const visitor = await (await stage.browser.newContext()).newPage();
  await visitor.goto(`${stage.server.url}/s/${slug}`);
  const picture = visitor.getByRole("img", { name: "Renewal form" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  await visitor.context().close();

  // The owner removes the redaction: the pixels below it still exist.
  await page.reload();
  await layer(page, "Redact").click();
  await canvasOf(page).focus();
  await page.keyboard.press("Delete");
  await layer(page, "Redact").waitFor({ state: "detached" });
  await save(page);
  expect((await publicPicture(slug)).data.equals(before.data)).toBe(true);
});

test("Revert restores the original, and undo restores the annotations", async () => {
  const slug = await shareSlug();
  await openEditor(page);
  await dragBox(page, "x", { width: 120, height: 60 });
  await save(page);
  await page.getByRole("button", { name: "Back to the image" }).click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Revert to original" }).click();
  await toastSays(page, "Reverted to original");
  expect((await publicPicture(slug)).data.equals(before.data)).toBe(true);
  expect(await itemNow()).toMatchObject({ annotated: false, markers: null, originalImage: null });
  await page.keyboard.press("Control+z");
  await toastSays(page, "Annotations restored");
  expect(pixelAt(await publicPicture(slug))).toEqual(REDACTED);
  const { originalImage, markers } = await itemNow();
  expect((markers as { shapes: { type: string }[] }).shapes.map(({ type }) => type)).toEqual(["redact"]);
  expect((await readPng(originalImage)).data.equals(before.data)).toBe(true);
});

test("two users who annotate at the same time both save their pictures", async () => {
  const other = await open();
  const isLive = whenLive(other);
  await Promise.all([openEditor(page), openEditor(other)]);
  await isLive;
  await dragBox(page, "x", { width: 60, height: 60, dx: -150 });
  await dragBox(other, "x", { width: 60, height: 60, dx: 150 });
  await save(page);
  await other.getByText("This image was just changed somewhere else.").waitFor();
  await other.getByRole("button", { name: "Keep editing" }).click();

  await other.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = other.getByRole("dialog", { name: "This image has been changed" });
  await dialog.getByRole("button", { name: /Keep both/u }).click();
  await toastSays(other, "Saved as a new image");
  await other.getByRole("button", { name: "Rename Renewal form (copy)" }).waitFor();
  const { items } = await person.client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } });
  expect(items.map(({ title }) => title).toSorted()).toEqual(["Renewal form", "Renewal form (copy)"]);
  const copy = await itemNow(items.find(({ title }) => title.endsWith("(copy)"))?.id);
  const [first, second] = await Promise.all([readPng((await itemNow()).sourceUrl), readPng(copy.sourceUrl)]);
  expect([pixelAt(first, -150), pixelAt(first, 150)]).toEqual([REDACTED, pixelAt(before, 150)]);
  expect([pixelAt(second, -150), pixelAt(second, 150)]).toEqual([pixelAt(before, -150), REDACTED]);
  expect((await readPng(copy.originalImage)).data.equals(before.data)).toBe(true);
  await other.context().close();
});

test("the other version can be taken, and undo restores the own drawing", async () => {
  const other = await open();
  await Promise.all([openEditor(page), openEditor(other)]);
  await dragBox(page, "r", { width: 60, height: 60, dx: -150 });
  await dragBox(other, "o", { width: 60, height: 60, dx: 150 });
  await save(page);
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await other
    .getByRole("dialog")
    .getByRole("button", { name: /Use the other version/u })
    .click();
  await layer(other, "Rectangle").waitFor();
  expect(await layer(other, "Ellipse").count()).toBe(0);
  await canvasOf(other).focus();
  await other.keyboard.press("Control+z");
  await layer(other, "Ellipse").waitFor();
  // Saved against the version that it replaces now, it is no conflict any more.
  await save(other);
  expect(((await itemNow()).markers as { shapes: { type: string }[] }).shapes.map(({ type }) => type)).toEqual(["ellipse"]);
  await other.context().close();
});

test("a drawing survives a closed tab; it can be discarded, with Undo", async () => {
  await openEditor(page);
  await dragBox(page, "r", { width: 160, height: 90 });
  await page.getByText("Draft saved").first().waitFor();
  await page.close();
  page = await page.context().newPage();
  await page.goto(`${stage.server.url}/images/${itemId}`);
  await page.getByText(/^Unsaved changes from /u).waitFor();
  await page.getByRole("link", { name: "Continue editing" }).click();
  await page.getByText(/^Draft from .+ restored/u).waitFor();
  await layer(page, "Rectangle").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await layer(page, "Rectangle").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await layer(page, "Rectangle").waitFor();
  await page.getByText("Draft saved").first().waitFor();
  await save(page);
  await page.getByRole("button", { name: "Back to the image" }).click();
  await page.getByRole("link", { name: "Annotate" }).waitFor();
  expect(await page.getByText(/^Unsaved changes from /u).count()).toBe(0);
  expect((await itemNow()).annotated).toBe(true);
});

test("a sign-out deletes all drawings in the browser", async () => {
  await openEditor(page);
  await dragBox(page, "r", { width: 160, height: 90 });
  await page.getByText("Draft saved").first().waitFor();
  await page.goto(`${stage.server.url}/images`);
  await page.getByRole("button", { name: new RegExp(person.email, "u") }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await signInOnPage(page, stage.server.url, person.email, person.password);
  await page.getByRole("heading", { name: "My images" }).waitFor();
  await page.goto(`${stage.server.url}/images/${itemId}/annotate`);
  await canvasOf(page).waitFor();
  expect(await layer(page, "Rectangle").count()).toBe(0);
  expect(await page.getByText(/^Draft from /u).count()).toBe(0);
});

test("a save without a network stores the draft with a message, and is sent when the network is back", async () => {
  await openEditor(page);
  await dragBox(page, "x", { width: 100, height: 50 });
  await page.getByText("Draft saved").first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("We can't reach the server. Your draft is saved on this device.").waitFor();
  expect((await itemNow()).annotated).toBe(false);
  await page.context().setOffline(false);
  await toastSays(page, /^Saved$/u);
  expect(pixelAt(await readPng((await itemNow()).sourceUrl))).toEqual(REDACTED);
});

test("by keyboard alone: open, draw, move, save, and go back", async () => {
  await page.goto(`${stage.server.url}/images/${itemId}`);
  await page.getByRole("link", { name: "Annotate" }).waitFor();
  await page.keyboard.press("e");
  await canvasOf(page).waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("Enter");
  await layer(page, "Redact").waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.url().endsWith("/files/image"));
  await page.keyboard.press("Control+s");
  expect((await saved).status()).toBe(200);
  await toastSays(page, /^Saved$/u);
  expect(pixelAt(await readPng((await itemNow()).sourceUrl))).toEqual(REDACTED);
  const back = page.getByRole("button", { name: "Back to the image" });
  for (let press = 0; press < 40 && !(await back.evaluate((node) => node === document.activeElement)); press += 1) {
    await page.keyboard.press("Shift+Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(`${stage.server.url}/images/${itemId}`);
  await page.getByRole("link", { name: "Annotate" }).waitFor();
});

test("deleting the original leaves only the visible image", async () => {
  await openEditor(page);
  await dragBox(page, "x", { width: 100, height: 50 });
  await page.getByRole("checkbox", { name: "Keep original, only me" }).uncheck();
  await page.getByText("Without the original, saving can't be undone.").waitFor();
  await save(page);
  await page.waitForURL(`${stage.server.url}/images/${itemId}`);
  expect(await itemNow()).toMatchObject({ annotated: false, markers: null, originalImage: null });
  expect(pixelAt(await readPng((await itemNow()).sourceUrl))).toEqual(REDACTED);
});

test("a pasted picture is annotated from the toast, copied and downloaded with its annotations", async () => {
  await openLibrary(page, `${stage.server.url}/images`);
  await handFiles(page, "paste", [{ name: "Pasted.png", bytes: stripedPng(640, 400, [120, 40, 90]), type: "image/png" }]);
  await page.locator("[role=status]").getByRole("button", { name: "Annotate" }).click();
  await canvasOf(page).waitFor();
  await page.getByRole("button", { name: "100%" }).click();
  await dragBox(page, "x", { width: 100, height: 50 });
  await canvasOf(page).focus();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Copy/u }).click();
  await toastSays(page, "Image copied");
  const copied = await page.evaluate(async () => {
    const [entry] = await navigator.clipboard.read();
    const bytes = new Uint8Array(await ((await entry?.getType("image/png")) ?? new Blob()).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  expect(pixelAt(PNG.sync.read(Buffer.from(copied, "base64")))).toEqual(REDACTED);

  for (const [name, ending, start] of [
    ["PDF, one page", ".pdf", "%PDF-"],
    ["PNG", ".png", "\u0089PNG"],
  ] as const) {
    await page.getByRole("button", { name: "Download" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name, exact: true }).click()]);
    expect(download.suggestedFilename()).toBe(`Pasted${ending}`);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).subarray(0, start.length).toString("latin1")).toBe(start);
  }
});

test("sensitive data of the captured page is found and redacted; Share saves and opens the sharing options", async () => {
  const form = new FormData();
  form.set("title", "Account page");
  form.set("capture", JSON.stringify({ kind: "visible", sensitive: [{ kind: "email", x: 300, y: 180, width: 60, height: 40 }] }));
  form.set("file", new Blob([new Uint8Array(stripedPng(SIZE.width, SIZE.height, COLOUR))], { type: "image/png" }), "account.png");
  const { id } = await person.client.call(uploadImage, { params: { workspaceId: "personal" }, body: form });
  await openEditor(page, id);
  await page.getByRole("button", { name: "Find sensitive" }).click();
  await page.getByRole("button", { name: /^Redact 1/u }).click();
  await layer(page, "Redact").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Create link" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/images/${id}`);
  expect(page.context().pages()).toHaveLength(1);
  expect((await person.client.call(getImage, { params: { workspaceId: "personal", itemId: id } })).shareUrl).toBeNull();
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("button", { name: "Copy link" }).first().click();
  await toastSays(page, "Link copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${stage.server.url}/s/[\\w-]{22,}$`, "u"));
  const shown = await publicPicture(link.split("/").at(-1) ?? "");
  expect([pixelAt(shown, 5, 5), pixelAt(shown, 60, 5)]).toEqual([REDACTED, pixelAt(before, 60, 5)]);
});

test("before an animated picture is annotated, a message says that only its first frame remains", async () => {
  // Two frames of one pixel.
  const [head, frame] = ["47494638396101000100800000000000ffffff", "21f904000a0000002c00000000010001000002024c0100"];
  const gif = Buffer.from(`${head}${frame}${frame}3b`, "hex");
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(gif)], { type: "image/gif" }), "moves.gif");
  const { id } = await person.client.call(uploadImage, { params: { workspaceId: "personal" }, body: form });
  await page.goto(`${stage.server.url}/images/${id}/annotate`);
  await page.getByText("This is an animated image. Saving keeps only the first frame.").waitFor();
});
