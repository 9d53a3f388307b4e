import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createComment, listComments, listItems, trashItems } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderLink, foldersOf, itemLink, makeFolder, openAs, openLibrary, titlesOf, untilTitles } from "./support/library-page.ts";
import { registerPerson, uploadPicture } from "./support/people.ts";
import { hashOf, stripedPng } from "./support/pictures.ts";
import { setStage } from "./support/stage.ts";
import { readZip } from "./support/zip.ts";

const stage = setStage();
let disk: string;

beforeAll(async () => {
  disk = await mkdtemp(path.join(os.tmpdir(), "stillreel-e2e-zip-"));
});
afterAll(async () => {
  if (disk) await rm(disk, { recursive: true, force: true });
});

/** Chooses a zip or a folder on the page "Your data". */
async function bring(page: Page, button: "Choose a zip" | "Choose a folder", file: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByRole("button", { name: button }).click()]);
  await chooser.setFiles(file);
}

test("an account is exported as a zip and imported into another, with folders, titles and comments", async () => {
  const [owner, successor] = [await registerPerson(stage.server.url, "Tessa Taker"), await registerPerson(stage.server.url, "Hugo Heir")];
  const harbour = await makeFolder(owner, "Harbour");
  const night = await makeFolder(owner, "At night", harbour);
  const first = await uploadPicture(owner, "Lighthouse / red", [200, 40, 40], { folderId: night });
  await uploadPicture(owner, "Pier", [40, 200, 40]);
  const thrown = await uploadPicture(owner, "Thrown away", [40, 40, 200]);
  await owner.client.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: [thrown] } as never });
  await owner.client.call(createComment, { params: { itemId: first }, query: {}, body: { text: "The lamp is out." } });

  const page = await openAs(stage.browser, stage.server.url, owner);
  const zip = path.join(disk, "take-out.zip");
  await page.goto(`${stage.server.url}/account/data`);
  await page.getByRole("button", { name: "Start export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click({ timeout: 45_000 }),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/u);
  await download.saveAs(zip);
  await page.context().close();
  const files = readZip(await readFile(zip));
  expect([...files.keys()]).toContain("stillreel.json");
  const hashes = [...files.values()].map(hashOf);
  for (const colour of [
    [200, 40, 40],
    [40, 200, 40],
    [40, 40, 200],
  ] as const)
    expect(hashes).toContain(hashOf(stripedPng(640, 400, colour)));

  const theirs = await openAs(stage.browser, stage.server.url, successor);
  await theirs.goto(`${stage.server.url}/account/data`);
  await bring(theirs, "Choose a zip", zip);
  await theirs.getByRole("list", { name: "Imports" }).getByText("3 items imported").waitFor({ timeout: 45_000 });
  const folders = await foldersOf(successor);
  expect(folders.get("At night")).toMatchObject({ parentId: folders.get("Harbour")?.id, kind: "image" });
  await untilTitles(successor, folders.get("At night")?.id ?? "", ["Lighthouse / red"]);
  expect(await titlesOf(successor)).toEqual(["Pier"]);
  expect(await titlesOf(successor, { view: "trash" })).toEqual(["Thrown away"]);
  const { items } = await successor.client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } });
  const brought = items.find((item) => item.title === "Lighthouse / red");
  expect(brought?.id).not.toBe(first);
  const { items: comments } = await successor.client.call(listComments, { params: { itemId: brought?.id ?? "" }, query: {} });
  // Comments of other users are attributed to them.
  expect(comments.map((comment) => comment.text)).toEqual(["Tessa Taker: The lamp is out."]);
  // The new owner can browse to it.
  await openLibrary(theirs, `${stage.server.url}/images`);
  await folderLink(theirs, "Harbour").click();
  await folderLink(theirs, "At night").click();
  await itemLink(theirs, "Lighthouse / red").waitFor();
  await theirs.context().close();
});

test("a folder of files is imported; an invalid zip fails with a reason", async () => {
  const person = await registerPerson(stage.server.url, "Ilse Importer");
  const page = await openAs(stage.browser, stage.server.url, person);
  try {
    const folder = path.join(disk, "Scans");
    await mkdir(path.join(folder, "2025"), { recursive: true });
    await writeFile(path.join(folder, "Contract.png"), stripedPng(90, 60, [90, 90, 90]));
    await writeFile(path.join(folder, "2025", "Receipt.png"), stripedPng(90, 60, [20, 90, 90]));
    await page.goto(`${stage.server.url}/account/data`);
    await bring(page, "Choose a folder", folder);
    await expect.poll(async () => [...(await foldersOf(person)).keys()].toSorted(), { timeout: 15_000 }).toEqual(["2025", "Scans"]);
    const folders = await foldersOf(person);
    expect(folders.get("2025")?.parentId).toBe(folders.get("Scans")?.id);
    await untilTitles(person, folders.get("2025")?.id ?? "", ["Receipt"]);
    await untilTitles(person, folders.get("Scans")?.id ?? "", ["Contract"]);

    const damaged = path.join(disk, "damaged.zip");
    await writeFile(damaged, Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(5_000, 7)]));
    await bring(page, "Choose a zip", damaged);
    const notices = page
      .getByRole("list", { name: "Imports" })
      .getByText("Failed")
      .or(page.getByRole("complementary", { name: "Uploads" }).getByRole("alert"));
    await notices.first().waitFor({ timeout: 45_000 });
  } finally {
    await page.context().close();
  }
});
