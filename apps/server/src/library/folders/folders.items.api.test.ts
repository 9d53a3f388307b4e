import { BULK_MAX, getUserData, getWorkspace, listWorkspaces } from "@stillreel/contract";
import { expectError } from "@stillreel/testing";
import { describe, expect, it } from "vitest";
import {
  test,
  PERSONAL,
  tryMake,
  make,
  remove,
  move,
  star,
  tree,
  image,
  sql,
  personalOf,
  team,
  fill,
  expectSoundTree,
  setUpFolders,
} from "./folders.fixture.ts";

setUpFolders();

const parentsOf = async (itemIds: string[]): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await sql<{ location: string; n: number }>(
        "select coalesce(folder_id::text, 'root') as location, count(*)::int as n from items where id = any($1::uuid[]) group by 1",
        [itemIds],
      )
    ).map((row) => [row.location, row.n]),
  );

describe("deleting a folder", () => {
  it("deletes its subfolders and moves the items to the root", async () => {
    const user = await test.user();
    const space = await personalOf(user);
    const a = await make(user, { name: "A" });
    const b = await make(user, { name: "B", parentId: a.id });
    const other = await make(user, { name: "Other" });
    const { id: real } = await test.image(user);
    await move(user, b.id, { itemIds: [real] });
    const inA = await fill(space, 3, { folderId: a.id });
    const [trashed = ""] = await fill(space, 1, { folderId: b.id });
    await sql("update items set trashed_at = now(), trashed_from = 'Older' where id = $1", [trashed]);
    const elsewhere = await fill(space, 1, { folderId: other.id });
    expect((await remove(user, a.id)).data()).toEqual({ folders: 2, items: 4 });
    expect(await parentsOf([...inA, real, trashed, ...elsewhere])).toEqual({ root: 5, [other.id]: 1 });
    expect((await image(user, real)).data()).toMatchObject({ parentId: null, trash: false });
    expect((await image(user, trashed)).data()).toMatchObject({ trash: true, trashedFrom: "Older" });
    expect((await tree(user)).map((folder) => folder.id)).toEqual([other.id]);
    for (const id of [a.id, b.id]) expectError(await remove(user, id), "not-found");
    const [entry] = await sql<{ details: object }>("select details from audit where workspace_id = $1 and action = 'folder.deleted'", [
      space,
    ]);
    expect(entry?.details).toEqual({ folderId: a.id, name: "A", withItems: false, folders: 2, items: 4 });
  });

  it("moves the items to the trash on request, each with the name of its folder", async () => {
    const user = await test.user();
    const a = await make(user, { name: "Trips" });
    const b = await make(user, { name: "Rome", parentId: a.id });
    const [first, second] = [await test.image(user), await test.image(user)];
    await move(user, a.id, { itemIds: [first.id] });
    await move(user, b.id, { itemIds: [second.id] });
    expect((await remove(user, a.id, { withItems: "true" })).data()).toEqual({ folders: 2, items: 2 });
    expect((await image(user, first.id)).data()).toMatchObject({ trash: true, trashedFrom: "Trips", parentId: null });
    expect((await image(user, second.id)).data()).toMatchObject({ trash: true, trashedFrom: "Rome", parentId: null });
  });

  it("waits for an upload into it, and includes its item", async () => {
    const user = await test.user();
    const space = await personalOf(user);
    const folder = await make(user, { name: "Busy" });
    const upload = await test.ports.pool.connect();
    try {
      await upload.query("begin");
      await upload.query("select id from folders where id = $1 for key share", [folder.id]);
      const deleting = remove(user, folder.id, { withItems: "true" });
      for (;;) {
        const [{ waiting } = { waiting: 0 }] = await sql<{ waiting: number }>(
          "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (waiting > 0) break;
      }
      const id = test.ports.ids.id();
      await upload.query(
        `insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type)
         values ($1, $2, $3, 'image', 'Late', 'late.png', 'late', 'ready', 'image/png')`,
        [id, space, folder.id],
      );
      await upload.query("commit");
      expect((await deleting).data()).toEqual({ folders: 1, items: 1 });
      expect((await image(user, id)).data()).toMatchObject({ trash: true, trashedFrom: "Busy", parentId: null });
    } finally {
      upload.release();
    }
  });

  it("loses nothing during concurrent uploads, moves and deletions", async () => {
    const user = await test.user();
    const space = await personalOf(user);
    for (let round = 0; round < 3; round += 1) {
      const from = await make(user, { name: `From ${round}` });
      const to = await make(user, { name: `To ${round}` });
      const itemIds = await fill(space, 200, { folderId: from.id });
      const answers = await Promise.all([
        move(user, to.id, { itemIds: itemIds.toReversed() }),
        remove(user, from.id),
        move(user, to.id, { itemIds }),
        remove(user, to.id),
        move(user, "root", { itemIds }),
        tryMake(user, { name: "Inside", parentId: to.id }),
      ]);
      expect(answers.filter((answer) => answer.statusCode >= 500)).toEqual([]);
      expect(await parentsOf(itemIds)).toEqual({ root: 200 });
    }
    await expectSoundTree(space);
  });

  it("handles 10,000 items within the time limit", async () => {
    const user = await test.user();
    const space = await personalOf(user);
    const folder = await make(user, { name: "Years" });
    await fill(space, 10_000, { folderId: folder.id });
    expect((await tree(user))[0]?.items).toBe(10_000);
    const startedAt = performance.now();
    expect((await remove(user, folder.id, { withItems: "true" })).data()).toEqual({ folders: 1, items: 10_000 });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const [sums] = await sql<{ live: number; trash: number }>(
      "select sum(images + videos)::int as live, sum(trash)::int as trash from item_counts where workspace_id = $1",
      [space],
    );
    expect(sums).toEqual({ live: 0, trash: 10_000 });
  });
});

describe("moving items", () => {
  it("moves between folders and the root, counts duplicates once, and can be repeated", async () => {
    const user = await test.user();
    const space = await personalOf(user);
    const a = await make(user, { name: "A" });
    const itemIds = await fill(space, 3);
    expect((await move(user, a.id, { itemIds: [...itemIds, ...itemIds], fromFolderId: "root" })).data()).toEqual({ moved: 3 });
    expect(await parentsOf(itemIds)).toEqual({ [a.id]: 3 });
    const before = await sql("select updated_at from items where id = any($1::uuid[]) order by id", [itemIds]);
    test.clock.advance(1_000);
    expect((await move(user, a.id, { itemIds, fromFolderId: "root" })).data()).toEqual({ moved: 3 });
    expect(await sql("select updated_at from items where id = any($1::uuid[]) order by id", [itemIds])).toEqual(before);
    expect((await move(user, "root", { itemIds, fromFolderId: a.id })).data()).toEqual({ moved: 3 });
    expect(await parentsOf(itemIds)).toEqual({ root: 3 });
  });

  it("moves all or none: missing, foreign, trashed, mistyped or displaced ids prevent the move", async () => {
    const [user, stranger] = [await test.user(), await test.user()];
    const space = await personalOf(user);
    const a = await make(user, { name: "A" });
    const b = await make(user, { name: "B" });
    const theirs = await make(stranger, { name: "Theirs" });
    const itemIds = await fill(space, 2);
    const [foreign = ""] = await fill(await personalOf(stranger), 1);
    const [trashed = ""] = await fill(space, 1);
    await sql("update items set trashed_at = now() where id = $1", [trashed]);
    const [video = ""] = await fill(space, 1, { type: "video" });
    const crew = await team([[user, "owner"]]);
    const [shared = ""] = await fill(crew, 1);
    for (const odd of [foreign, trashed, shared, test.ports.ids.id(), "nonsense"])
      expectError(await move(user, a.id, { itemIds: [...itemIds, odd] }), "not-found");
    expect(expectError(await move(user, a.id, { itemIds: [...itemIds, video] }), "validation-failed")[0]?.field).toBe("itemIds");
    for (const folderId of [theirs.id, "nonsense", test.ports.ids.id()]) expectError(await move(user, folderId, { itemIds }), "not-found");
    for (const fromFolderId of [b.id, theirs.id, "nonsense"])
      expectError(await move(user, a.id, { itemIds, fromFolderId }), "move-conflict");
    expect(expectError(await move(user, a.id, { itemIds: [] }), "validation-failed")[0]?.field).toBe("itemIds");
    const tooMany = Array.from({ length: BULK_MAX + 1 }, () => itemIds[0] ?? "");
    expect(expectError(await move(user, a.id, { itemIds: tooMany }), "validation-failed")[0]?.field).toBe("itemIds");
    expect(await parentsOf([...itemIds, foreign, trashed, video, shared])).toEqual({ root: 6 });
  });

  it("ends in one folder when two users move the same items in opposite directions", async () => {
    const [one, two] = [await test.user(), await test.user()];
    const crew = await team([
      [one, "member"],
      [two, "member"],
    ]);
    const a = await make(one, { name: "A" }, crew);
    const b = await make(two, { name: "B" }, crew);
    const itemIds = await fill(crew, 300);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        move(one, a.id, { itemIds }, crew),
        move(two, b.id, { itemIds: itemIds.toReversed() }, crew),
        move(one, a.id, { itemIds: itemIds.slice(0, 150).toReversed() }, crew),
      ]);
      expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
      const parents = await parentsOf(itemIds);
      expect((parents[a.id] ?? 0) + (parents[b.id] ?? 0)).toBe(300);
    }
    const conflicts = await Promise.all([
      move(one, "root", { itemIds }, crew),
      ...[a, b].map((from) => move(two, from === a ? b.id : a.id, { itemIds, fromFolderId: from.id }, crew)),
    ]);
    for (const answer of conflicts) expect([200, 409]).toContain(answer.statusCode);
  });

  it("moves the maximum number of items of one request", async () => {
    const user = await test.user();
    const space = await personalOf(user);
    const folder = await make(user, { name: "Big" });
    const itemIds = await fill(space, BULK_MAX);
    expect((await move(user, folder.id, { itemIds })).data()).toEqual({ moved: BULK_MAX });
    expect((await tree(user))[0]?.items).toBe(BULK_MAX);
  });
});

