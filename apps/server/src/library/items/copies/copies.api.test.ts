import {
  addFromPersonal,
  type ClientResult,
  copyItem,
  favoriteItem,
  getImage,
  getShare,
  getVideo,
  listItems,
  moveItem,
  purgeImage,
  trashItems,
} from "@stillreel/contract";
import { createTestApp, expectError, png, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comments, folders, members, workspaces } from "../../../platform/db/schema/index.ts";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let anna: TestUser;
let ben: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
  ben = await test.user();
});
afterAll(() => test.close());

async function folder(workspaceId: string, kind: "image" | "video" | "mixed"): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.db.insert(folders).values({ id, workspaceId, kind, name: id, nameKey: id, color: "#2F6FB4" });
  return id;
}
const idOf = async (user: TestUser): Promise<string> =>
  (await test.ports.db.execute<{ id: string }>(sql`select id from users where email = ${user.email}`)).rows[0]?.id ?? "";
async function team(...people: [TestUser, "owner" | "member" | "viewer"][]): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.db.insert(workspaces).values({ id, kind: "team", name: "Team" });
  for (const [user, role] of people) await test.ports.db.insert(members).values({ workspaceId: id, userId: await idOf(user), role });
  return id;
}
const copy = (user: TestUser, itemId: string, body: { workspaceId?: string; folderId?: string | null } = {}) =>
  test.call(copyItem, { params: { itemId }, body }, user);
const move = (user: TestUser, itemId: string, body: { workspaceId?: string; folderId?: string | null }) =>
  test.call(moveItem, { params: { itemId }, body }, user);
const get = (user: TestUser, workspaceId: string, itemId: string) => test.call(getImage, { params: { workspaceId, itemId } }, user);

describe("copying", () => {
  it("shares bytes and thumbnails, numbers the title, and copies no link, comments or stars", async () => {
    const item = await test.image<Item>(anna, { title: "Map", bytes: png(40, 30) });
    await test.runJobs();
    (await test.call(getShare, { params: { workspaceId: "personal", itemId: item.id } }, anna)).data();
    (await test.call(favoriteItem, { params: { itemId: item.id }, body: {} }, anna)).data();
    const titles = (await Promise.all([copy(anna, item.id), copy(anna, item.id), copy(anna, item.id)])).map(
      (answer) => answer.data().title,
    );
    expect(titles.toSorted()).toEqual(["Map (2)", "Map (3)", "Map (4)"]);
    const made = (await copy(anna, item.id)).data();
    expect(made).toMatchObject({
      title: "Map (5)",
      stage: "ready",
      parentId: null,
      shareUrl: null,
      favorite: false,
      comments: 0,
      width: 40,
      size: item.size,
      placeholder: expect.any(String),
    });
    expect(made.refName).not.toBe(item.refName);
    expect((await copy(anna, made.id)).data().title).toBe("Map (6)");
    // The source is deleted. The copy must stay complete.
    (await test.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: item.id } }, anna)).data();
    await test.runJobs();
    const left = (await get(anna, "personal", made.id)).data();
    for (const url of [left.sourceUrl, left.thumbnailUrl, left.thumbnailLargeUrl])
      expect((await test.app.inject({ url: String(url) })).statusCode).toBe(200);
    const found = (await test.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all", q: "map" } }, anna)).data();
    expect(found.items).toHaveLength(5);
  });

  it("creates the thumbnails of a copy whose source has none yet", async () => {
    const item = await test.image<Item>(anna);
    const made = (await copy(anna, item.id)).data();
    await test.runJobs();
    expect((await get(anna, "personal", made.id)).data()).toMatchObject({
      stage: "ready",
      thumbnailUrl: expect.stringContaining("/media/"),
    });
  });

  it("creates it in the requested folder, under the same title if it is free", async () => {
    const item = await test.image<Item>(anna, { title: "Plan" });
    const targetId = await folder(item.workspaceId, "image");
    expect((await copy(anna, item.id, { folderId: targetId })).data()).toMatchObject({ title: "Plan", parentId: targetId });
    expect((await copy(anna, item.id, { folderId: targetId })).data()).toMatchObject({ title: "Plan (2)", parentId: targetId });
    const space = await team([anna, "member"]);
    expect((await copy(anna, item.id, { workspaceId: space })).data()).toMatchObject({ title: "Plan", workspaceId: space, parentId: null });
    const videos = await folder(item.workspaceId, "video");
    const foreign = await folder((await test.image<Item>(ben)).workspaceId, "image");
    for (const folderId of [videos, foreign, "nonsense"])
      expect(expectError(await copy(anna, item.id, { folderId }), "validation-failed")[0]?.field).toBe("folderId");
  });

  it("is refused for missing items, items of other users, items in the trash, and targets without write permission", async () => {
    const item = await test.image<Item>(anna);
    const foreign = await test.image<Item>(ben);
    const viewed = await team([anna, "viewer"], [ben, "owner"]);
    for (const itemId of [foreign.id, test.ports.ids.id(), "nonsense"]) expectError(await copy(anna, itemId), "not-found");
    expectError(await copy(anna, item.id, { workspaceId: viewed }), "forbidden");
    expectError(await copy(anna, item.id, { workspaceId: foreign.workspaceId }), "not-found");
    await test.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: [item.id] } }, anna);
    expectError(await copy(anna, item.id), "not-found");
    expectError(await move(anna, item.id, { folderId: null }), "not-found");
  });

  it("copies a personal item into a workspace, and no item of another user", async () => {
    const item = await test.image<Item>(anna, { title: "Mine" });
    const space = await team([anna, "member"], [ben, "viewer"]);
    const targetId = await folder(space, "mixed");
    const add = (user: TestUser, query: { itemId: string; folderId?: string }, type: "image" | "video" = "image", workspaceId = space) =>
      test.call(addFromPersonal, { params: { workspaceId, type }, query }, user);
    expect((await add(anna, { itemId: item.id, folderId: targetId })).data()).toMatchObject({
      workspaceId: space,
      parentId: targetId,
      title: "Mine",
    });
    expect((await get(anna, "personal", item.id)).data().title).toBe("Mine");
    expectError(await add(ben, { itemId: item.id }), "forbidden");
    expectError(await add(anna, { itemId: item.id }, "video"), "not-found");
    expectError(await add(anna, { itemId: (await test.image<Item>(ben)).id }), "not-found");
    expectError(await add(await test.user(), { itemId: item.id }), "not-found");
  });
});

