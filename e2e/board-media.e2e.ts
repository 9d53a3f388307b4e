import { getBoard, uploadVideo } from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { makeBoard as createBoardOf, openBoard as openBoardAt, shape, storedElements } from "./support/boards.ts";
import { chooseLanguage } from "./support/language.ts";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";
import { join, makeWorkspace } from "./support/team.ts";

const stage = setStage();
let owner: Person;
let member: Person;
let workspaceId: string;

beforeAll(async () => {
  [owner, member] = await Promise.all([registerPerson(stage.server.url, "Olga Owner"), registerPerson(stage.server.url, "Mina Member")]);
  workspaceId = await makeWorkspace(owner, "Lumen Transit");
  await join(owner, workspaceId, member);
}, 60_000);

const makeBoard = (title: string, elements: Parameters<typeof createBoardOf>[2]): Promise<string> =>
  createBoardOf(owner, title, elements, workspaceId);
const openBoard = (page: Page, boardId: string): Promise<void> =>
  openBoardAt(page, `${stage.server.url}/w/${workspaceId}/boards/${boardId}`);

test("an item without access is a placeholder, and people with access see its title", async () => {
  const itemId = await uploadPicture(owner, "Departure board");
  const boardId = await makeBoard("Stills", [shape("1", { type: "image", fileId: null, customData: { itemId } })]);
  const [mine, theirs] = await Promise.all([
    openAs(stage.browser, stage.server.url, owner),
    openAs(stage.browser, stage.server.url, member),
  ]);
  await Promise.all([openBoard(mine, boardId), openBoard(theirs, boardId)]);
  const title = mine.getByRole("link", { name: "Departure board" });
  const [opened] = await Promise.all([mine.context().waitForEvent("page"), title.click()]);
  await opened.getByText("Departure board", { exact: true }).first().waitFor();
  expect(new URL(opened.url()).pathname).toBe(`/images/${itemId}`);
  await theirs.getByText("You can't open this item").waitFor();
  expect(await theirs.getByText("Departure board").count()).toBe(0);
  await theirs.getByRole("button", { name: "Ask for access" }).click();
  await theirs.getByRole("button", { name: "You asked for access." }).waitFor();
}, 120_000);

/** Drops new files onto the board: images, or drawings with one shape. */
async function dropFiles(page: Page, files: readonly { name: string; type: string }[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    async ([given, drawing]) => {
      const data = new DataTransfer();
      for (const [index, { name, type }] of given.entries()) {
        const canvas = new OffscreenCanvas(80, 60);
        canvas.getContext("2d")?.fillRect(0, 0, 40 + index, 40);
        const content = type.startsWith("image/") ? await canvas.convertToBlob({ type }) : drawing;
        data.items.add(new File([content], name, { type }));
      }
      return data;
    },
    [files, JSON.stringify({ type: "excalidraw", version: 2, elements: [shape("2", { x: 400 })], files: {} })] as const,
  );
  await page.locator(".excalidraw").first().dispatchEvent("drop", { dataTransfer, clientX: 600, clientY: 500 });
}
const FERRY = { name: "Ferry.png", type: "image/png" };
const kindsOf = async (boardId: string): Promise<string[]> => (await storedElements(owner, boardId)).map(({ type }) => type).toSorted();

test("a dropped image is stored with the board only, and a dropped drawing is added to what is there", async () => {
  const boardId = await makeBoard("Dropped", [shape("1")]);
  const page = await openAs(stage.browser, stage.server.url, owner);
  await openBoard(page, boardId);
  await page.getByRole("toolbar", { name: "Tools" }).waitFor();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname));
  await dropFiles(page, [FERRY]);
  await expect.poll(() => kindsOf(boardId)).toEqual(["image", "rectangle"]);
  await dropFiles(page, [{ name: "Plan.excalidraw", type: "application/vnd.excalidraw+json" }]);
  await expect.poll(() => kindsOf(boardId)).toEqual(["image", "rectangle", "rectangle"]);
  await page.locator(".excalidraw").first().focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.getByRole("toolbar").getByText("3 objects").waitFor();
  expect(sent.filter((path) => path.includes("/files/"))).toEqual([]);
}, 120_000);

