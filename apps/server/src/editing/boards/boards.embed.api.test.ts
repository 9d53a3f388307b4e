import { deleteShare, getBoard, getBoardItem, getShare, listBoardImages, listBoardsHere, updateShare } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newBoard, openPage, type OpenOptions, type Page, rectangle, refusedPage } from "./boards.fixture.ts";

let t: TestApp;
let address: string;
let owner: TestUser;
let boardId: string;
let slug: string;
let pages: Page[] = [];
beforeAll(async () => {
  t = await createTestApp();
  address = await t.listen();
  owner = await t.user();
});
afterAll(() => t.close());
beforeEach(async () => {
  boardId = (await newBoard(t, owner)).id;
  slug = (await t.call(getShare, link(), owner)).data().slug;
});
afterEach(() => {
  for (const page of pages) page.close();
  pages = [];
});

const link = () => ({ params: { workspaceId: "personal", itemId: boardId } });
const terms = async (body: object) => (await t.call(updateShare, { ...link(), body } as never, owner)).data();

async function open(options: OpenOptions): Promise<Page> {
  const page = await openPage(address, boardId, options);
  pages.push(page);
  return page;
}
const embed = (user?: TestUser): Promise<Page> => open({ user, share: slug, isEmbedded: true });

test("an embedded view receives changes within a second, and the people on the board do not see it", async () => {
  const page = await open({ user: owner });
  const view = await embed();
  expect(page.messages.filter(({ type }) => type === "presence")).toEqual([]);
  expect((await t.call(listBoardsHere, { query: {} }, owner)).data().boards).toEqual([{ boardId, people: 1 }]);
  expect(t.modules.boards.connections(boardId)).toBe(1);
  const received = view.next("update");
  const began = performance.now();
  await page.store([rectangle("a")]);
  expect((await received).elements).toMatchObject([{ id: "a" }]);
  expect(performance.now() - began).toBeLessThan(1_000);
  const second = await open({ user: owner });
  const welcome = second.messages.find(({ type }) => type === "welcome");
  expect(welcome).toMatchObject({ participants: [{ person: { id: owner.id } }] });
});

test("an embedded view changes nothing, also when its viewer may edit the board", async () => {
  const view = await embed(owner);
  expect(view.messages).toMatchObject([{ type: "welcome", role: "view" }]);
  expect(await view.refused([rectangle("a")])).toMatchObject({ code: "forbidden" });
  const page = await open({ user: owner });
  view.send({ type: "presence", pointer: { x: 1, y: 1, tool: "pointer" }, selected: [], view: null });
  await page.store([rectangle("b")]);
  expect(page.messages.filter(({ type }) => type === "presence")).toEqual([]);
});

test.each([
  ["is turned off", async () => (await t.call(deleteShare, link(), owner)).data()],
  ["gets a password", () => terms({ password: "secret word 1" })],
  ["becomes private", () => terms({ visibility: "private" })],
  ["gets an end that has passed", () => terms({ expiresAt: new Date(t.clock.now().getTime() + 300).toISOString() })],
])("an embedded view ends within a second when its link %s", async (_what, change) => {
  const view = await embed();
  const gone = view.next("gone");
  const began = performance.now();
  await change();
  // The clock of the server moves only when a test advances it.
  const timer = setInterval(() => t.clock.advance(50), 50);
  await gone.finally(() => clearInterval(timer));
  expect(performance.now() - began).toBeLessThan(1_500);
  await view.end();
});

test("a link with a password admits no view without it", async () => {
  await terms({ password: "secret word 1" });
  expect(await refusedPage(address, boardId, { share: slug, isEmbedded: true })).toBe(403);
  expect(await refusedPage(address, boardId, { isEmbedded: true })).toBe(401);
});

test("a link with a view limit gives the drawing and its images only to visitors that are counted", async () => {
  await terms({ maxViews: 2 });
  const request = { params: { boardId }, query: { share: slug } };
  const refused = await Promise.all([t.call(getBoardItem, request), t.call(listBoardImages, request)]);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  expect(await refusedPage(address, boardId, { share: slug, isEmbedded: true })).toBe(404);
  const opened = await t.call(getBoard, request);
  expect(opened.statusCode).toBe(200);
  const cookie = [opened.headers["set-cookie"] ?? []]
    .flat()
    .map((one) => String(one).split(";")[0])
    .join("; ");
  const admitted = await Promise.all([t.call(getBoardItem, request, null, { cookie }), t.call(listBoardImages, request, null, { cookie })]);
  expect(admitted.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const view = await open({ share: slug, isEmbedded: true, headers: { cookie } });
  expect(view.messages).toMatchObject([{ type: "welcome" }]);
});
