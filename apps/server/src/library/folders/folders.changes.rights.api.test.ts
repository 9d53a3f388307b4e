import { deleteFolder, listFolders, listItems, moveItems } from "@stillreel/contract";
import { expectError, type TestUser } from "@stillreel/testing";
import { describe, expect, it } from "vitest";
import {
  type Shown,
  test,
  owner,
  admin,
  member,
  viewer,
  crew,
  sql,
  idOf,
  make,
  folder,
  change,
  star,
  grant,
  fill,
  setUpFolderRights,
} from "./folders.rights.fixture.ts";

setUpFolderRights();

const remove = (user: TestUser, folderId: string, withItems = false) =>
  test.call(deleteFolder, { params: { workspaceId: crew, folderId }, query: { withItems: String(withItems) } }, user);
const move = (user: TestUser, folderId: string, itemIds: string[], fromFolderId?: string | null) =>
  test.call(
    moveItems,
    { params: { workspaceId: crew, folderId }, body: { itemIds, ...(fromFolderId === undefined ? {} : { fromFolderId }) } },
    user,
  );
const tree = async (user: TestUser, query: Record<string, string> = {}): Promise<Shown[]> =>
  (await test.call(listFolders, { params: { workspaceId: crew }, query }, user)).data().items;
/** Returns the tree as `name: parent's name, level, children, items`. */
const outline = async (user: TestUser, query: Record<string, string> = {}) => {
  const all = await tree(user, query);
  const nameOf = (id: string | null) => all.find((one) => one.id === id)?.name ?? id;
  return Object.fromEntries(all.map((one) => [one.name, [nameOf(one.parentId), one.nestLevel, one.children, one.items]]));
};
const parentOf = async (itemId: string): Promise<string | null> =>
  (await sql<{ folder_id: string | null }>("select folder_id from items where id = $1", [itemId]))[0]?.folder_id ?? null;

