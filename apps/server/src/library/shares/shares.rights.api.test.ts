import { createComment, deleteShare, getPlayback, getShare, getShared, listComments, updateShare } from "@stillreel/contract";
import { createTeam, createTestApp, expectError, sharedItem, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let anna: TestUser;
let viewer: TestUser;
let stranger: TestUser;
let team: TestTeam;
let folder: string;
let itemId: string;
let slug: string;

beforeAll(async () => {
  t = await createTestApp();
  [owner, anna, viewer, stranger] = [await t.user(), await t.user(), await t.user(), await t.user()];
});
afterAll(() => t.close());

beforeEach(async () => {
  team = await createTeam(t, [
    [owner, "owner"],
    [anna, "member"],
    [viewer, "viewer"],
  ]);
  folder = await team.folder("Folder");
  itemId = (await team.image(owner, { folderId: folder })).id;
  slug = (await t.call(getShare, path(), owner)).data().slug;
});

const path = () => ({ params: { workspaceId: team.id, itemId } });
const open = (user: TestUser | null) => t.call(getShared, { params: { slug } }, user);
const page = (user: TestUser | null) =>
  t.app.inject({ url: `/s/${slug}`, headers: { cookie: user ? `refreshToken=${user.refreshToken}` : "" } });
const terms = async (visibility: "link" | "workspace" | "private") =>
  (await t.call(updateShare, { ...path(), body: { visibility } }, owner)).data();

describe("a link for the workspace", () => {
  beforeEach(() => terms("workspace").then(() => {}));

  it("opens for members who may read the item, and for no other user", async () => {
    for (const user of [owner, anna, viewer]) expect(sharedItem((await open(user)).data()).id).toBe(itemId);
    for (const user of [stranger, null]) expectError(await open(user), "not-found");
    await team.grant({ folderId: folder }, "everyone", "none");
    for (const user of [anna, viewer]) {
      expectError(await open(user), "not-found");
      expect((await page(user)).statusCode).toBe(404);
      expectError(await t.call(listComments, { params: { itemId }, query: { share: slug } }, user), "not-found");
    }
    expect((await open(owner)).statusCode).toBe(200);
    await team.grant({ itemId }, viewer, "read");
    expect((await open(viewer)).statusCode).toBe(200);
    expectError(await open(anna), "not-found");
  });

  it("is closed for a removed member from the next request", async () => {
    expect((await open(anna)).statusCode).toBe(200);
    await team.leave(anna);
    expectError(await open(anna), "not-found");
  });
});

describe("a public link", () => {
  it("opens independent of entries", async () => {
    await team.grant({ folderId: folder }, "everyone", "none");
    for (const user of [anna, stranger, null]) expect(sharedItem((await open(user)).data()).id).toBe(itemId);
    const reply = await t.call(createComment, { params: { itemId }, query: { share: slug }, body: { text: "Hi" } }, anna);
    expect(reply.data()).toMatchObject({ itemId, canDelete: true });
    expectError(await t.call(createComment, { params: { itemId }, body: { text: "Hi" } }, anna), "not-found");
  });

  it("is a 404 while its workspace is deleted, and opens after a restore", async () => {
    await t.ports.pool.query("update workspaces set deleted_at = now() where id = $1", [team.id]);
    for (const user of [owner, stranger, null]) {
      expectError(await open(user), "not-found");
      expect((await page(user)).statusCode).toBe(404);
    }
    expectError(await t.call(getPlayback, { params: { itemId }, query: { share: slug } }, null), "not-found");
    expectError(await t.call(getShare, path(), owner), "not-found");
    await t.ports.pool.query("update workspaces set deleted_at = null where id = $1", [team.id]);
    expect((await open(null)).statusCode).toBe(200);
  });
});

describe("a user who creates, changes or deletes a link", () => {
  const tries = (user: TestUser) => [
    t.call(getShare, path(), user),
    t.call(updateShare, { ...path(), body: { allowDownload: false } }, user),
    t.call(deleteShare, path(), user),
  ];

  it("must be able to write", async () => {
    for (const answer of await Promise.all(tries(viewer))) expectError(answer, "forbidden");
    await team.grant({ folderId: folder }, anna, "read");
    for (const answer of await Promise.all(tries(anna))) expectError(answer, "forbidden");
    await team.grant({ folderId: folder }, anna, "none");
    for (const answer of await Promise.all(tries(anna))) expectError(answer, "not-found");
    expect((await open(null)).data().allowDownload).toBe(true);
    await team.grant({ itemId }, viewer, "write");
    expect((await t.call(getShare, path(), viewer)).data().slug).toBe(slug);
    expect((await t.call(updateShare, { ...path(), body: { allowDownload: false } }, viewer)).data().allowDownload).toBe(false);
    expect((await t.call(deleteShare, path(), viewer)).statusCode).toBe(200);
    expectError(await open(null), "not-found");
  });
});
