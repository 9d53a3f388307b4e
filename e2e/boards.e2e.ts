import { textParts } from "@stillreel/board/shapes";
import { listBoardVersions, removeMember, saveBoardVersion, type BoardElement, updateMember } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { makeBoard as createBoardOf, openBoard as openBoardAt, shape, storedElements } from "./support/boards.ts";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
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

/** Creates a board and returns its id. */
const makeBoard = (title: string, elements: BoardElement[] = [], inWorkspace = true): Promise<string> =>
  createBoardOf(owner, title, elements, inWorkspace ? workspaceId : undefined);
const stored = (boardId: string): Promise<BoardElement[]> => storedElements(owner, boardId);
const textsOf = async (boardId: string): Promise<string[]> =>
  (await stored(boardId)).flatMap(({ originalText }) => originalText ?? []).toSorted();

const boardPath = (boardId: string, inWorkspace = true): string =>
  `${stage.server.url}${inWorkspace ? `/w/${workspaceId}` : ""}/boards/${boardId}`;

const openBoard = (page: Page, boardId: string, inWorkspace = true): Promise<void> => openBoardAt(page, boardPath(boardId, inWorkspace));

/** Adds a note with a text at a position of the page. */
async function addNote(page: Page, text: string, at: { x: number; y: number }): Promise<void> {
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await page.mouse.click(at.x, at.y);
  const field = page.locator("textarea.excalidraw-wysiwyg");
  await field.waitFor();
  await field.fill(text);
  await page.keyboard.press("Escape");
}

/** Shows the list of objects, which names what is drawn. */
async function showObjects(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: "More actions" })
    .or(page.getByRole("button", { name: "More", exact: true }))
    .first()
    .click();
  await page.getByRole("menuitem", { name: "List of objects" }).click();
}
const object = (page: Page, name: string) => page.getByRole("complementary").getByRole("button", { name });

/** Waits until a text is in the queue of unsent changes on the device. */
async function untilOnDevice(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === "stillreel-boards")))
    .toBe(true);
  await page.waitForFunction(
    (wanted) =>
      new Promise((resolve) => {
        const request = indexedDB.open("stillreel-boards");
        request.onsuccess = () => {
          const rows = request.result.transaction("queues").objectStore("queues").getAll();
          rows.onsuccess = () => resolve(JSON.stringify(rows.result).includes(wanted));
        };
      }),
    text,
  );
}

test("two people draw on one board, see each other's notes, names and pointers, and nothing is requested from another server", async () => {
  const boardId = await makeBoard("Retro, sprint 41");
  const [mine, theirs] = await Promise.all([
    openAs(stage.browser, stage.server.url, owner),
    openAs(stage.browser, stage.server.url, member),
  ]);
  const foreign: string[] = [];
  for (const page of [mine, theirs])
    page.on("request", (request) => {
      if (/^(?:https?|wss?):/u.test(request.url()) && new URL(request.url()).host !== new URL(stage.server.url).host)
        foreign.push(request.url());
    });
  await Promise.all([openBoard(mine, boardId), openBoard(theirs, boardId)]);
  await addNote(mine, "Flaky runner", { x: 500, y: 300 });
  await addNote(theirs, "Friday demos", { x: 800, y: 300 });
  await Promise.all([showObjects(mine), showObjects(theirs)]);
  for (const page of [mine, theirs]) for (const text of ["Flaky runner", "Friday demos"]) await object(page, `Note, ${text}`).waitFor();
  await expect.poll(() => textsOf(boardId)).toEqual(["Flaky runner", "Friday demos"]);
  const texts = (await stored(boardId)).filter(({ type }) => type === "text");
  for (const text of texts) expect(text).toMatchObject({ textAlign: "left", verticalAlign: "top" });

  // Names, pointers and following.
  await theirs.mouse.move(700, 420);
  await mine.getByRole("button", { name: "Follow Mina Member" }).waitFor();
  await mine.getByText("Mina Member", { exact: true }).first().waitFor();
  await mine.getByRole("button", { name: "Follow Mina Member" }).click();
  await theirs.getByRole("button", { name: "Zoom out" }).click();
  await mine.getByRole("button", { name: "83%" }).waitFor();
  await mine.keyboard.press("Escape");
  await mine.getByRole("button", { name: "Follow Mina Member" }).waitFor();
  expect(foreign).toEqual([]);
  expect(await accessibilityFaults(mine)).toEqual([]);
}, 120_000);

