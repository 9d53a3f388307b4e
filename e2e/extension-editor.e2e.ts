import { readFile } from "node:fs/promises";
import { EXTENSION_ID } from "../apps/extension/src/shared/core/identity.ts";
import { getShared, listItems, replaceImage, updatePreferences } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { captureIntoEditor, differentOutside, draw, storedCaptures, othersIn, pixelsOf } from "./support/editor-page.ts";
import { type ExtensionWorld, startExtensionWorld } from "./support/extension-world.ts";
import { type FormSite, startFormSite } from "./support/form-site.ts";
import { type HoldingProxy, startHoldingProxy } from "./support/holding-proxy.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

const REDACTED = "#17161c";

let server: RunningServer;
/** The extension uses this address for the server, so that a test can delay responses. */
let proxy: HoldingProxy;
let site: FormSite;
let world: ExtensionWorld;
let person: Person;

beforeAll(async () => {
  [server, site] = await Promise.all([startStoryServer({}), startFormSite()]);
  proxy = await startHoldingProxy(server.url);
  world = await startExtensionWorld(proxy.url);
  person = await registerPerson(server.url, "Edda Still");
});
afterAll(async () => {
  await Promise.all([world?.close(), site?.stop(), proxy?.stop()]);
  await server?.stop();
});

async function openSite(): Promise<Page> {
  const page = await world.context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site.url);
  return page;
}

async function signOut(): Promise<void> {
  await world.context.clearCookies();
}

/** Waits until the only stored capture has the given state. */
async function untilStored(editor: Page, id: string, state: string): Promise<void> {
  await expect
    .poll(async () => (await storedCaptures(editor)).find((capture) => capture.id === id)?.upload.state, { timeout: 15_000 })
    .toBe(state);
}

const idOf = (editor: Page): string => new URL(editor.url()).searchParams.get("capture") ?? "";
const captureOf = async (editor: Page) => {
  const found = (await storedCaptures(editor)).find(({ id }) => id === idOf(editor));
  if (!found) throw new Error("The capture is not kept.");
  return found;
};

async function basePixels(editor: Page) {
  const base64 = await editor.evaluate(
    (id) =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("captures");
        opening.addEventListener("success", () => {
          const asked = opening.result.transaction("pictures").objectStore("pictures").get(`${id}/base`);
          asked.addEventListener("success", () => {
            const reader = new FileReader();
            reader.addEventListener("load", () => resolve(String(reader.result).split(",")[1] ?? ""));
            reader.readAsDataURL(asked.result as Blob);
          });
        });
      }),
    idOf(editor),
  );
  return pixelsOf(Buffer.from(base64, "base64"));
}

async function publicPixels(link: string) {
  const slug = link.split("/").at(-1) as string;
  const shared = await person.client.call(getShared, { params: { slug } });
  if (shared.kind !== "item") throw new Error("The link opens no item.");
  const answer = await fetch(new URL(shared.item.sourceUrl as string, server.url));
  expect(answer.status).toBe(200);
  return pixelsOf(Buffer.from(await answer.arrayBuffer()));
}

async function imagesOf(owner: Person): Promise<string[]> {
  const { items } = await owner.client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } });
  return items.map(({ title }) => title);
}

/** Opens a page of the extension without side effects, to read its storage. */
async function ownPage(): Promise<Page> {
  const page = await world.context.newPage();
  await page.goto(`chrome-extension://${EXTENSION_ID}/options.html`);
  return page;
}

/** Changes in the account what follows a capture. The extension reads it when its popup opens. */
async function prefer(afterCapture: "editor" | "link", tab: Page): Promise<void> {
  await person.client.call(updatePreferences, { body: { afterCapture } });
  const popup = await world.openPopup(tab);
  await popup.waitForText("Visible area");
  await expect
    .poll(() => tab.evaluate(async () => JSON.stringify(await chrome.storage.local.get("preferences"))))
    .toContain(`"afterCapture":"${afterCapture}"`);
  await popup.close();
}

