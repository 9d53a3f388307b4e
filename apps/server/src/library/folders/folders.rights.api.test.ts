import { getWorkspace, listFolders } from "@stillreel/contract";
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

const listed = async (user: TestUser, query: Record<string, string> = {}) =>
  (await test.call(listFolders, { params: { workspaceId: crew }, query }, user)).data();
/** Returns the tree, and checks that each of its levels and the starred and linked folders are the same. */
async function tree(user: TestUser, query: Record<string, string> = {}): Promise<Shown[]> {
  const { items: all } = await listed(user, query);
  if (all.length < 20 && !("thumbnailsOf" in query))
    for (const at of [null, ...all.map(({ id }) => id)]) await expectLevel(user, all, at, query);
  for (const [choice, mark] of [
    ["starred", "favorite"],
    ["linked", "linked"],
  ] as const) {
    const chosen = (await listed(user, { ...query, [choice]: "true" })).items;
    expect([choice, chosen.map((one) => ({ ...one, thumbnails: [] }))]).toEqual([
      choice,
      all.filter((folder) => folder[mark]).map((one) => ({ ...one, thumbnails: [] })),
    ]);
  }
  return all;
}
async function expectLevel(user: TestUser, all: readonly Shown[], folderId: string | null, query: Record<string, string>): Promise<void> {
  const wanted = new Set(all.filter(({ parentId }) => parentId === folderId).map(({ id }) => id));
  for (let at = folderId; at !== null; at = all.find(({ id }) => id === at)?.parentId ?? null) wanted.add(at);
  const level = await listed(user, { ...query, level: folderId ?? "root" });
  expect(level.items.map((one) => ({ ...one, thumbnails: [] }))).toEqual(all.filter(({ id }) => wanted.has(id)));
  if (folderId !== null) expect(level.itemsHere).toBe(all.find(({ id }) => id === folderId)?.items);
  const withThumbnails = await listed(user, { ...query, thumbnailsOf: folderId ?? "root" });
  for (const { id, thumbnails } of level.items)
    expect(thumbnails.length).toBe(withThumbnails.items.find((one) => one.id === id)?.thumbnails.length);
}
/** Returns the tree as `name: parent's name, level, children, items`. */
const outline = async (user: TestUser, query: Record<string, string> = {}) => {
  const all = await tree(user, query);
  const nameOf = (id: string | null) => all.find((one) => one.id === id)?.name ?? id;
  return Object.fromEntries(all.map((one) => [one.name, [nameOf(one.parentId), one.nestLevel, one.children, one.items]]));
};