test("a card says how many people have its board open, also to screen readers, and follows them", async () => {
  const boardId = await makeBoard("Retro with people");
  const [list, one, two] = await Promise.all([
    openAs(stage.browser, stage.server.url, owner),
    openAs(stage.browser, stage.server.url, owner),
    openAs(stage.browser, stage.server.url, member),
  ]);
  await list.goto(`${stage.server.url}/w/${workspaceId}`);
  const card = list.getByRole("link", { name: "Retro with people" });
  await card.waitFor();
  // Boards of other tests can still be open.
  const people = list
    .getByRole("article")
    .filter({ has: card })
    .getByText(/here now/u);
  expect(await people.count()).toBe(0);
  await Promise.all([openBoard(one, boardId), openBoard(two, boardId)]);
  await people.filter({ hasText: "2 here now" }).waitFor();
  await expect
    .poll(() =>
      card.evaluate((link) =>
        (link.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent)
          .join(" "),
      ),
    )
    .toContain("2 here now");
  expect(await accessibilityFaults(list)).toEqual([]);
  // The checkbox and the buttons of the card do not move it.
  const box = await people.boundingBox();
  await card.hover();
  await list.getByRole("article").filter({ has: card }).getByRole("checkbox").hover();
  expect(await people.boundingBox()).toEqual(box);
  await two.close();
  await people.filter({ hasText: "1 here now" }).waitFor();
  await one.close();
  await people.waitFor({ state: "detached" });
}, 120_000);

test("changes that are made offline stay on the device over a reload, and are merged with those of others on return", async () => {
  const boardId = await makeBoard("Offline");
  const [mine, theirs] = await Promise.all([
    openAs(stage.browser, stage.server.url, owner),
    openAs(stage.browser, stage.server.url, member),
  ]);
  await Promise.all([openBoard(mine, boardId), openBoard(theirs, boardId)]);
  let isCut = true;
  await mine.routeWebSocket(/\/live/u, (socket) => (isCut ? socket.close() : void socket.connectToServer()));
  await mine.route(/\/api\/v1\/whiteboards\//u, (route) =>
    isCut && route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await mine.reload();
  await mine.getByRole("toolbar", { name: "Tools" }).waitFor();
  await addNote(mine, "Written offline", { x: 500, y: 300 });
  await addNote(theirs, "Written meanwhile", { x: 800, y: 300 });
  await theirs.getByText("Saved", { exact: true }).waitFor();
  expect(await textsOf(boardId)).not.toContain("Written offline");
  // The queue is on the device when the page says how much waits.
  await mine
    .getByText(/waiting|Saving/u)
    .first()
    .waitFor();
  await untilOnDevice(mine, "Written offline");
  isCut = false;
  await mine.reload();
  await mine.getByText("Saved", { exact: true }).waitFor();
  await expect.poll(() => textsOf(boardId), { timeout: 20_000 }).toEqual(["Written meanwhile", "Written offline"]);
  await showObjects(theirs);
  await object(theirs, "Note, Written offline").waitFor();
}, 120_000);

test("changes that a closed tab could not send are sent by another open tab", async () => {
  const boardId = await makeBoard("Two tabs");
  const mine = await openAs(stage.browser, stage.server.url, owner);
  await mine.routeWebSocket(/\/live/u, (socket) => socket.close());
  await mine.route(/\/api\/v1\/whiteboards\//u, (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
  await openBoard(mine, boardId);
  await addNote(mine, "Written offline", { x: 500, y: 300 });
  await untilOnDevice(mine, "Written offline");
  const other = await mine.context().newPage();
  await openBoard(other, boardId);
  await other.getByText("Saved", { exact: true }).waitFor();
  expect(await textsOf(boardId)).toEqual([]);
  await mine.close();
  await expect.poll(() => textsOf(boardId), { timeout: 20_000 }).toEqual(["Written offline"]);
  await showObjects(other);
  await object(other, "Note, Written offline").waitFor();
}, 120_000);

test("Tab moves through the objects in reading order and announces them, Enter edits, and the focus can leave", async () => {
  const note = (id: string, x: number, text: string): BoardElement[] => [
    shape(id, { x, customData: { note: true }, boundElements: [{ id: `${id}t`, type: "text" }] }),
    shape(`${id}t`, { ...textParts(text, 20), x: x + 20, y: 40, width: 100, height: 27, containerId: id }),
  ];
  const boardId = await makeBoard("By keyboard", [...note("2", 300, "Second"), ...note("1", 0, "First")]);
  const page = await openAs(stage.browser, stage.server.url, owner);
  await openBoard(page, boardId);
  await page.getByRole("toolbar", { name: "Tools" }).waitFor();
  const announced = (text: string) => page.getByRole("status").filter({ hasText: text });
  const canvas = page.locator(".excalidraw").first();
  await canvas.focus();
  await page.keyboard.press("Tab");
  await announced("Note, First").waitFor({ state: "attached" });
  await page.keyboard.press("Tab");
  await announced("Note, Second").waitFor({ state: "attached" });
  await page.keyboard.press("Shift+Tab");
  await announced("Note, First").waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  const field = page.locator("textarea.excalidraw-wysiwyg");
  await field.fill("Changed");
  await page.keyboard.press("Escape");
  await expect.poll(() => textsOf(boardId)).toEqual(["Changed", "Second"]);
  await canvas.focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".excalidraw") === null)).toBe(true);
}, 120_000);

