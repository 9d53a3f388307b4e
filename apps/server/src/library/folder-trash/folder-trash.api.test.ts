import {
  createFolder,
  deleteFolder,
  deleteItems,
  favoriteFolder,
  FOLDER_DEPTH_MAX,
  type Folder,
  getImage,
  listDeletedFolders,
  listFolders,
  listItems,
  moveItems,
  restoreFolder,
  restoreItems,
  search,
  trashItems,
  updateFolder,
} from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";

type Shown = z.output<typeof Folder>;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const params = { workspaceId: "personal" };
const make = async (user: TestUser, name: string, parentId: string | null = null, more: object = {}): Promise<Shown> =>
  (await test.call(createFolder, { params, body: { name, parentId, ...more } }, user)).data();
const change = (user: TestUser, folderId: string, folder: { name?: string; parentId?: string | null }) =>
  test.call(updateFolder, { params: { ...params, folderId }, body: { folder } }, user);
const remove = async (user: TestUser, folderId: string, withItems: boolean): Promise<void> =>
  void (await test.call(deleteFolder, { params: { ...params, folderId }, query: { withItems: String(withItems) } }, user)).data();
const restore = (user: TestUser, folderId: string) => test.call(restoreFolder, { params: { ...params, folderId } }, user);
const move = async (user: TestUser, folderId: string, itemIds: string[]): Promise<void> =>
  void (await test.call(moveItems, { params: { ...params, folderId }, body: { itemIds } }, user)).data();
const tree = async (user: TestUser): Promise<Shown[]> => (await test.call(listFolders, { params, query: {} }, user)).data().items;
const deleted = async (user: TestUser) => (await test.call(listDeletedFolders, { params, query: {} }, user)).data().items;
const image = async (user: TestUser, itemId: string) => (await test.call(getImage, { params: { ...params, itemId } }, user)).data();
const toTrash = async (user: TestUser, itemIds: string[]): Promise<void> =>
  void (await test.call(trashItems, { params, body: { itemIds } }, user)).data();
const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await test.ports.pool.query<T>(text, values)).rows;
const stored = async (folderIds: string[]): Promise<number> =>
  (await sql<{ n: number }>("select count(*)::int as n from deleted_folders where id = any($1::uuid[])", [folderIds]))[0]?.n ?? 0;
/** Images in a folder, uploaded by the user. */
async function images(user: TestUser, folderId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await test.image(user)).id);
  await move(user, folderId, ids);
  return ids;
}

describe.each([false, true])("a deleted folder, its items in the trash: %s", (withItems) => {
  it("is restored with its folders, items, colours and stars", async () => {
    const user = await test.user();
    const outer = await make(user, "Outer");
    const trips = await make(user, "Trips", outer.id, { color: "red" });
    const rome = await make(user, "Rome", trips.id);
    await test.call(favoriteFolder, { params: { ...params, folderId: rome.id }, body: {} }, user);
    const [[first = ""], [second = "", trashed = ""]] = [await images(user, trips.id, 1), await images(user, rome.id, 2)];
    await toTrash(user, [trashed]);
    const before = await tree(user);
    await remove(user, trips.id, withItems);

    expect((await tree(user)).map(({ id }) => id)).toEqual([outer.id]);
    const [listed] = await deleted(user);
    expect(Date.parse(listed?.purgeAt ?? "") - Date.parse(listed?.deletedAt ?? "")).toBe(test.ports.config.TRASH_DAYS * DAY_MS);
    expect(await deleted(user)).toEqual([
      {
        id: trips.id,
        workspaceId: trips.workspaceId,
        name: "Trips",
        color: "red",
        kind: "image",
        deletedAt: listed?.deletedAt,
        purgeAt: listed?.purgeAt,
        parentName: "Outer",
        folders: 1,
        items: 2,
        permission: { read: true, write: true },
      },
    ]);
    expect(await image(user, first)).toMatchObject({ trash: withItems, parentId: null });

    expect((await restore(user, trips.id)).data()).toEqual({ id: trips.id, name: "Trips", parentId: outer.id, folders: 2, items: 2 });
    expect(await tree(user)).toEqual(before);
    expect(await image(user, first)).toMatchObject({ trash: false, trashedFrom: null, parentId: trips.id });
    expect(await image(user, second)).toMatchObject({ trash: false, trashedFrom: null, parentId: rome.id });
    expect(await image(user, trashed)).toMatchObject({ trash: true, trashedFrom: "Rome", parentId: rome.id });
    expect(await deleted(user)).toEqual([]);
    expect(await stored([trips.id])).toBe(0);
    const found = (await test.call(search, { query: { q: "Rome" } }, user)).data();
    expect(found.folders.map(({ id }) => id)).toEqual([rome.id]);
    const [entry] = await sql<{ details: object }>("select details from audit where workspace_id = $1 and action = 'folder.restored'", [
      trips.workspaceId,
    ]);
    expect(entry?.details).toEqual({ folderId: trips.id, name: "Trips", folders: 2, items: 2 });
    // It can be deleted and restored again.
    await remove(user, trips.id, withItems);
    expect((await restore(user, trips.id)).data()).toMatchObject({ folders: 2, items: 2 });
  });

  it("leaves items where they are that were moved, restored, trashed or purged meanwhile", async () => {
    const user = await test.user();
    const trips = await make(user, "Trips");
    const other = await make(user, "Other");
    const [stays = "", moved = "", flipped = "", purged = ""] = await images(user, trips.id, 4);
    await remove(user, trips.id, withItems);
    test.clock.advance(1_000);
    if (withItems) await test.call(restoreItems, { params, body: { itemIds: [moved, flipped] } }, user);
    else await toTrash(user, [flipped, purged]);
    await move(user, other.id, [moved]);
    await test.call(deleteItems, { params, body: { itemIds: [purged] } }, user);
    expect((await deleted(user))[0]?.items).toBe(1);
    expect((await restore(user, trips.id)).data()).toMatchObject({ items: 1 });
    expect(await image(user, stays)).toMatchObject({ trash: false, parentId: trips.id });
    expect(await image(user, moved)).toMatchObject({ trash: false, parentId: other.id });
    expect(await image(user, flipped)).toMatchObject({ trash: !withItems, parentId: null });
  });

  it("is restored once by concurrent requests", async () => {
    const user = await test.user();
    const trips = await make(user, "Trips");
    await images(user, trips.id, 1);
    await remove(user, trips.id, withItems);
    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(user, trips.id)));
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers) if (answer !== won[0]) expectError(answer, "folder-restored");
    expect(await tree(user)).toMatchObject([{ id: trips.id, items: 1 }]);
  });
});