describe("the folder tree of a member", () => {
  it("omits unreadable folders, and shows readable folders below the nearest readable parent", async () => {
    const top = await folder("Top");
    const closed = await folder("Closed", top);
    const deep = await folder("Deep", closed);
    const open = await folder("Open", deep);
    await folder("Inside", open);
    await folder("Beside", top);
    await fill(2, open);
    await fill(3, closed);
    const whole = await outline(owner);
    expect(await outline(member)).toEqual(whole);
    await grant({ folderId: closed }, "none");
    await grant({ folderId: open }, "read", member);
    expect(await outline(owner)).toEqual(whole);
    expect(await outline(member)).toEqual({
      Top: [null, 0, 2, 0],
      Open: ["Top", 1, 1, 2],
      Inside: ["Open", 2, 0, 0],
      Beside: ["Top", 1, 0, 0],
    });
    expect(await outline(viewer)).toEqual({ Top: [null, 0, 1, 0], Beside: ["Top", 1, 0, 0] });
    await grant({ folderId: top }, "none");
    expect(await outline(member)).toEqual({ Open: [null, 0, 1, 2], Inside: ["Open", 1, 0, 0] });
    expect(await outline(viewer)).toEqual({});
  });

  it("returns the member's permission for each folder", async () => {
    const [plain, read, write] = [await folder("Plain"), await folder("Read"), await folder("Write")];
    await grant({ folderId: read }, "read");
    await grant({ folderId: write }, "write");
    const rightsOf = async (user: TestUser) =>
      Object.fromEntries((await tree(user)).map((one) => [one.id, one.permission.read && (one.permission.write ? "write" : "read")]));
    expect(await rightsOf(member)).toEqual({ [plain]: "write", [read]: "read", [write]: "write" });
    expect(await rightsOf(viewer)).toEqual({ [plain]: "read", [read]: "read", [write]: "write" });
    for (const user of [owner, admin]) expect(await rightsOf(user)).toEqual({ [plain]: "write", [read]: "write", [write]: "write" });
  });

  it("excludes items that an entry hides from counts and pictures", async () => {
    const target = await folder("Place");
    const sub = await folder("Sub", target);
    const closed = await folder("Closed");
    const below = await folder("Below", closed);
    const [first = "", second = "", third = ""] = await fill(3, sub);
    await fill(1, below);
    await sql("update items set created_at = now() + $2::int * interval '1 minute' where id = $1", [third, 9]);
    await sql("update items set trashed_at = now() where id = $1", [second]);
    await grant({ itemId: third }, "none");
    await grant({ itemId: second }, "none");
    await grant({ folderId: closed }, "none");
    await grant({ folderId: below }, "read");
    const pictures = async (user: TestUser, of: string) =>
      Object.fromEntries((await tree(user, { thumbnailsOf: of })).map((one) => [one.name, one.thumbnails.length]));
    expect((await tree(member)).find((one) => one.id === sub)?.items).toBe(1);
    expect((await tree(owner)).find((one) => one.id === sub)?.items).toBe(2);
    expect(await pictures(owner, target)).toMatchObject({ Sub: 2 });
    expect(await pictures(member, target)).toMatchObject({ Sub: 1 });
    // Shown at the top level, because its parent folder is not visible.
    expect(await pictures(member, "root")).toEqual({ Place: 0, Sub: 0, Below: 1 });
    expect(await pictures(member, closed)).toEqual({ Place: 0, Sub: 0, Below: 0 });
    expect(first).not.toBe("");
  });

  it("equals the tree in the workspace response, where a hidden folder is a 404", async () => {
    const top = await folder("Top");
    const closed = await folder("Closed", top);
    const open = await folder("Open", closed);
    for (const id of [top, closed, open]) await star(member, id);
    await grant({ folderId: closed }, "none");
    await grant({ folderId: open }, "write");
    const asked = (user: TestUser, query: object) => test.call(getWorkspace, { params: { workspaceId: crew }, query }, user);
    /** Asks for the whole tree, and checks that the response with one level differs in the other folders alone. */
    const whole = async (user: TestUser, folderId?: string, asMember?: string) => {
      const query = { ...(folderId ? { folderId } : {}), ...(asMember ? { asMember } : {}) };
      const [answer, level] = [await asked(user, query), await asked(user, { ...query, tree: "level" })];
      expect(level.statusCode).toBe(answer.statusCode);
      if (answer.statusCode === 200) {
        const { allFolders: all, ...rest } = answer.data();
        const { allFolders: some, ...others } = level.data();
        expect(others).toEqual(rest);
        expect(all).toEqual(expect.arrayContaining(some));
        expect(some.map(({ id }) => id)).toEqual(expect.arrayContaining(rest.workspace.favFolders));
      }
      return answer;
    };
    const inside = (await whole(member, top)).data();
    expect(inside.folders.map((one) => one.id)).toEqual([open]);
    expect(inside.currentFolder).toMatchObject({ id: top, children: 1 });
    expect(inside.workspace.favFolders.toSorted()).toEqual([top, open].toSorted());
    expect((await whole(member)).data().folders.map((one) => one.id)).toEqual([top]);
    expectError(await whole(member, closed), "not-found");
    expect((await whole(owner, closed)).data().folders.map((one) => one.id)).toEqual([open]);
    expectError(await whole(owner, closed, await idOf(member)), "not-found");
    expect((await whole(admin, top, await idOf(member))).data().folders.map((one) => one.id)).toEqual([open]);
  });

  it("can be previewed by owners and admins, with their own stars", async () => {
    const open = await folder("Open");
    const closed = await folder("Closed");
    await grant({ folderId: closed }, "none", member);
    await grant({ folderId: open }, "read", member);
    await star(owner, open);
    const memberId = await idOf(member);
    expect(await tree(owner, { asMember: memberId })).toMatchObject([
      { id: open, favorite: true, permission: { read: true, write: false } },
    ]);
    expect(await tree(admin, { asMember: memberId })).toMatchObject([{ id: open, favorite: false }]);
    expect(await tree(member, { asMember: memberId })).toHaveLength(1);
    const asked = (user: TestUser, asMember: string) =>
      test.call(listFolders, { params: { workspaceId: crew }, query: { asMember } }, user);
    expectError(await asked(member, await idOf(viewer)), "forbidden");
    const stranger = await test.user();
    for (const id of [await idOf(stranger), test.ports.ids.id(), "nonsense"]) expectError(await asked(owner, id), "not-found");
    expectError(await asked(stranger, memberId), "not-found");
  });

  it("applies immediately after every kind of change", async () => {
    const [open, closed] = [await folder("Open"), await folder("Closed")];
    const moved = await folder("Moved", open);
    const names = async () => (await tree(member)).map((one) => one.name).toSorted();
    await grant({ folderId: closed }, "none");
    expect(await names()).toEqual(["Moved", "Open"]);
    await change(owner, moved, { parentId: closed });
    expect(await names()).toEqual(["Open"]);
    await make(owner, "New", closed);
    expect(await names()).toEqual(["Open"]);
    const teamId = test.ports.ids.id();
    await sql("insert into teams (id, workspace_id, name, name_key) values ($1, $2, 'T', 't')", [teamId, crew]);
    await sql("update grants set principal_kind = 'team', principal_id = $2 where folder_id = $1", [closed, teamId]);
    expect(await names()).toEqual(["Closed", "Moved", "New", "Open"]);
    await sql("insert into team_members (team_id, workspace_id, user_id) values ($1, $2, $3)", [teamId, crew, await idOf(member)]);
    expect(await names()).toEqual(["Open"]);
    await sql("update members set role = 'admin' where workspace_id = $1 and user_id = $2", [crew, await idOf(member)]);
    expect(await names()).toEqual(["Closed", "Moved", "New", "Open"]);
    await sql("update members set role = 'member' where workspace_id = $1 and user_id = $2", [crew, await idOf(member)]);
    expect(await names()).toEqual(["Open"]);
    await sql("delete from teams where id = $1", [teamId]);
    expect(await names()).toEqual(["Closed", "Moved", "New", "Open"]);
  });
});