async function stopWorkers(): Promise<void> {
  const page = await ownPage();
  const cdp = await world.context.newCDPSession(page);
  await cdp.send("ServiceWorker.enable");
  await cdp.send("ServiceWorker.stopAllWorkers");
  await page.close();
}

/** Returns the bytes of the last saved file, once it is complete. */
async function newestDownload(tab: Page): Promise<Buffer> {
  const newest = () =>
    tab.evaluate(async () => {
      const [found] = await chrome.downloads.search({ orderBy: ["-startTime"], limit: 1 });
      return found?.state === "complete" ? found.filename : "";
    });
  await expect.poll(newest, { timeout: 15_000 }).not.toBe("");
  const bytes = await readFile(await newest());
  await tab.evaluate(() => chrome.downloads.erase({}));
  return bytes;
}

async function saveAs(editor: Page, format: string): Promise<Buffer> {
  await editor.getByRole("button", { name: "Download", exact: true }).click();
  await editor.getByRole("menuitem", { name: format, exact: true }).click();
  return newestDownload(editor);
}

test("signed out: a capture is annotated, copied and saved as a file, and its redaction is in the pixels", async () => {
  const page = await openSite();
  const editor = await captureIntoEditor(world, page);
  await draw(editor, "x", [200, 160], [420, 260]);
  await expect.poll(async () => (await captureOf(editor)).document?.shapes.length).toBe(1);
  const capture = await captureOf(editor);
  const box = capture.document?.shapes[0];
  if (box?.type !== "redact") throw new Error(`Not a redaction: ${JSON.stringify(box)}`);

  const base = await basePixels(editor);
  const saved = pixelsOf(await saveAs(editor, "PNG"));
  expect([saved.width, saved.height]).toEqual([capture.width, capture.height]);
  expect(othersIn(saved, box, REDACTED)).toBe(0);
  expect(differentOutside(saved, base, [box])).toBe(0);

  const pdf = await saveAs(editor, "PDF, one page");
  expect(pdf.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  expect(pdf.subarray(-6).toString("latin1")).toContain("%%EOF");

  await editor.getByRole("button", { name: "Copy", exact: true }).click();
  await editor.getByText("Image copied").waitFor();
  const types = await editor.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  expect(types).toContain("image/png");

  await editor.reload();
  await editor.getByRole("application").waitFor();
  expect((await captureOf(editor)).document?.shapes).toHaveLength(1);
  await Promise.all([editor.close(), page.close()]);
});

test("by preference a capture is copied, or saved as a file, without the editor", async () => {
  const page = await openSite();
  const tab = await ownPage();
  const editors = (): Page[] => world.context.pages().filter((each) => each.url().includes("/editor.html"));
  const before = editors();
  const prefer = (preferences: object) => tab.evaluate((chosen) => chrome.storage.local.set({ preferences: chosen }), preferences);
  onTestFinished(() => prefer({ afterCapture: "editor" }).then(() => tab.close()));
  await prefer({ afterCapture: "copy" });
  await tab.evaluate(() => navigator.clipboard.writeText("nothing yet"));
  const popup = await world.openPopup(page);
  await popup.click("Visible area");
  await popup.waitForText("Image copied");
  await popup.close();
  await tab.bringToFront();
  // The offscreen page cannot know when the browser process has received the picture.
  const kinds = () => tab.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types));
  await expect.poll(kinds, { timeout: 20_000 }).toContain("image/png");

  await prefer({ afterCapture: "download", downloadFormat: "jpg" });
  const again = await world.openPopup(page);
  await again.click("Visible area");
  const saved = await newestDownload(tab);
  expect(saved.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  await again.close();
  expect(editors()).toEqual(before);
  await page.close();
});