test("without WebSockets, changes are stored and those of others arrive by requests", async () => {
  const boardId = await makeBoard("Behind a proxy");
  const [mine, theirs] = await Promise.all([
    openAs(stage.browser, stage.server.url, owner),
    openAs(stage.browser, stage.server.url, member),
  ]);
  // A proxy that refuses the change of the protocol: the socket ends before it is open.
  await mine.addInitScript(() => {
    const Blocked = class extends EventTarget {
      readyState = 3;
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 })));
      }
      send(): void {}
      close(): void {}
    };
    Object.assign(globalThis, { WebSocket: Object.assign(Blocked, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 }) });
  });
  await Promise.all([openBoard(mine, boardId), openBoard(theirs, boardId)]);
  await addNote(mine, "By request", { x: 500, y: 300 });
  await expect.poll(() => textsOf(boardId)).toEqual(["By request"]);
  await mine.getByText("Saved", { exact: true }).waitFor();
  await addNote(theirs, "By socket", { x: 800, y: 300 });
  await Promise.all([showObjects(mine), showObjects(theirs)]);
  for (const page of [mine, theirs]) for (const text of ["By request", "By socket"]) await object(page, `Note, ${text}`).waitFor();
}, 120_000);

test("a stored version is shown and restored", async () => {
  const boardId = await makeBoard("Opening round", [shape("1")]);
  await owner.client.call(saveBoardVersion, { params: { boardId }, body: { name: "Before the vote" } });
  const page = await openAs(stage.browser, stage.server.url, owner);
  await openBoard(page, boardId);
  await addNote(page, "Later", { x: 900, y: 600 });
  await expect.poll(() => textsOf(boardId)).toEqual(["Later"]);
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  await page.getByRole("button", { name: /Before the vote/u }).click();
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByText("Version restored").waitFor();
  await expect.poll(() => textsOf(boardId)).toEqual([]);
  expect((await stored(boardId)).map(({ id }) => id)).toEqual(["1"]);
  expect((await owner.client.call(listBoardVersions, { params: { boardId } })).items.length).toBeGreaterThan(1);
}, 120_000);

test("a right that is taken away makes the board read-only, and then gone, on the open page", async () => {
  const viewer = await registerPerson(stage.server.url, "Vera Viewer");
  const userId = await join(owner, workspaceId, viewer);
  const boardId = await makeBoard("Rights");
  const page = await openAs(stage.browser, stage.server.url, viewer);
  await openBoard(page, boardId);
  await owner.client.call(updateMember, { params: { workspaceId, userId }, body: { role: "viewer" } });
  await page.getByText("View only", { exact: true }).waitFor({ timeout: 5_000 });
  await page.getByRole("toolbar", { name: "Tools" }).waitFor({ state: "detached" });
  await owner.client.call(removeMember, { params: { workspaceId, userId } });
  await page.getByRole("heading", { name: /no longer have access|leads nowhere/u }).waitFor({ timeout: 5_000 });
}, 120_000);

test("whiteboards are listed, created from a template, and usable on a phone", async () => {
  const page = await openAs(stage.browser, stage.server.url, owner);
  await page.goto(`${stage.server.url}/boards`);
  await page.getByRole("button", { name: "Story map" }).click();
  await page.waitForURL(/\/boards\/[\w-]+$/u);
  await page.getByText("Saved", { exact: true }).waitFor();
  await showObjects(page);
  await object(page, "Note, Activity 1").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Close the panel" }).click();
  expect(await page.getByRole("toolbar", { name: "Tools" }).getByRole("button").filter({ visible: true }).count()).toBe(7);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto(`${stage.server.url}/boards`);
  await page.getByRole("link", { name: "Story map" }).waitFor();
}, 120_000);
