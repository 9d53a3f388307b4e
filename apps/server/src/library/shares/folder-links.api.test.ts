import { once } from "node:events";
import http from "node:http";
import { Readable } from "node:stream";
import {
  API_BASE,
  type ClientArgs,
  createComment,
  deleteFolder,
  deleteFolderShare,
  getFolderShare,
  getShared,
  listComments,
  listFolders,
  listSharedItems,
  moveItems,
  recordView,
  reportLink,
  restoreFolder,
  ROUTES,
  type Route,
  unlockShared,
  updateFolderShare,
  updateItem,
  updateReports,
  updateShare,
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
} from "@stillreel/testing";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let anna: TestUser;
let stranger: TestUser;
let team: TestTeam;
/** `shared` contains `inner`; `other` is beside it. */
let shared: string;
let inner: string;
let other: string;
let slug: string;

beforeAll(async () => {
  t = await createTestApp();
  [owner, anna, stranger] = [await t.user(), await t.user(), await t.user()];
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "member"],
  ]);
  shared = await team.folder("Release 4.12", await team.folder("Release notes"));
  inner = await team.folder("Known issues", shared);
  other = await team.folder("Other");
  slug = (await t.call(getFolderShare, path(), owner)).data().slug;
});

const path = (folderId = shared) => ({ params: { workspaceId: team.id, folderId } });
const image = (folderId: string, title: string) => team.image<{ id: string }>(owner, { folderId, title });
const open = (query: { folderId?: string; itemId?: string } = {}, user: TestUser | null = null) =>
  t.call(getShared, { params: { slug }, query }, user);
const terms = async (body: ClientArgs<typeof updateFolderShare>["body"]) =>
  (await t.call(updateFolderShare, { ...path(), body }, owner)).data();
/** Opens the folder and returns its content. */
async function content(folderId?: string) {
  const answer = (await open(folderId === undefined ? {} : { folderId })).data();
  if (answer.kind !== "folder") throw new Error("not a folder");
  return answer;
}
const titles = async (folderId?: string) => (await content(folderId)).items.map(({ title }) => title);
/** Reads all items page by page. */
async function readPages(limit: number): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit, ...(cursor === undefined ? {} : { cursor }) };
    const page = (await t.call(listSharedItems, { params: { slug }, query })).data();
    seen.push(...page.items.map(({ title }) => title));
    if (page.nextCursor === null) return seen;
    cursor = page.nextCursor;
  }
}
const zip = (query = "", user?: TestUser) =>
  t.app.inject({ url: `${API_BASE}/shared/${slug}/download${query}`, headers: user?.headers ?? {} });
const put = (itemId: string, body: object) => t.call(updateItem, { params: { workspaceId: team.id, type: "image", itemId }, body }, owner);