describe("moving one item", () => {
  it("preserves link, comments, search words and stars in another space", async () => {
    const item = await test.image<Item>(anna, { title: "Wanderer" });
    const space = await team([anna, "member"], [ben, "member"]);
    const targetId = await folder(space, "mixed");
    const share = (await test.call(getShare, { params: { workspaceId: "personal", itemId: item.id } }, anna)).data();
    (await test.call(favoriteItem, { params: { itemId: item.id }, body: {} }, anna)).data();
    const comment = { id: test.ports.ids.id(), itemId: item.id, workspaceId: item.workspaceId, text: "Extraordinary" };
    await test.ports.db.insert(comments).values(comment);
    const moved = (await move(anna, item.id, { workspaceId: space, folderId: targetId })).data();
    expect(moved).toMatchObject({
      id: item.id,
      workspaceId: space,
      parentId: targetId,
      shareUrl: share.shareUrl,
      favorite: true,
      refName: item.refName,
    });
    expectError(await get(anna, "personal", item.id), "not-found");
    expect((await get(ben, space, item.id)).data()).toMatchObject({ title: "Wanderer", favorite: false });
    expect((await test.app.inject({ url: `/api/v1/shared/${share.slug}` })).statusCode).toBe(200);
    const list = async (workspaceId: string, query: Record<string, string>): Promise<string[]> =>
      (await test.call(listItems, { params: { workspaceId }, query: query as never }, anna)).data().items.map((each) => each.id);
    const queries: Record<string, string>[] = [
      { view: "all", q: "wand" },
      { view: "all", q: "extraord" },
      { view: "starred" },
      { view: "shared" },
    ];
    for (const query of queries) {
      expect(await list(space, query), JSON.stringify(query)).toEqual([item.id]);
      expect(await list("personal", query)).not.toContain(item.id);
    }
    const { rows } = await test.ports.pool.query("select workspace_id from comments where id = $1", [comment.id]);
    expect(rows).toEqual([{ workspace_id: space }]);
  });

  it("needs write permission on source and target, and a folder of the same kind", async () => {
    const item = await test.image<Item>(anna);
    const viewed = await team([anna, "viewer"], [ben, "owner"]);
    const foreign = await test.image<Item>(ben);
    const bens = (await copy(ben, foreign.id, { workspaceId: viewed })).data();
    expectError(await move(anna, item.id, { workspaceId: viewed }), "forbidden");
    expectError(await move(anna, bens.id, { workspaceId: "personal" }), "forbidden");
    expectError(await move(anna, foreign.id, { workspaceId: "personal" }), "not-found");
    expectError(await move(anna, item.id, { workspaceId: foreign.workspaceId }), "not-found");
    const videos = await folder(item.workspaceId, "video");
    expect(expectError(await move(anna, item.id, { folderId: videos }), "validation-failed")[0]?.field).toBe("folderId");
    const targetId = await folder(item.workspaceId, "image");
    expect((await move(anna, item.id, { folderId: targetId })).data().parentId).toBe(targetId);
    expect((await move(anna, item.id, {})).data().parentId).toBe(targetId);
    expect((await move(anna, item.id, { folderId: "root" })).data().parentId).toBeNull();
  });

  it("happens once per request, also for concurrent requests", async () => {
    const spaces = [await team([anna, "owner"]), await team([anna, "owner"])];
    const item = await test.image<Item>(anna);
    const same = await Promise.all(Array.from({ length: 6 }, () => move(anna, item.id, { workspaceId: spaces[0] as string })));
    expect(same.map((answer) => answer.data().workspaceId)).toEqual(Array.from({ length: 6 }, () => spaces[0]));
    const either = await Promise.all([0, 1, 0, 1].map((which) => move(anna, item.id, { workspaceId: spaces[which] as string })));
    expect(either.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
    const found = await Promise.all(spaces.map(async (space) => (await get(anna, space, item.id)).statusCode));
    expect(found.toSorted()).toEqual([200, 404]);
  });

  it("ends in one folder when two users move it concurrently, or is deleted when one deletes it", async () => {
    const space = await team([anna, "member"], [ben, "member"]);
    for (let round = 0; round < 5; round += 1) {
      const item = (await copy(anna, (await test.image<Item>(anna)).id, { workspaceId: space })).data();
      const answers = await Promise.all([
        move(anna, item.id, { workspaceId: "personal" }),
        move(ben, item.id, { workspaceId: "personal" }),
        test.call(purgeImage, { params: { workspaceId: space }, query: { imageId: item.id } }, anna),
      ]);
      expect(answers.filter((answer) => answer.statusCode === 200).length).toBeGreaterThanOrEqual(1);
      for (const answer of answers) expect([200, 404]).toContain(answer.statusCode);
    }
  });

  it("does not find a picture among videos", async () => {
    const item = await test.image<Item>(anna);
    expectError(await test.call(getVideo, { params: { workspaceId: "personal", itemId: item.id } }, anna), "not-found");
  });
});