test("an image that is pasted from another whiteboard is stored with this one, also when the language changes meanwhile", async () => {
  const [first, second] = [await makeBoard("Source", [shape("1")]), await makeBoard("Target", [])];
  const page = await openAs(stage.browser, stage.server.url, owner, { permissions: ["clipboard-read", "clipboard-write"] });
  await openBoard(page, first);
  await page.getByRole("toolbar", { name: "Tools" }).waitFor();
  await dropFiles(page, [FERRY]);
  await expect.poll(() => kindsOf(first)).toEqual(["image", "rectangle"]);
  await page.locator(".excalidraw").first().focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.getByRole("toolbar").getByText("2 objects").waitFor();
  await page.keyboard.press("ControlOrMeta+C");
  await openBoard(page, second);
  await page.getByRole("toolbar", { name: "Tools" }).waitFor();
  await page.locator(".excalidraw").first().focus();
  // The pointer is not over the canvas: the drawing is pasted into the middle.
  await page.mouse.move(700, 10);
  const held: (() => void)[] = [];
  await page.route("**/images", async (route) => {
    if (route.request().method() === "POST") await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.keyboard.press("ControlOrMeta+V");
  await expect.poll(() => held.length).toBe(1);
  await chooseLanguage(page, stage.server.url, "de");
  await page.bringToFront();
  await page.getByRole("toolbar", { name: "Werkzeuge" }).waitFor();
  for (const release of held) release();
  await expect.poll(() => kindsOf(second)).toEqual(["image", "rectangle"]);
  const { images, document } = await owner.client.call(getBoard, { params: { boardId: second } });
  const [pasted] = document.elements.filter(({ type }) => type === "image");
  expect(images.map(({ fileId }) => fileId)).toEqual([pasted?.fileId]);
  expect((await page.request.get(stage.server.url + images[0]?.url)).status()).toBe(200);
}, 120_000);

test("images that are dropped together are all stored, also when the board is drawn again while they are uploaded", async () => {
  const boardId = await makeBoard("Dropped together", [shape("1")]);
  const page = await openAs(stage.browser, stage.server.url, owner);
  await openBoard(page, boardId);
  await page.getByRole("toolbar", { name: "Tools" }).waitFor();
  const held: (() => void)[] = [];
  await page.route("**/images", async (route) => {
    if (route.request().method() === "POST") await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await dropFiles(page, [FERRY, { name: "Dock.png", type: "image/png" }]);
  await expect.poll(() => held.length).toBe(2);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("[data-mantine-color-scheme=dark]").waitFor({ state: "attached" });
  // The drawing in the other theme has arrived on the screen.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  for (const release of held) release();
  await expect.poll(() => kindsOf(boardId)).toEqual(["image", "image", "rectangle"]);
}, 120_000);

test("a video plays on the board itself, with the keyboard too, and only for people with access", async () => {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(await video({ seconds: 4 }))], { type: "video/mp4" }), "Harbour.mp4");
  const { id: itemId } = await owner.client.call(uploadVideo, { params: { workspaceId: "personal" }, body });
  const shown = shape("1", { type: "image", fileId: null, width: 480, height: 270, customData: { itemId } });
  const boardId = await makeBoard("Clips", [shown]);
  const [mine, theirs] = await Promise.all([
    openAs(stage.browser, stage.server.url, owner),
    openAs(stage.browser, stage.server.url, member),
  ]);
  await Promise.all([openBoard(mine, boardId), openBoard(theirs, boardId)]);
  const play = mine.getByRole("button", { name: "Play Harbour" });
  const player = Promise.withResolvers<void>();
  await mine.route(/\/board-video-[^/]*\.js$/u, async (route) => {
    await player.promise;
    await route.continue();
  });
  await play.focus();
  await mine.keyboard.press("Enter");
  await expect.poll(() => play.getAttribute("aria-busy")).toBe("true");
  player.resolve();
  const film = mine.locator("video");
  const isPaused = () => film.evaluate((element) => (element as HTMLVideoElement).paused);
  await film.waitFor({ timeout: 45_000 });
  await expect.poll(() => film.evaluate((element) => (element as HTMLVideoElement).currentTime), { timeout: 45_000 }).toBeGreaterThan(0);
  // Keys of the player are not those of the board, and the other way round.
  await mine.keyboard.press("k");
  await expect.poll(isPaused).toBe(true);
  expect(await accessibilityFaults(mine)).toEqual([]);
  const [poster, canvas] = await Promise.all([film.boundingBox(), mine.locator(".excalidraw").first().boundingBox()]);
  expect((poster?.width ?? 0) / (poster?.height ?? 1)).toBeCloseTo(480 / 270, 1);
  expect(poster?.width).toBeLessThan((canvas?.width ?? 0) * 0.9);
  await mine.keyboard.press("n");
  expect(await mine.getByRole("button", { name: "Note" }).getAttribute("aria-pressed")).toBe("false");
  await mine.locator(".excalidraw").first().focus();
  await mine.keyboard.press("k");
  expect(await isPaused()).toBe(true);
  await mine.getByRole("button", { name: "Close Harbour" }).focus();
  await mine.keyboard.press("Escape");
  await film.waitFor({ state: "detached" });
  await expect.poll(() => play.evaluate((button) => button === document.activeElement)).toBe(true);
  await theirs.getByText("You can't open this item").waitFor();
  expect(await theirs.getByRole("button", { name: /^Play/u }).count()).toBe(0);
}, 120_000);