describe("changing folders with permissions", () => {
  it("creates folders in writable folders, hides unreadable parents, and needs the role at the root", async () => {
    const [read, write, none] = [await folder("Read"), await folder("Write"), await folder("None")];
    await grant({ folderId: read }, "read");
    await grant({ folderId: write }, "write");
    await grant({ folderId: none }, "none");
    for (const user of [member, viewer]) {
      expect((await make(user, `By ${user.displayName}`, write)).data()).toMatchObject({ parentId: write, permission: { write: true } });
      expectError(await make(user, "New", read), "forbidden");
      const refused = await make(user, "New", none);
      expect(expectError(refused, "validation-failed")).toEqual([
        { field: "parentId", code: "not-found", message: "We could not find that folder." },
      ]);
      expect(refused.body).toBe((await make(user, "New", test.ports.ids.id())).body);
    }
    expect((await make(member, "At the root")).statusCode).toBe(201);
    expectError(await make(viewer, "At the root too"), "forbidden");
  });

  it("renames, colours and moves writable folders into writable folders", async () => {
    const [read, write, none] = [await folder("Read"), await folder("Write"), await folder("None")];
    const [inRead, inWrite, inNone] = [await folder("a", read), await folder("b", write), await folder("c", none)];
    await grant({ folderId: read }, "read");
    await grant({ folderId: write }, "write");
    await grant({ folderId: none }, "none");
    for (const user of [member, viewer]) {
      expect((await change(user, inWrite, { name: "B", color: "red" })).data()).toMatchObject({ name: "B", color: "red" });
      for (const given of [{ name: "x" }, { color: "red" }, { parentId: write }]) {
        expectError(await change(user, inRead, given), "forbidden");
        expectError(await change(user, inNone, given), "not-found");
      }
      expectError(await change(user, inWrite, { parentId: read }), "forbidden");
      expect(expectError(await change(user, inWrite, { parentId: none }), "validation-failed")[0]?.field).toBe("folder.parentId");
      expectError(await change(user, write, { parentId: inWrite }), "folder-cycle");
    }
    expectError(await change(viewer, inWrite, { parentId: null }), "forbidden");
    expect((await change(member, inWrite, { parentId: null })).data()).toMatchObject({ parentId: null });
    // Outside the writable folder the viewer may only read it.
    expectError(await change(viewer, inWrite, { name: "Mine" }), "forbidden");
  });

  it("accepts the parent that a member was shown as the folder's parent", async () => {
    const closed = await folder("Closed");
    const open = await folder("Open", closed);
    await grant({ folderId: closed }, "none");
    await grant({ folderId: open }, "write");
    const [shown] = await tree(member);
    expect(shown).toMatchObject({ id: open, parentId: null, nestLevel: 0 });
    const renamed = await change(member, open, { ...shown, name: "Opened" });
    expect(renamed.data()).toMatchObject({ name: "Opened", parentId: null, nestLevel: 0 });
    expect((await tree(owner)).find((one) => one.id === open)).toMatchObject({ name: "Opened", parentId: closed, nestLevel: 1 });
  });

  it("deletes a folder only when its whole content is writable", async () => {
    const outer = await folder("Outer");
    const inner = await folder("Inner", outer);
    const [item = ""] = await fill(1, inner);
    const untouched = async () => {
      expect(await outline(owner)).toMatchObject({ Outer: [null, 0, 1, 0], Inner: ["Outer", 1, 0, 1] });
      expect(await parentOf(item)).toBe(inner);
    };
    expectError(await remove(viewer, outer), "forbidden");
    await grant({ folderId: inner }, "read", member);
    expectError(await remove(member, outer, true), "forbidden");
    await sql("update grants set read = false where folder_id = $1", [inner]);
    const hidden = await remove(member, outer, true);
    expectError(hidden, "forbidden");
    expect(hidden.body).not.toContain("Inner");
    expectError(await remove(member, inner), "not-found");
    await untouched();
    await sql("delete from grants where folder_id = $1", [inner]);
    for (const right of ["read", "none"] as const) {
      await grant({ itemId: item }, right);
      for (const withItems of [true, false]) expectError(await remove(member, outer, withItems), "forbidden");
      await sql("delete from grants where item_id = $1", [item]);
    }
    await untouched();
    expect((await remove(member, outer)).data()).toEqual({ folders: 2, items: 1 });
    expect(await parentOf(item)).toBeNull();
  });

  it("items of a deleted hidden folder remain hidden at the root and in the trash", async () => {
    const seen = async (user: TestUser, itemId: string, view: "all" | "trash") =>
      (await test.call(listItems, { params: { workspaceId: crew }, query: { view } }, user)).data().items.some(({ id }) => id === itemId);
    for (const [withItems, view] of [
      [true, "trash"],
      [false, "all"],
    ] as const) {
      const outer = await folder(`Outer ${view}`);
      const inner = await folder("Inner", outer);
      const [secret = "", open = ""] = [...(await fill(1, inner)), ...(await fill(1, inner))];
      await grant({ folderId: outer }, "none");
      await grant({ folderId: outer }, "none", viewer);
      await grant({ folderId: inner }, "read", viewer);
      await grant({ itemId: open }, "read");
      expect((await remove(owner, outer, withItems)).data()).toEqual({ folders: 2, items: 2 });
      expect(await seen(member, secret, view)).toBe(false);
      expect(await seen(member, open, view)).toBe(true);
      expect(await seen(viewer, secret, view)).toBe(true);
      expect(await seen(admin, secret, view)).toBe(true);
    }
  });

  it("no member sends items to a root without write permission", async () => {
    const target = await folder("Place");
    await fill(1, target);
    const empty = await folder("Empty");
    for (const id of [target, empty]) await grant({ folderId: id }, "write");
    expectError(await remove(viewer, target), "forbidden");
    expect((await remove(viewer, target, true)).data()).toEqual({ folders: 1, items: 1 });
    expect((await remove(viewer, empty)).data()).toEqual({ folders: 1, items: 0 });
  });

  it("moves all items or none, with write permission on source and target", async () => {
    const [read, write, none, plain] = [await folder("Read"), await folder("Write"), await folder("None"), await folder("Plain")];
    await grant({ folderId: read }, "read");
    await grant({ folderId: write }, "write");
    await grant({ folderId: none }, "none");
    const [[ours = ""], [theirs = ""], [hidden = ""], [special = ""]] = [
      await fill(1, plain),
      await fill(1, read),
      await fill(1, none),
      await fill(1, none),
    ];
    await grant({ itemId: special }, "write", member);
    expectError(await move(member, write, [ours, theirs]), "forbidden");
    expectError(await move(member, write, [ours, hidden]), "not-found");
    expectError(await move(member, write, [ours, theirs, hidden]), "not-found");
    expectError(await move(member, read, [ours]), "forbidden");
    expectError(await move(member, none, [ours]), "not-found");
    expect((await move(member, none, [ours])).body).toBe((await move(member, test.ports.ids.id(), [ours])).body);
    expectError(await move(viewer, write, [ours]), "forbidden");
    expect(await Promise.all([ours, theirs, hidden, special].map(parentOf))).toEqual([plain, read, none, none]);
    // They cannot see the items' folder, so any given source folder is accepted.
    expect((await move(member, write, [ours, special], plain)).data()).toEqual({ moved: 2 });
    expect(await Promise.all([ours, special].map(parentOf))).toEqual([write, write]);
    expect((await move(viewer, write, [ours])).data()).toEqual({ moved: 1 });
    expectError(await move(viewer, "root", [ours]), "forbidden");
  });

  it("stars readable folders only", async () => {
    const [read, none] = [await folder("Read"), await folder("None")];
    await grant({ folderId: read }, "read");
    await grant({ folderId: none }, "none");
    expect((await star(viewer, read)).data()).toEqual({ favorite: true });
    expectError(await star(viewer, none), "not-found");
    expect((await star(owner, none)).data()).toEqual({ favorite: true });
  });

  it("creates folders for imports with the permissions of the importing user", async () => {
    const [read, write, none] = [await folder("Read"), await folder("Write"), await folder("None")];
    await grant({ folderId: read }, "read");
    await grant({ folderId: write }, "write");
    await grant({ folderId: none }, "none");
    const ensure = async (user: TestUser, name: string, parentId: string | null) => {
      const userId = await idOf(user);
      return test.ports.db
        .transaction((tx) => test.modules.folders.ensure(tx, { workspaceId: crew, parentId, kind: "mixed", name, userId }))
        .catch((error: { code: string }) => error.code);
    };
    const made = await ensure(viewer, "New", write);
    expect((await tree(owner)).find((one) => one.id === made)).toMatchObject({ name: "New", parentId: write });
    expect(await ensure(viewer, "new", write)).toBe(made);
    expect(await ensure(viewer, "Write", null)).toBe(write);
    expect(await ensure(viewer, "At the root", null)).toBe("forbidden");
    expect(await ensure(member, "None", null)).toBe("validation-failed");
    expect(await ensure(member, "Inside", read)).toBe("forbidden");
    expect(await ensure(await test.user(), "Outside", null)).toBe("forbidden");
  });
});