describe("stars on folders", () => {
  it("sets, deletes and toggles stars of one user, and returns user and workspace", async () => {
    const [user, mate] = [await test.user(), await test.user()];
    const crew = await team([
      [user, "member"],
      [mate, "viewer"],
    ]);
    const picture = await make(user, { name: "P" });
    const film = await make(user, { name: "F", kind: "video" });
    const mixed = await make(user, { name: "M" }, crew);
    expect((await star(user, picture.id)).data()).toEqual({ favorite: true });
    expect((await star(user, picture.id)).data()).toEqual({ favorite: false });
    await Promise.all(Array.from({ length: 8 }, () => star(user, picture.id, { favorite: true })));
    for (const [id, space] of [
      [film.id, PERSONAL],
      [mixed.id, crew],
    ] as const)
      await star(user, id, { favorite: true }, space);
    expect((await test.call(getUserData, {}, user)).data().favoriteFolders).toEqual({
      images: [picture.id],
      videos: [film.id],
      workspaces: { [crew]: [mixed.id] },
    });
    expect((await test.call(listWorkspaces, {}, user)).data()[0]?.favFolders).toEqual([mixed.id]);
    const whole = (await test.call(getWorkspace, { params: { workspaceId: PERSONAL } }, user)).data();
    expect(whole.workspace.favFolders).toEqual([picture.id, film.id]);
    expect((await tree(user)).map((folder) => folder.favorite)).toEqual([true, true]);
    expect((await tree(mate, {}, crew)).map((folder) => [folder.favorite, folder.permission])).toEqual([
      [false, { read: true, write: false }],
    ]);
    expect((await star(mate, mixed.id, { favorite: false }, crew)).data()).toEqual({ favorite: false });
    expect((await star(mate, mixed.id, {}, crew)).data()).toEqual({ favorite: true });
    await remove(user, picture.id);
    expect((await test.call(getUserData, {}, user)).data().favoriteFolders.images).toEqual([]);
    for (const id of [picture.id, mixed.id, "nonsense", "root"]) expectError(await star(user, id), "not-found");
  });
});