describe("large workspaces", () => {
  it("needs as many statements for 5,000 folders as for few, within the time limit", async () => {
    const [open, closed] = [await folder("Open"), await folder("Closed")];
    await grant({ folderId: closed }, "none");
    await grant({ folderId: open }, "read");
    const { pool } = test.ports;
    const counted = async (user: TestUser): Promise<number> => {
      const real = pool.query.bind(pool) as (...given: unknown[]) => unknown;
      const texts: string[] = [];
      pool.query = ((...given: unknown[]) => {
        texts.push((given[0] as { text?: string }).text ?? String(given[0]));
        return real(...given);
      }) as typeof pool.query;
      try {
        await tree(user, { thumbnailsOf: "root" });
      } finally {
        Reflect.deleteProperty(pool, "query");
      }
      return texts.filter((text) => /folders|grants|members|items/u.test(text)).length;
    };
    const few = [await counted(owner), await counted(member), await counted(member)];
    await sql(
      `insert into folders (id, workspace_id, parent_id, path, nest_level, kind, name, name_key, color)
       select gen_random_uuid(), $1, p.id, array[p.id], 1, 'mixed', 'f' || n, 'f' || n, '#2F6FB4'
       from generate_series(1, 2500) n cross join unnest($2::uuid[]) p(id)`,
      [crew, [open, closed]],
    );
    expect([await counted(owner), await counted(member), await counted(member)]).toEqual(few);
    expect(await tree(owner)).toHaveLength(5_002);
    expect(await tree(member)).toHaveLength(2_501);
    // A level has no folders of elsewhere.
    const [leaf] = await sql<{ id: string }>("select id from folders where workspace_id = $1 and parent_id = $2 limit 1", [crew, open]);
    for (const user of [owner, member])
      expect((await listed(user, { level: leaf?.id ?? "" })).items.map(({ id }) => id)).toEqual([open, leaf?.id]);
    expect((await listed(member, { level: "root" })).items.map(({ id }) => id)).toEqual([open]);
  });
});