describe("the link of a folder", () => {
  it("shows the folder and what is below it, live", async () => {
    await image(shared, "Map");
    await image(inner, "Bug");
    await image(other, "Secret");
    const answer = await content();
    expect(answer.folder).toMatchObject({
      id: shared,
      name: "Release 4.12",
      parentId: null,
      images: 1,
      videos: 0,
      owner: { displayName: owner.displayName },
      workspace: { name: "Team" },
    });
    expect(answer.folder.path).toEqual([
      { id: null, name: "Team" },
      { id: null, name: "Release notes" },
    ]);
    expect(answer.items).toMatchObject([{ title: "Map", type: "image", comments: 0 }]);
    expect(answer.folders).toMatchObject([{ id: inner, name: "Known issues", items: 1 }]);
    expect((await content(inner)).folder).toMatchObject({
      parentId: shared,
      path: expect.arrayContaining([{ id: shared, name: "Release 4.12" }]),
    });
    expect(await titles(inner)).toEqual(["Bug"]);
    await image(shared, "Newer");
    expect(await titles()).toEqual(["Newer", "Map"]);
    for (const folderId of [other, "nonsense", t.ports.ids.id()]) expectError(await open({ folderId }), "not-found");
  });

  it("lists items in pages, and each of them once", async () => {
    for (let nth = 0; nth < 7; nth += 1) await image(shared, `Image ${nth}`);
    expect(await readPages(3)).toEqual([6, 5, 4, 3, 2, 1, 0].map((nth) => `Image ${nth}`));
    expectError(await t.call(listSharedItems, { params: { slug }, query: { folderId: other } }), "not-found");
    expectError(await t.call(listSharedItems, { params: { slug }, query: { cursor: "x" } }), "validation-failed");
  });

  it("lists in the order that the owner chose, page after page, and a cursor of another order is refused", async () => {
    for (const name of ["Part 10", "Part 2", "part 1"]) await team.folder(name, shared);
    for (const title of ["B 10", "b 9", "A"]) await image(shared, title);
    expect(expectData(await t.call(getFolderShare, path(), owner))).toMatchObject({ order: { items: "newest", folders: "name" } });
    const names = async () => (await content()).folders.map(({ name }) => name);
    expect(await titles()).toEqual(["A", "b 9", "B 10"]);
    expect(await names()).toEqual(["Known issues", "part 1", "Part 2", "Part 10"]);
    const newest = (await content()).folder.updatedAt;
    const cursorOf = async () => (await t.call(listSharedItems, { params: { slug }, query: { limit: 1 } })).data().nextCursor ?? "";
    const old = await cursorOf();
    for (const [items, expected] of [
      ["oldest", ["B 10", "b 9", "A"]],
      ["name", ["A", "b 9", "B 10"]],
    ] as const) {
      expect((await terms({ order: { items, folders: "oldest" } })).order).toEqual({ items, folders: "oldest" });
      expect(await titles()).toEqual(expected);
      expect(await names()).toEqual(["Known issues", "Part 10", "Part 2", "part 1"]);
      expect((await content()).folder.updatedAt).toBe(newest);
      expect(await readPages(2)).toEqual(expected);
      expectError(await t.call(listSharedItems, { params: { slug }, query: { cursor: old } }), "validation-failed");
    }
    const { rows } = await t.ports.pool.query(
      "select details->'fields' as fields from audit where action = 'share.changed' order by at desc limit 1",
    );
    expect(rows).toEqual([{ fields: ["order"] }]);
  });

  it("shows and counts nothing that is not for everyone with the link", async () => {
    const [open0, hidden, locked, own, trashed] = [
      await image(shared, "Open"),
      await image(shared, "Only members"),
      await image(shared, "Locked"),
      await image(shared, "Closed for everyone"),
      await image(shared, "In the trash"),
    ];
    const closed = await team.folder("Closed", inner);
    await image(closed, "Deep");
    await t.call(updateShare, { params: { workspaceId: team.id, itemId: hidden.id }, body: { visibility: "workspace" } }, owner);
    await t.call(updateShare, { params: { workspaceId: team.id, itemId: locked.id }, body: { password: "open sesame" } }, owner);
    await team.grant({ itemId: own.id }, "everyone", "none");
    await team.grant({ folderId: closed }, "everyone", "none");
    expectData(await put(trashed.id, { trash: true }));
    const answer = await content();
    expect(answer.items.map(({ id }) => id)).toEqual([open0.id]);
    expect(answer.folder).toMatchObject({ images: 1, videos: 0 });
    expect((await content(inner)).folders).toEqual([]);
    for (const { id } of [hidden, locked, own, trashed]) expectError(await open({ itemId: id }), "not-found");
    expectError(await open({ folderId: closed }), "not-found");
    expect(Object.keys(unzipSync((await zip()).rawPayload))).toEqual(["Release 4.12/shot.png"]);
    // The folder itself may be closed for everyone: its link opens it.
    await team.grant({ folderId: shared }, "everyone", "none");
    expect((await content()).items.map(({ id }) => id)).toEqual([open0.id]);
  });

  it("opens an item with media, comments, views and a download by the slug of the folder", async () => {
    const { id: itemId } = await image(inner, "Bug");
    const seen = (await open({ itemId })).data();
    const item = sharedItem(seen);
    expect(item).toMatchObject({ id: itemId, title: "Bug" });
    expect(seen.shareUrl).toContain(`/s/${slug}?item=${itemId}`);
    const media = new URL(String(item.sourceUrl), "http://localhost");
    expect((await t.app.inject({ url: media.pathname })).statusCode).toBe(200);
    const share = { params: { itemId }, query: { share: slug } };
    expect((await t.call(listComments, share)).data().items).toEqual([]);
    expectError(await t.call(createComment, { ...share, body: { text: "Hi" } }), "sign-in-to-comment");
    expect((await t.call(createComment, { ...share, body: { text: "Hi" } }, stranger)).statusCode).toBe(201);
    expect((await t.call(recordView, { ...share, body: { session: "12345678", seconds: 5 } })).data().counted).toBe(true);
    const download = `${API_BASE}/items/${itemId}/download?format=original&share=${slug}`;
    expect((await t.app.inject({ url: download })).statusCode).toBe(302);
    await terms({ allowComments: false, allowDownload: false });
    expectError(await t.call(createComment, { ...share, body: { text: "Hi" } }, stranger), "forbidden");
    expectError(await t.app.inject({ url: download }), "forbidden");
    expectError(await zip(), "forbidden");
    expect((await content(inner)).items[0]?.comments).toBe(0);
  });

  it("reaches nothing outside the folder, at no route that takes a link", async () => {
    const foreign = (await image(other, "Secret")).id;
    const moved = (await image(shared, "Moved")).id;
    const gone = (await image(shared, "Gone")).id;
    expectData(await t.call(moveItems, { ...path(other), body: { itemIds: [moved], fromFolderId: shared } }, owner));
    expectData(await put(gone, { trash: true }));
    const byLink = (ROUTES as Route[]).filter((route) => route.query && "share" in ((route.query as { shape?: object }).shape ?? {}));
    expect(byLink.length).toBeGreaterThan(7);
    for (const itemId of [foreign, moved, gone])
      for (const user of [null, stranger]) {
        for (const { method, path: template } of byLink) {
          const url = `${API_BASE}${template.replace("{itemId}", itemId).replaceAll(/\{\w+\}/gu, t.ports.ids.id())}?share=${slug}`;
          const body = { text: "Hi", emoji: "👍", session: "12345678", seconds: 9 };
          const answer = await t.app.inject({ method, url, headers: user?.headers ?? {}, ...(method === "GET" ? {} : { payload: body }) });
          expect([method, template, [401, 404, 422].includes(answer.statusCode)]).toEqual([method, template, true]);
        }
        for (const url of [
          `/s/${slug}?item=${itemId}`,
          `/embed/${slug}?item=${itemId}`,
          `/s/${slug}/preview?item=${itemId}`,
          `${API_BASE}/shared/${slug}?itemId=${itemId}`,
          `${API_BASE}/items/${itemId}/download?format=original&share=${slug}`,
          `${API_BASE}/items/${itemId}/playback/live.m3u8?share=${slug}`,
          `${API_BASE}/events?share=${slug}&item=${itemId}`,
        ])
          expect([url, (await t.app.inject({ url, headers: user?.headers ?? {} })).statusCode]).toEqual([url, 404]);
      }
  });

  it("ends immediately when it is revoked, expires or is removed, and while its folder is in the trash", async () => {
    const { id: itemId } = await image(shared, "Map");
    const urls = [
      `/s/${slug}`,
      `/s/${slug}?item=${itemId}`,
      `${API_BASE}/shared/${slug}`,
      `${API_BASE}/shared/${slug}/items`,
      `${API_BASE}/shared/${slug}/download`,
      `${API_BASE}/items/${itemId}/comments?share=${slug}`,
    ];
    const opens = () => Promise.all(urls.map(async (url) => (await t.app.inject({ url })).statusCode));
    const none = urls.map(() => 404);
    expect(await opens()).toEqual(urls.map(() => 200));
    expectData(await t.call(deleteFolder, { params: { workspaceId: team.id, folderId: shared }, query: {} }, owner));
    expect(await opens()).toEqual(none);
    const restore = restoreFolder as unknown as Route;
    const restored = restore.path.replace("{workspaceId}", team.id).replace("{folderId}", shared);
    expectData(await t.app.inject({ method: restore.method, url: API_BASE + restored, headers: owner.headers }));
    expect((await t.app.inject({ url: `/s/${slug}` })).statusCode).toBe(200);
    await terms({ expiresAt: new Date(t.clock.now().getTime() - 1_000).toISOString() });
    expect((await opens()).every((status) => status === 404)).toBe(true);
    await terms({ expiresAt: null });
    expectData(await t.call(deleteFolderShare, path(), owner));
    expect((await opens()).every((status) => status === 404)).toBe(true);
    const again = (await t.call(getFolderShare, path(), owner)).data();
    expect(again.slug).not.toBe(slug);
  });

  it("ends a running download immediately when it is revoked", { timeout: 20_000 }, async () => {
    const { id: itemId } = await image(shared, "Map");
    const { rows } = await t.ports.pool.query<{ id: string; storage_key: string }>(
      "select b.id, b.storage_key from blobs b join items i on i.blob_id = b.id where i.id = $1",
      [itemId],
    );
    const size = 96 * 1024 * 1024;
    await t.ports.storage.put(String(rows[0]?.storage_key), Readable.from([Buffer.alloc(size)]));
    await t.ports.pool.query("update blobs set size_bytes = $2 where id = $1", [rows[0]?.id, size]);
    const request = http.get(`${await t.listen()}${API_BASE}/shared/${slug}/download`);
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.pause();
    expect(Number(response.headers["content-length"])).toBeGreaterThan(size);
    expectData(await t.call(deleteFolderShare, path(), owner));
    t.clock.advance(30_000);
    let received = 0;
    response.on("data", (piece: Buffer) => (received += piece.length));
    response.resume();
    await expect(once(response, "end")).rejects.toThrow("aborted");
    expect(received).toBeLessThan(size);
  });

  it("asks for its password once, for the folder and its items", async () => {
    const { id: itemId } = await image(shared, "Map");
    expect((await terms({ password: "open sesame" })).hasPassword).toBe(true);
    for (const query of [{}, { itemId }, { folderId: inner }]) expectError(await open(query), "password-required");
    expectError(await zip(), "password-required");
    expectError(await t.call(unlockShared, { params: { slug }, body: { password: "wrong" } }), "wrong-password");
    const unlocked = await t.call(unlockShared, { params: { slug }, body: { password: "open sesame" } });
    expect(unlocked.data()).toMatchObject({ kind: "folder", items: [{ id: itemId }] });
    const cookie = String([unlocked.headers["set-cookie"]].flat()[0]).split(";")[0] ?? "";
    for (const url of [`/s/${slug}`, `/s/${slug}?item=${itemId}`, `${API_BASE}/shared/${slug}/items`])
      expect((await t.app.inject({ url, headers: { cookie } })).statusCode).toBe(200);
  });

  it("opens for as many visitors as permitted, counted on the server", async () => {
    const { id: itemId } = await image(shared, "Map");
    await terms({ maxViews: 3 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => t.app.inject({ url: `/s/${slug}` })));
    const admitted = answers.filter(({ statusCode }) => statusCode === 200);
    expect(admitted).toHaveLength(3);
    for (const url of [`${API_BASE}/shared/${slug}/items`, `${API_BASE}/shared/${slug}/download`, `/s/${slug}?item=${itemId}`])
      expect((await t.app.inject({ url })).statusCode).toBe(404);
    const cookie = String([admitted[0]?.headers["set-cookie"]].flat()[0]).split(";")[0] ?? "";
    for (const url of [`/s/${slug}`, `/s/${slug}?item=${itemId}`, `${API_BASE}/shared/${slug}/items`])
      expect((await t.app.inject({ url, headers: { cookie } })).statusCode).toBe(200);
    expect((await t.call(getFolderShare, path(), owner)).data()).toMatchObject({ opened: 3, maxViews: 3 });
  });

  it("says how often it was opened and when last, without its owner", async () => {
    expect((await t.call(getFolderShare, path(), owner)).data()).toMatchObject({ opened: 0, openedAt: null });
    await open({}, owner);
    await open();
    await open({}, stranger);
    const { opened, openedAt } = (await t.call(getFolderShare, path(), owner)).data();
    expect([opened, openedAt === null]).toEqual([2, false]);
  });

  it("for members only shows each of them what they may read", async () => {
    const secret = await team.folder("Secret", shared);
    await image(secret, "Plan");
    const { id: itemId } = await image(shared, "Map");
    await terms({ visibility: "workspace" });
    for (const user of [stranger, null]) expectError(await open({}, user), "not-found");
    await team.grant({ folderId: secret }, anna, "none");
    const seen = (await open({}, anna)).data();
    expect(seen).toMatchObject({ kind: "folder", folders: [{ id: inner }], items: [{ id: itemId }] });
    expectError(await open({ folderId: secret }, anna), "not-found");
    expect((await open({ folderId: secret }, owner)).statusCode).toBe(200);
  });

  it("can be reported, and is closed for everyone while an administrator removed it", async () => {
    await t.call(reportLink, { params: { slug }, body: { reason: "illegal", text: "" } });
    const { rows } = await t.ports.pool.query("select reports from reported_links where slug = $1", [slug]);
    expect(rows).toEqual([{ reports: 1 }]);
    const { id: itemId } = await image(shared, "Map");
    const decide = (body: ClientArgs<typeof updateReports>["body"]) => t.call(updateReports, { params: { slug }, body }, owner);
    expect((await decide({ removed: true, reason: "illegal" })).data()).toMatchObject({ item: null, folder: { name: "Release 4.12" } });
    for (const query of [{}, { itemId }, { folderId: inner }]) expectError(await open(query), "link-removed");
    expectError(await zip(), "link-removed");
    expect((await t.app.inject({ url: `/s/${slug}` })).statusCode).toBe(410);
    expectError(await t.call(deleteFolderShare, path(), owner), "link-removed");
    expectData(await decide({ removed: false }));
    expect((await open()).statusCode).toBe(200);
  });
});

