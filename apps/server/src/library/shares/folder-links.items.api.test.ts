import {
  addReaction,
  API_BASE,
  createComment,
  getCaptions,
  getFolderShare,
  getPlayback,
  getShare,
  getShared,
  likeItem,
  listComments,
  putCaptions,
  recordView,
  unlikeItem,
  updateFolderShare,
} from "@stillreel/contract";
import {
  createTeam,
  createTestApp,
  expectData,
  expectError,
  sharedItem,
  type TestApp,
  type TestTeam,
  type TestUser,
  video,
} from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

/** Opened by this many visitors at the same time. */
const VISITORS = 200;
/** Visitors who come one after the other, for comparison. */
const BEFORE = 40;

let t: TestApp;
let owner: TestUser;
let stranger: TestUser;
let film: Buffer;
let team: TestTeam;
let shared: string;
let inner: string;
let slug: string;

beforeAll(async () => {
  t = await createTestApp();
  [owner, stranger] = [await t.user(), await t.user()];
  film = await video({ seconds: 2 });
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [[owner, "owner"]]);
  shared = await team.folder("Release 4.12");
  inner = await team.folder("Known issues", shared);
  slug = (await t.call(getFolderShare, { params: { workspaceId: team.id, folderId: shared } }, owner)).data().slug;
});