describe("the destination of a restored folder", () => {
  it("has a number in its name when the name is taken meanwhile", async () => {
    const user = await test.user();
    const first = await make(user, "Trips");
    await remove(user, first.id, false);
    const second = await make(user, "TRIPS");
    expect((await restore(user, first.id)).data().name).toBe("Trips (2)");
    await remove(user, second.id, false);
    await remove(user, first.id, false);
    await make(user, "Trips");
    await make(user, "Trips (2)");
    expect((await restore(user, second.id)).data().name).toBe("TRIPS (3)");
    expect((await restore(user, first.id)).data().name).toBe("Trips (2) (2)");
    const found = (await test.call(search, { query: { q: "Trips 3" } }, user)).data();
    expect(found.folders.map(({ id }) => id)).toEqual([second.id]);
  });

  it("is the root when the former parent is gone, and the parent where it was restored before", async () => {
    const user = await test.user();
    const outer = await make(user, "Outer");
    const [one, two] = [await make(user, "One", outer.id), await make(user, "Two", outer.id)];
    for (const { id } of [one, two, outer]) await remove(user, id, false);
    expect((await deleted(user)).map(({ name, parentName }) => [name, parentName]).toSorted()).toEqual([
      ["One", "Outer"],
      ["Outer", null],
      ["Two", "Outer"],
    ]);
    expect((await restore(user, one.id)).data().parentId).toBeNull();
    await restore(user, outer.id);
    expect((await restore(user, two.id)).data().parentId).toBe(outer.id);
    expect((await tree(user)).map(({ name, nestLevel }) => [name, nestLevel]).toSorted()).toEqual([
      ["One", 0],
      ["Outer", 0],
      ["Two", 1],
    ]);
  });

  it("follows a parent that moved, and is the root when the folders would be too deep there", async () => {
    const user = await test.user();
    const outer = await make(user, "Outer");
    const parent = await make(user, "Parent");
    const trips = await make(user, "Trips", parent.id);
    await make(user, "Rome", trips.id);
    await remove(user, trips.id, false);
    await change(user, parent.id, { parentId: outer.id });
    expect((await restore(user, trips.id)).data().parentId).toBe(parent.id);
    expect((await tree(user)).find(({ name }) => name === "Rome")?.nestLevel).toBe(3);
    await remove(user, trips.id, false);
    let deepest = outer.id;
    for (let level = 1; level < FOLDER_DEPTH_MAX - 2; level += 1) deepest = (await make(user, `Level ${level}`, deepest)).id;
    await change(user, parent.id, { parentId: deepest });
    expect((await tree(user)).find(({ id }) => id === parent.id)?.nestLevel).toBe(FOLDER_DEPTH_MAX - 2);
    expect((await restore(user, trips.id)).data().parentId).toBeNull();
  });
});