describe("a user who creates, changes or deletes the link of a folder", () => {
  it("must be able to write to the folder", async () => {
    const tries = (user: TestUser, folderId = shared) => [
      t.call(getFolderShare, path(folderId), user),
      t.call(updateFolderShare, { ...path(folderId), body: { allowDownload: false } }, user),
      t.call(deleteFolderShare, path(folderId), user),
    ];
    await team.grant({ folderId: shared }, anna, "read");
    for (const answer of await Promise.all(tries(anna))) expectError(answer, "forbidden");
    await team.grant({ folderId: shared }, anna, "none");
    for (const answer of await Promise.all(tries(anna))) expectError(answer, "not-found");
    for (const answer of await Promise.all(tries(stranger))) expectError(answer, "not-found");
    for (const answer of await Promise.all(tries(owner, t.ports.ids.id()))) expectError(answer, "not-found");
    expect((await content()).allowDownload).toBe(true);
  });

  it("leaves a note in the activity log, and a mark on the folder", async () => {
    const list = async () =>
      (await t.call(listFolders, { params: { workspaceId: team.id } }, owner)).data().items.find(({ id }) => id === shared)?.linked;
    expect(await list()).toBe(true);
    const level = (await t.call(listFolders, { params: { workspaceId: team.id }, query: { level: shared } }, owner)).data().items;
    expect(level.map(({ id, linked }) => [id === shared, linked])).toContainEqual([true, true]);
    const linked = async (user: TestUser) =>
      (await t.call(listFolders, { params: { workspaceId: team.id }, query: { linked: "true" } }, user)).data().items.map(({ id }) => id);
    expect([await linked(owner), await linked(anna)]).toEqual([[shared], [shared]]);
    await team.grant({ folderId: shared }, anna, "none");
    expect([await linked(owner), await linked(anna)]).toEqual([[shared], []]);
    expectData(await t.call(deleteFolderShare, path(), owner));
    expect([await linked(owner), await linked(anna)]).toEqual([[], []]);
    expect(await list()).toBe(false);
    const { rows } = await t.ports.pool.query("select action, details from audit where workspace_id = $1 order by at, id", [team.id]);
    expect(rows).toMatchObject([
      { action: "share.made", details: { folderId: shared, title: "Release 4.12" } },
      { action: "share.revoked", details: { folderId: shared } },
    ]);
  });
});