test("a link shows the redacted pixels only, also after the drawing has changed", async () => {
  await signIn(world.context, proxy.url, person);
  const page = await openSite();
  const editor = await captureIntoEditor(world, page);
  await draw(editor, "x", [200, 160], [420, 260]);
  await expect.poll(async () => (await captureOf(editor)).document?.shapes.length).toBe(1);
  await editor.getByRole("button", { name: "Copy link" }).click();
  await editor.getByText("Link copied").waitFor();
  const link = await editor.evaluate(() => navigator.clipboard.readText());
  const box = (await captureOf(editor)).document?.shapes[0];
  if (!box) throw new Error("Nothing was drawn.");
  const base = await basePixels(editor);
  const first = await publicPixels(link);
  expect(othersIn(first, box, REDACTED)).toBe(0);
  expect(differentOutside(first, base, [box])).toBe(0);

  await draw(editor, "x", [500, 300], [640, 380]);
  await expect.poll(async () => (await captureOf(editor)).document?.shapes.length).toBe(2);
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await editor.getByText("Saved", { exact: true }).first().waitFor();
  await untilStored(editor, idOf(editor), "done");
  const boxes = (await captureOf(editor)).document?.shapes ?? [];
  const second = await publicPixels(link);
  for (const each of boxes) expect(othersIn(second, each, REDACTED)).toBe(0);
  expect(await imagesOf(person)).toHaveLength(1);
  await Promise.all([editor.close(), page.close()]);
});

test("Share saves the capture and opens the sharing options in the same tab, without a link", async () => {
  await signIn(world.context, proxy.url, person);
  const page = await openSite();
  const editor = await captureIntoEditor(world, page);
  const tabs = world.context.pages().length;
  await editor.getByRole("button", { name: "Share", exact: true }).click();
  await editor.getByRole("button", { name: "Create link" }).waitFor();
  expect(new URL(editor.url()).pathname).toMatch(/^\/images\//u);
  expect(world.context.pages()).toHaveLength(tabs);
  await Promise.all([editor.close(), page.close()]);
});

test("another user's change is not overwritten without confirmation: both versions can be saved", async () => {
  await signIn(world.context, proxy.url, person);
  const page = await openSite();
  const editor = await captureIntoEditor(world, page);
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await untilStored(editor, idOf(editor), "done");
  const { item } = await captureOf(editor);
  const form = new FormData();
  form.append("refName", item?.refName ?? "");
  form.append("blob", new Blob([new Uint8Array(stripedPng(40, 30, [200, 40, 40]))], { type: "image/png" }), "theirs.png");
  await person.client.call(replaceImage, { params: { workspaceId: "personal" }, body: form });
  const before = await imagesOf(person);

  await draw(editor, "r", [200, 160], [420, 260]);
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await editor.getByRole("heading", { name: "This image has been changed" }).waitFor();
  expect(await imagesOf(person)).toEqual(before);
  await editor.getByRole("button", { name: /^Keep both/u }).click();
  await untilStored(editor, idOf(editor), "done");
  const after = await imagesOf(person);
  expect(after).toHaveLength(before.length + 1);
  expect(after).toContain("Billing details (copy)");
  await Promise.all([editor.close(), page.close()]);
});

test("on a full disk a capture opens in its tab with a message, and can be saved as a file", async () => {
  const page = await openSite();
  const worker = world.context.serviceWorkers()[0] ?? (await world.context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function full() {
      IDBObjectStore.prototype.put = put;
      throw new DOMException("No room.", "QuotaExceededError");
    };
  });
  const editor = await captureIntoEditor(world, page);
  await editor.getByText("There is no space left on this device").waitFor();
  expect((await storedCaptures(editor)).some(({ id }) => id === idOf(editor))).toBe(false);
  const file = pixelsOf(await saveAs(editor, "PNG"));
  expect(file.width).toBe(1440);
  // With free quota, saving stores it like any other capture.
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await untilStored(editor, idOf(editor), "done");
  await Promise.all([editor.close(), page.close()]);
});