describe("the trash of folders", () => {
  it("gives an item to the last deleted folder that contained it", async () => {
    const user = await test.user();
    const [first, second] = [await make(user, "First"), await make(user, "Second")];
    const [item = ""] = await images(user, first.id, 1);
    await remove(user, first.id, false);
    await move(user, second.id, [item]);
    await remove(user, second.id, false);
    expect((await restore(user, first.id)).data().items).toBe(0);
    expect((await restore(user, second.id)).data().items).toBe(1);
    expect((await image(user, item)).parentId).toBe(second.id);
  });

  it("leaves the trash of items and the name of the folder unchanged", async () => {
    const user = await test.user();
    const trips = await make(user, "Trips");
    const [item = ""] = await images(user, trips.id, 1);
    await remove(user, trips.id, true);
    const listed = (await test.call(listItems, { params, query: { view: "trash" } }, user)).data().items;
    expect(listed).toMatchObject([{ id: item, trashedFrom: "Trips", parentId: null }]);
    expect((await make(user, "Trips")).name).toBe("Trips");
  });

  it("is emptied with the trash, by kind when only one type of items is deleted", async () => {
    const user = await test.user();
    const [picture, film] = [await make(user, "Stills"), await make(user, "Films", null, { kind: "video" })];
    for (const { id } of [picture, film]) await remove(user, id, false);
    const empty = (from: object) => test.call(deleteItems, { params, body: { all: true, from: { view: "trash", ...from } } }, user);
    expect((await empty({ type: "video" })).data()).toEqual({ done: 0, pending: 0, failed: [] });
    expect((await deleted(user)).map(({ id }) => id)).toEqual([picture.id]);
    await empty({});
    expect(await stored([picture.id, film.id])).toBe(0);
    expectError(await restore(user, picture.id), "not-found");
  });

  it("is purged after the retention of the trash", async () => {
    const user = await test.user();
    const [old, young] = [await make(user, "Old"), await make(user, "Young")];
    const retentionMs = test.ports.config.TRASH_DAYS * DAY_MS;
    for (const [{ id }, ageMs] of [
      [old, retentionMs + HOUR_MS],
      [young, retentionMs - HOUR_MS],
    ] as const) {
      await remove(user, id, true);
      await sql("update deleted_folders set deleted_at = $2 where id = $1", [id, new Date(test.clock.now().getTime() - ageMs)]);
    }
    for (const { run } of test.modules.folderTrash.sweepers) await run(new AbortController().signal, null);
    expect(await stored([old.id])).toBe(0);
    expect(await stored([young.id])).toBe(1);
  });

  it("is not available to other users, and unknown ids are not found", async () => {
    const [user, stranger] = [await test.user(), await test.user()];
    const trips = await make(user, "Trips");
    await remove(user, trips.id, false);
    expect(await deleted(stranger)).toEqual([]);
    expectError(await restore(stranger, trips.id), "not-found");
    const live = await make(user, "Live");
    expectError(await restore(user, live.id), "folder-restored");
    for (const folderId of [test.ports.ids.id(), "root", "nonsense"]) expectError(await restore(user, folderId), "not-found");
    expectError(await restore(stranger, live.id), "not-found");
  });

  it("handles 10,000 items and 1,000 folders within the time limit", async () => {
    const user = await test.user();
    const big = await make(user, "Big");
    await sql(
      `insert into folders (id, workspace_id, parent_id, path, nest_level, kind, name, name_key, color)
       select gen_random_uuid(), $1, $2, array[$2::uuid], 1, 'image', 'f' || n, 'f' || n, 'red' from generate_series(1, 1000) n`,
      [big.workspaceId, big.id],
    );
    await sql(
      `insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type)
       select gen_random_uuid(), $1, $2, 'image', 'Shot ' || n, 'shot.png', gen_random_uuid()::text, 'ready', 'image/png' from generate_series(1, 10000) n`,
      [big.workspaceId, big.id],
    );
    await remove(user, big.id, true);
    expect((await deleted(user))[0]).toMatchObject({ folders: 1_000, items: 10_000 });
    const startedAt = performance.now();
    expect((await restore(user, big.id)).data()).toMatchObject({ folders: 1_001, items: 10_000 });
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    expect((await tree(user)).find(({ id }) => id === big.id)).toMatchObject({ children: 1_000, items: 10_000 });
  });
});
