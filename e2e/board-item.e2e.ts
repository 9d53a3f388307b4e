import { readFile } from "node:fs/promises";
import { plainElement, textParts } from "@stillreel/board/shapes";
import { createBoard, createComment, getBoard, listItems, listNotifications, moveItems } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { setStage } from "./support/stage.ts";
import { join, makeTeamFolder, makeWorkspace } from "./support/team.ts";

const stage = setStage();
let owner: Person;
let member: Person;
let workspaceId: string;
let boardId: string;

const TITLE = "Retro, sprint 41";

beforeEach(async () => {
  [owner, member] = await Promise.all([registerPerson(stage.server.url, "Olga Owner"), registerPerson(stage.server.url, "Mina Member")]);
  workspaceId = await makeWorkspace(owner, "Lumen Transit");
  await join(owner, workspaceId, member);
  const box = plainElement("box", { index: "a1", width: 260, height: 140, backgroundColor: "#bdebca" });
  const text = plainElement("text", {
    index: "a2",
    type: "text",
    x: 20,
    y: 20,
    width: 200,
    height: 25,
    ...textParts("Turnstile firmware", 20),
  });
  const body = {
    title: TITLE,
    workspaceId,
    document: { format: 1 as const, elements: [box, text], canvas: { background: "#ffffff", grid: true } },
  };
  boardId = (await owner.client.call(createBoard, { body })).id;
}, 60_000);

async function openBoard(page: Page): Promise<void> {
  await page.goto(`${stage.server.url}/w/${workspaceId}/boards/${boardId}`);
  await page.getByText("Saved", { exact: true }).waitFor();
}

/** Chooses an entry of the menu "Download". */
async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

test("a whiteboard is found by the words on it, starred and moved like other items, and its owner is notified of comments", async () => {
  const folderId = await makeTeamFolder(owner, workspaceId, "Retros");
  const page = await openAs(stage.browser, stage.server.url, owner);
  await page.goto(`${stage.server.url}/w/${workspaceId}/all`);
  const card = page.getByRole("link", { name: TITLE });
  await card.waitFor();
  // The words of a board are indexed some seconds after a change.
  const find = async () => (await owner.client.call(listItems, { params: { workspaceId }, query: { view: "all", q: "turnstile" } })).items;
  await expect.poll(async () => (await find()).length, { timeout: 30_000 }).toBe(1);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  await palette.getByRole("combobox").fill("turnstile");
  await palette.getByRole("option", { name: new RegExp(TITLE, "u") }).waitFor();
  await page.reload();

  await card.hover();
  await page.getByRole("button", { name: `Star ${TITLE}` }).click();
  const listed = { workspaceId };
  const read = async () =>
    (await owner.client.call(listItems, { params: listed, query: { view: "all" } })).items.find(({ id }) => id === boardId);
  await expect.poll(async () => (await read())?.favorite).toBe(true);
  await card.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Move or copy" }).click();
  const dialog = page.getByRole("dialog", { name: /^Move/u });
  await dialog.getByRole("treeitem", { name: "Retros" }).click();
  await dialog.getByRole("button", { name: /^Move/u }).click();
  await expect.poll(async () => (await read())?.parentId).toBe(folderId);

  await member.client.call(createComment, { params: { itemId: boardId }, query: {}, body: { text: "Which turnstile is it?" } });
  await expect.poll(async () => JSON.stringify((await owner.client.call(listNotifications, { query: {} })).items)).toContain(boardId);
});

test("a whiteboard is downloaded, and saved as an image in its folder", async () => {
  const folderId = await makeTeamFolder(owner, workspaceId, "Retros");
  await owner.client.call(moveItems, { params: { workspaceId, folderId }, body: { itemIds: [boardId] } });
  const page = await openAs(stage.browser, stage.server.url, owner);
  await openBoard(page);
  const expected = { PNG: "\u0089PNG", SVG: "<svg", PDF: "%PDF", "Excalidraw file": "{", Text: "Turnstile firmware" };
  for (const [entry, start] of Object.entries(expected)) {
    const downloading = page.waitForEvent("download");
    await choose(page, entry);
    const content = (await readFile((await (await downloading).path()) ?? "")).toString("latin1");
    expect(content.slice(0, 400), entry).toContain(start);
  }
  await choose(page, "Save as image");
  await page.getByText("Image saved").waitFor();
  const { items } = await owner.client.call(listItems, { params: { workspaceId }, query: { view: "all", type: "image" } });
  expect(items.map(({ title, parentId }) => [title, parentId])).toEqual([[TITLE, folderId]]);
});

test("a whiteboard is presented on the whole screen with a laser pointer that others see and that is not stored", async () => {
  const [page, other] = await Promise.all([
    openAs(stage.browser, stage.server.url, owner, { reducedMotion: "reduce" }),
    openAs(stage.browser, stage.server.url, member),
  ]);
  await Promise.all([openBoard(page), openBoard(other)]);
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await page.getByRole("button", { name: "Laser pointer" }).click();
  await page.mouse.move(500, 400);
  await page.mouse.down();
  await page.mouse.move(640, 460, { steps: 8 });
  await page.mouse.up();
  await other.getByText("Olga Owner", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Stop presenting" }).click();
  await page.getByRole("button", { name: "Present", exact: true }).waitFor();
  const { document } = await owner.client.call(getBoard, { params: { boardId } });
  expect(document.elements.map(({ id }) => id).toSorted()).toEqual(["box", "text"]);
});

test("a large whiteboard opens at its last change, at a size that can be read, “Fit” shows all of it, and the next visit begins there", async () => {
  const far = (id: string, index: string, x: number, updated: number) =>
    plainElement(id, { index, x, y: x, width: 200, height: 200, updated });
  const elements = [far("first", "a1", 0, 1_000), far("latest", "a2", 10_000, 3_000), far("last", "a3", 20_000, 2_000)];
  const body = { title: "Large board", workspaceId, document: { format: 1 as const, elements } };
  boardId = (await owner.client.call(createBoard, { body })).id;
  const page = await openAs(stage.browser, stage.server.url, owner);
  await openBoard(page);
  const zoom = page.getByRole("toolbar", { name: "Zoom" });
  await zoom.getByRole("button", { name: "50%" }).waitFor();
  // Only the latest element is visible, in the middle. The space of the rail was there before.
  const canvas = await page.getByRole("application").boundingBox();
  const ink = await page.evaluate(() => {
    const drawn = document.querySelector<HTMLCanvasElement>("canvas.static");
    const context = drawn?.getContext("2d");
    const pixels = context?.getImageData(0, 0, drawn?.width ?? 1, drawn?.height ?? 1);
    let [from, to] = [Infinity, -Infinity];
    for (let at = 3; pixels && at < pixels.data.length; at += 4) {
      if (!pixels.data[at]) continue;
      const x = ((at - 3) / 4) % pixels.width;
      [from, to] = [Math.min(from, x), Math.max(to, x)];
    }
    return (from + to) / 2;
  });
  expect(Math.abs(ink - (canvas?.width ?? 0) / 2)).toBeLessThan(5);
  await zoom.getByRole("button", { name: "Fit" }).click();
  await zoom.getByRole("button", { name: "10%" }).waitFor();
  // The next visit begins with what was seen last.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("stillreel-board-views"))).toContain(boardId);
  await openBoard(page);
  await zoom.getByRole("button", { name: "10%" }).waitFor();
  await page.context().close();
});
