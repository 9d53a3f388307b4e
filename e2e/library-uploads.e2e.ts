import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { deleteFolder, listItems } from "@stillreel/contract";
import type { Page, Request, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dropPaths, uploadRow } from "./support/hand-files.ts";
import { chooseLanguage } from "./support/language.ts";
import { foldersOf, itemLink, makeFolder, openAs, openLibrary, shownTitles, titlesOf, untilTitles } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { hashOf, noisyPng, stripedPng } from "./support/pictures.ts";
import { setStage } from "./support/stage.ts";

const stage = setStage();
let disk: string;
/** A file of about 20 MB, which is uploaded in three requests. */
let large: { path: string; bytes: Buffer };
let person: Person;
let page: Page;

beforeAll(async () => {
  disk = await mkdtemp(path.join(os.tmpdir(), "stillreel-e2e-files-"));
  large = { path: path.join(disk, "Harbour at night.png"), bytes: noisyPng(2_700, 2_500) };
  await writeFile(large.path, large.bytes);
});
afterAll(async () => {
  if (disk) await rm(disk, { recursive: true, force: true });
});
beforeEach(async () => {
  person = await registerPerson(stage.server.url, "Ulf Uploader");
  page = await openAs(stage.browser, stage.server.url, person);
});
afterEach(() => page?.context().close());

/** Chooses files as the New menu's picker does. */
async function choose(files: string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("u")]);
  await chooser.setFiles(files);
}

interface Gate {
  /** Offset of each upload request, in bytes. */
  offsets: number[];
  /** Returns the number of requests that are paused now. */
  held(): number;
  /** Lets all requests pass from now on, including paused ones. */
  open(): Promise<void>;
  /** Lets all requests pass from now on. Paused ones fail as if the network had failed. */
  lose(): Promise<void>;
}

/** Lets the first request of an upload pass and pauses those that follow. */
async function gate(): Promise<Gate> {
  const waiting: Route[] = [];
  const offsets: number[] = [];
  let isOpen = false;
  const offsetOf = (request: Request): number => Number(request.headers()["upload-offset"]);
  page.on("request", (request) => request.method() === "PATCH" && offsets.push(offsetOf(request)));
  await page.route("**/uploads/*", async (route) => {
    if (isOpen || route.request().method() !== "PATCH" || offsetOf(route.request()) === 0) await route.continue();
    else waiting.push(route);
  });
  const end = async (passOn: (route: Route) => Promise<void>): Promise<void> => {
    isOpen = true;
    for (const route of waiting.splice(0)) await passOn(route);
    // The browser's real network from now on: intercepted requests are not affected by offline mode.
    await page.unroute("**/uploads/*");
  };
  return {
    offsets,
    held: () => waiting.length,
    // A request that was aborted meanwhile cannot continue.
    open: () => end((route) => route.continue().catch(() => {})),
    lose: () => end((route) => route.abort("internetdisconnected")),
  };
}

async function itemCalled(title: string) {
  const { items } = await person.client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } });
  return items.find((item) => item.title === title);
}

/** Returns the SHA-256 of the bytes that the server returns for an item. */
async function storedHash(title: string): Promise<string> {
  const answer = await page.request.get(`${stage.server.url}/api/v1/items/${(await itemCalled(title))?.id}/download`);
  return hashOf(await answer.body());
}

test("a dropped folder becomes folders, and files with the same name are all stored", async () => {
  const tree = path.join(disk, "Trip");
  await mkdir(path.join(tree, "Day 1", "Morning"), { recursive: true });
  await mkdir(path.join(tree, "Day 2"));
  const file = (...where: string[]): Promise<void> =>
    writeFile(path.join(tree, ...where), stripedPng(80, 60, [where.length * 40, 90, where.join("").length * 6]));
  await Promise.all([file("Map.png"), file("Day 1", "Map.png"), file("Day 1", "Morning", "Sunrise.png"), file("Day 2", "Ferry.png")]);
  await writeFile(path.join(tree, ".DS_Store"), "left behind by a system");
  await openLibrary(page, `${stage.server.url}/images`);
  await dropPaths(page, [tree]);
  await page.getByRole("complementary", { name: "Uploads" }).getByText("4 files uploaded").waitFor();
  const folders = await foldersOf(person);
  const idOf = (name: string): string => folders.get(name)?.id ?? "";
  expect([...folders.values()].map(({ name, parentId }) => [name, parentId]).toSorted()).toEqual(
    [
      ["Trip", null],
      ["Day 1", idOf("Trip")],
      ["Day 2", idOf("Trip")],
      ["Morning", idOf("Day 1")],
    ].toSorted(),
  );
  expect(await titlesOf(person, { folderId: idOf("Trip") })).toEqual(["Map"]);
  expect(await titlesOf(person, { folderId: idOf("Day 1") })).toEqual(["Map"]);
  expect(await titlesOf(person, { folderId: idOf("Morning") })).toEqual(["Sunrise"]);

  await choose([path.join(tree, "Map.png")]);
  await untilTitles(person, "root", ["Map"]);
  await choose([path.join(tree, "Map.png")]);
  await untilTitles(person, "root", ["Map", "Map"]);
  await expect.poll(() => shownTitles(page)).toEqual(["Map", "Map"]);
});