test("sensitive data in a page is found and redacted", async () => {
  await signIn(world.context, proxy.url, person);
  const page = await openSite();
  const editor = await captureIntoEditor(world, page);
  const found = (await captureOf(editor)).record.sensitive ?? [];
  expect(found.map(({ kind }) => kind).toSorted()).toEqual([
    "card",
    "email",
    "email",
    "email",
    "email",
    "iban",
    "key",
    "password",
    "phone",
  ]);
  await editor.getByRole("button", { name: "Find sensitive" }).click();
  await editor.getByRole("button", { name: `Redact ${found.length}` }).click();
  await expect.poll(async () => (await captureOf(editor)).document?.shapes.length).toBe(found.length);
  await editor.getByRole("button", { name: "Copy link" }).click();
  await editor.getByText("Link copied").waitFor();
  const shown = await publicPixels(await editor.evaluate(() => navigator.clipboard.readText()));
  for (const box of found) expect(othersIn(shown, box, REDACTED)).toBe(0);
  // The fixture draws each secret in a distinct color that nothing else uses.
  expect(site.secretPixels(await basePixels(editor))).toBeGreaterThan(500);
  expect(site.secretPixels(shown)).toBe(0);
  await Promise.all([editor.close(), page.close()]);
});

test("a capture that is saved offline is sent once when the server is back", async () => {
  await signIn(world.context, proxy.url, person);
  const before = (await imagesOf(person)).length;
  const page = await openSite();
  const editor = await captureIntoEditor(world, page);
  const title = editor.getByRole("textbox", { name: "Title of the capture" });
  await title.fill("Sent later");
  await title.press("Enter");
  await server.pause();
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await editor.getByText("Waiting for the server. It will be sent automatically.").waitFor();
  const id = idOf(editor);
  await editor.close();

  await stopWorkers();
  await server.resume();
  const popup = await world.openPopup(page);
  await popup.click("Try again");
  await popup.close();
  const tab = await ownPage();
  await untilStored(tab, id, "done");
  await tab.close();
  const titles = await imagesOf(person);
  expect(titles.filter((each) => each === "Sent later")).toHaveLength(1);
  expect(titles).toHaveLength(before + 1);
  await page.close();
});

test("a worker that dies during an upload creates no second item", async () => {
  await signIn(world.context, proxy.url, person);
  const before = (await imagesOf(person)).length;
  const page = await openSite();
  const tab = await ownPage();
  await prefer("link", tab);
  proxy.hold("POST", /\/files\/image$/u);
  const popup = await world.openPopup(page);
  await popup.waitForText("Visible area");
  const held = proxy.held();
  await popup.click("Visible area");
  await held;
  await popup.close();
  await stopWorkers();
  proxy.release();

  // The next wake-up of the worker continues the work of the terminated one.
  const again = await world.openPopup(page);
  await again.click("Try again");
  await again.close();
  await expect
    .poll(async () => (await storedCaptures(tab)).every(({ upload }) => upload.state === "done" || upload.state === "none"))
    .toBe(true);
  expect(await imagesOf(person)).toHaveLength(before + 1);
  await tab.close();
  await page.close();
});

test("a user's unsent captures are neither sent nor shown by the next user", async () => {
  await signIn(world.context, proxy.url, person);
  const page = await openSite();
  const tab = await ownPage();
  await prefer("editor", tab);
  const editor = await captureIntoEditor(world, page);
  const title = editor.getByRole("textbox", { name: "Title of the capture" });
  await title.fill("Of Edda alone");
  await title.press("Enter");
  proxy.cut();
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await editor.getByText("Waiting for the server. It will be sent automatically.").waitFor();
  const id = idOf(editor);
  const address = editor.url();
  await editor.close();
  proxy.release();

  await signOut();
  const other = await registerPerson(server.url, "Other Person");
  await signIn(world.context, proxy.url, other);
  await tab.goto(address);
  await tab.getByRole("heading", { name: "This capture isn't here" }).waitFor();
  await tab.evaluate(() => chrome.runtime.sendMessage({ to: "background", name: "capture.retry", request: {} }));
  expect(await imagesOf(other)).toEqual([]);

  await signOut();
  await signIn(world.context, proxy.url, person);
  await tab.evaluate(() => chrome.runtime.sendMessage({ to: "background", name: "capture.retry", request: {} }));
  await untilStored(tab, id, "done");
  expect(await imagesOf(person)).toContain("Of Edda alone");
  await tab.close();
  await page.close();
});