const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** Uploads a video into the folder inside the shared one. Returns its id. */
async function filmed(): Promise<string> {
  const fields = { workspaceId: team.id, folderId: inner, type: "video", fullFileName: "a.mp4", title: "Film" };
  const tus = { "tus-resumable": "1.0.0", ...owner.headers };
  const metadata = { "upload-length": String(film.length), "upload-metadata": encoded(fields) };
  const made = await t.app.inject({ method: "POST", url: "/uploads", headers: { ...tus, ...metadata } });
  expect(made.statusCode, made.body).toBe(201);
  const url = String(made.headers.location);
  const headers = { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  const sent = await t.app.inject({ method: "PATCH", url, headers, payload: film });
  expect(sent.statusCode, sent.body).toBe(204);
  return String(made.headers["item-id"]);
}

const open = async (itemId: string, user: TestUser | null = null) =>
  sharedItem((await t.call(getShared, { params: { slug }, query: { itemId } }, user)).data());

describe("a visitor of an item inside a shared folder", () => {
  it("plays a video with its captions, before and after it was processed", { timeout: 90_000 }, async () => {
    const itemId = await filmed();
    const vtt = "WEBVTT\n\n00:00.000 --> 00:01.000\nHello";
    expectData(await t.call(putCaptions, { params: { itemId, language: "en" }, body: { vtt } }, owner));
    const play = async () => (await t.call(getPlayback, { params: { itemId }, query: { share: slug } })).data();
    expect(await play()).toMatchObject({ itemId, stage: "processing", captions: [{ language: "en" }] });
    await t.runJobs();
    const playback = await play();
    expect(playback).toMatchObject({ itemId, stage: "ready", captions: [{ language: "en" }] });
    expect(playback.sources.length).toBeGreaterThan(0);
    for (const { url, kind } of playback.sources) {
      const { pathname, search } = new URL(url, "http://localhost");
      const answer = await t.app.inject({ url: pathname + search });
      expect([kind, answer.statusCode]).toEqual([kind, 200]);
      if (kind === "file") expect(answer.rawPayload.length).toBeGreaterThan(1_000);
      else expect(answer.body).toContain("#EXTM3U");
    }
    const track = new URL(playback.captions[0]?.url ?? "", "http://localhost");
    expect((await t.app.inject({ url: track.pathname + track.search, headers: { accept: "text/vtt" } })).body).toContain("Hello");
    const captions = { params: { itemId, language: "en" }, query: { share: slug } };
    expect((await t.call(getCaptions, captions)).data().vtt).toContain("Hello");
  });

  it("likes it with an account, once, and takes the like back", async () => {
    const { id: itemId } = await team.image<{ id: string }>(owner, { folderId: inner, title: "Bug" });
    const like = { params: { itemId }, query: { share: slug } };
    expect(expectError(await t.call(likeItem, like), "sign-in-to-like")).toBeDefined();
    for (let nth = 0; nth < 2; nth += 1) expectData(await t.call(likeItem, like, stranger));
    expect(await open(itemId, stranger)).toMatchObject({ likes: 1, likedByMe: true });
    expect(await open(itemId)).toMatchObject({ likes: 1, likedByMe: false });
    expectData(await t.call(unlikeItem, like, stranger));
    expect(await open(itemId, stranger)).toMatchObject({ likes: 0, likedByMe: false });
  });

  it("comments, answers and reacts, which other visitors and the list of the folder show", async () => {
    const { id: itemId } = await team.image<{ id: string }>(owner, { folderId: inner, title: "Bug" });
    const share = { params: { itemId }, query: { share: slug } };
    const first = await t.call(createComment, { ...share, body: { text: "The total is wrong." } }, stranger);
    expect(first.statusCode).toBe(201);
    const { id: parentId } = first.data();
    const answer = await t.call(createComment, { ...share, body: { text: "Fixed.", parentId } }, owner);
    expect(answer.statusCode).toBe(201);
    const reaction = { params: { commentId: parentId, emoji: "👍" }, query: { share: slug } };
    expectData(await t.call(addReaction, reaction, stranger));
    const seen = (await t.call(listComments, share)).data().items;
    expect(seen).toMatchObject([
      { text: "The total is wrong.", parentId: null, reactions: [{ emoji: "👍", count: 1 }] },
      { text: "Fixed.", parentId },
    ]);
    const list = (await t.call(getShared, { params: { slug }, query: { folderId: inner } })).data();
    expect(list).toMatchObject({ kind: "folder", items: [{ id: itemId, comments: 2 }] });
  });
});

describe(`${VISITORS} visitors who open the link of a folder at the same time`, () => {
  const ref = () => ({ params: { workspaceId: team.id, folderId: shared } });
  const openOnce = () => t.app.inject({ url: `${API_BASE}/shared/${slug}` });
  /** Returns how many were admitted. */
  async function openAll(): Promise<number> {
    const answers = await Promise.all(Array.from({ length: VISITORS }, openOnce));
    return answers.filter(({ statusCode }) => statusCode === 200).length;
  }

  it("are all counted, and do not wait longer than if they came one after the other", async () => {
    await team.image(owner, { folderId: shared });
    const began = performance.now();
    for (let nth = 0; nth < BEFORE; nth += 1) await openOnce();
    const msOfOne = (performance.now() - began) / BEFORE;
    const beganAll = performance.now();
    expect(await openAll()).toBe(VISITORS);
    const ms = performance.now() - beganAll;
    expect((await t.call(getFolderShare, ref(), owner)).data().opened).toBe(BEFORE + VISITORS);
    // Twice the time: other tests run at the same time.
    expect(ms).toBeLessThan(2 * VISITORS * msOfOne);
  });

  it("use up a limit of views exactly", async () => {
    expectData(await t.call(updateFolderShare, { ...ref(), body: { maxViews: VISITORS - 50 } }, owner));
    expect(await openAll()).toBe(VISITORS - 50);
    expect((await t.call(getFolderShare, ref(), owner)).data().opened).toBe(VISITORS - 50);
  });
});

describe("the link of an item", () => {
  it("says how often it was opened", async () => {
    const { id: itemId } = await team.image<{ id: string }>(owner, { folderId: shared, title: "Map" });
    const params = { workspaceId: team.id, itemId };
    const own = (await t.call(getShare, { params }, owner)).data();
    expect(own).toMatchObject({ opened: 0, openedAt: null });
    const query = { share: own.slug };
    expectData(await t.call(recordView, { params: { itemId }, query, body: { session: "12345678", seconds: 5 } }));
    const { opened, openedAt } = (await t.call(getShare, { params }, owner)).data();
    expect([opened, openedAt === null]).toEqual([1, false]);
  });
});