test("an upload is paused and continues at its offset, and another is cancelled and leaves no data", async () => {
  const pieces = await gate();
  await openLibrary(page, `${stage.server.url}/images`);
  await choose([large.path]);
  const row = uploadRow(page, "Harbour at night.png");
  await expect.poll(pieces.held).toBe(1);
  await row.getByRole("button", { name: "Pause Harbour at night.png" }).click();
  await row.getByText("Paused").waitFor();
  await pieces.open();
  await row.getByRole("button", { name: "Resume Harbour at night.png" }).click();
  await row.getByText("in My images").waitFor({ timeout: 30_000 });
  expect(pieces.offsets.filter((offset) => offset === 0)).toHaveLength(1);
  await untilTitles(person, "root", ["Harbour at night"]);
  expect(await storedHash("Harbour at night")).toBe(hashOf(large.bytes));

  const again = await gate();
  await choose([large.path]);
  await expect.poll(again.held).toBe(1);
  const ended = page.waitForResponse((response) => response.request().method() === "DELETE" && response.url().includes("/uploads/"));
  await row.getByRole("button", { name: "Cancel Harbour at night.png" }).click();
  expect((await ended).status()).toBe(204);
  await expect.poll(() => row.count()).toBe(0);
  expect(await titlesOf(person)).toEqual(["Harbour at night"]);
});

test("an upload continues at its offset while the language is switched", async () => {
  const pieces = await gate();
  await openLibrary(page, `${stage.server.url}/images`);
  await choose([large.path]);
  await expect.poll(pieces.held).toBe(1);
  await chooseLanguage(page, stage.server.url, "de");
  await page.getByRole("heading", { name: "Meine Bilder", level: 1 }).waitFor();
  expect(pieces.held()).toBe(1);
  await pieces.open();
  await uploadRow(page, "Harbour at night.png").getByText("in „Meine Bilder“").waitFor({ timeout: 30_000 });
  expect(pieces.offsets.filter((offset) => offset === 0)).toHaveLength(1);
  await untilTitles(person, "root", ["Harbour at night"]);
  expect(await storedHash("Harbour at night")).toBe(hashOf(large.bytes));
});

test("an upload survives a lost network", async () => {
  const pieces = await gate();
  await openLibrary(page, `${stage.server.url}/images`);
  await choose([large.path]);
  await expect.poll(pieces.held).toBe(1);
  let lost = 0;
  page.on("requestfailed", (request) => (lost += request.url().includes("/uploads/") ? 1 : 0));
  await page.context().setOffline(true);
  await pieces.lose();
  // The request in flight, and one retry.
  await expect.poll(() => lost).toBeGreaterThan(1);
  expect((await itemCalled("Harbour at night"))?.stage).toBe("uploading");
  await page.context().setOffline(false);
  await uploadRow(page, "Harbour at night.png").getByText("in My images").waitFor({ timeout: 60_000 });
  expect(pieces.offsets.filter((offset) => offset === 0)).toHaveLength(1);
  expect(await storedHash("Harbour at night")).toBe(hashOf(large.bytes));
});

test("leaving during an upload warns; after a reload it continues with the same file at its offset", async () => {
  const pieces = await gate();
  await openLibrary(page, `${stage.server.url}/images`);
  await choose([large.path]);
  await expect.poll(pieces.held).toBe(1);
  const reload = async (answer: "accept" | "dismiss"): Promise<void> => {
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => void setTimeout(() => location.reload(), 0));
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog[answer]();
  };
  await reload("dismiss");
  await uploadRow(page, "Harbour at night.png").getByRole("button", { name: "Pause Harbour at night.png" }).waitFor();
  const loaded = page.waitForEvent("load");
  await reload("accept");
  await loaded;

  const row = uploadRow(page, "Harbour at night.png");
  await row.getByText("Choose the file again to resume").waitFor();
  await pieces.open();
  const before = pieces.offsets.length;
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    row.getByRole("button", { name: "Choose Harbour at night.png again" }).click(),
  ]);
  await chooser.setFiles([large.path]);
  await row.getByText("in My images").waitFor({ timeout: 30_000 });
  expect(pieces.offsets.slice(before)[0]).toBeGreaterThan(0);
  expect(await titlesOf(person)).toEqual(["Harbour at night"]);
  expect(await storedHash("Harbour at night")).toBe(hashOf(large.bytes));
});

test("a file survives the deletion of its target folder during the upload", async () => {
  const folderId = await makeFolder(person, "Short-lived");
  const pieces = await gate();
  await openLibrary(page, `${stage.server.url}/images?folder=${folderId}`);
  await choose([large.path]);
  await expect.poll(pieces.held).toBe(1);
  await person.client.call(deleteFolder, { params: { workspaceId: "personal", folderId }, query: {} });
  await pieces.open();
  await untilTitles(person, "root", ["Harbour at night"]);
  await uploadRow(page, "Harbour at night.png")
    .getByText("Its folder no longer exists, so it is in My images")
    .waitFor({ timeout: 30_000 });
  await page.goto(`${stage.server.url}/images`);
  await itemLink(page, "Harbour at night").waitFor();
});
