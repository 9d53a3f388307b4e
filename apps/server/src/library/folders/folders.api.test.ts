import { FOLDER_COLORS, FOLDER_DEPTH_MAX, getUserData, listFolders, updateFolder } from "@stillreel/contract";
import { expectError, type TestUser } from "@stillreel/testing";
import { describe, expect, it } from "vitest";
import {
  type Shown,
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

const change = (user: TestUser, folderId: string, folder: Record<string, unknown>, workspaceId = PERSONAL) =>
  test.call(updateFolder, { params: { workspaceId, folderId }, body: { folder } as never }, user);

describe("creating a folder", () => {
  it("creates it at the root or in a folder, with its level, kind and colour", async () => {
    const user = await test.user();
    const work = await make(user, { name: "  Work ", nestLevel: 7, parentId: "root" });
    expect(work).toMatchObject({
      name: "Work",
      nestLevel: 0,
      parentId: null,
      kind: "image",
      color: FOLDER_COLORS[0],
      favorite: false,
      children: 0,
      items: 0,
      thumbnails: [],
      permission: { read: true, write: true },
    });
    expect((await make(user, { name: "Home", parentId: "" })).color).toBe(FOLDER_COLORS[1]);
    expect((await make(user, { name: "Fun", parentId: null, color: "#2f7d5b" })).color).toBe("#2F7D5B");
    const inner = await make(user, { name: "Inner", parentId: work.id });
    expect(inner).toMatchObject({ nestLevel: 1, parentId: work.id, kind: "image" });
    expect((await tree(user)).map((folder) => [folder.name, folder.children])).toEqual([
      ["Work", 1],
      ["Home", 0],
      ["Fun", 0],
      ["Inner", 0],
    ]);
    await expectSoundTree(await personalOf(user));
  });

  it("uses two trees in a personal library and one mixed tree in workspaces", async () => {
    const user = await test.user();
    const films = await make(user, { name: "Same", kind: "video" });
    const pictures = await make(user, { name: "Same", kind: "image" });
    expect((await make(user, { name: "Cuts", parentId: films.id })).kind).toBe("video");
    expect(expectError(await tryMake(user, { name: "Odd", parentId: films.id, kind: "image" }), "validation-failed")).toMatchObject([
      { field: "kind" },
    ]);
    expect((await tree(user, { kind: "image" })).map((folder) => folder.id)).toEqual([pictures.id]);
    expect(expectError(await tryMake(user, { name: "Odd", kind: "mixed" }), "validation-failed")).toMatchObject([{ field: "kind" }]);
    const crew = await team([[user, "member"]]);
    expect((await make(user, { name: "All", kind: "video" }, crew)).kind).toBe("mixed");
    expect((await make(user, { name: "Everything", kind: "mixed" }, crew)).kind).toBe("mixed");
  });

  it("accepts colours of other programs, and chooses a colour when none is given", async () => {
    const user = await test.user();
    for (const color of ["red", "#ff0000", "#F0a", "#11223344"]) expect((await make(user, { name: color, color })).color).toBe(color);
    for (const color of ["", null, undefined]) {
      const folder = await make(user, { name: `None: ${String(color)}.`, color });
      expect(FOLDER_COLORS).toContain(folder.color);
      expect((await change(user, folder.id, { color: "blue" })).data().color).toBe("blue");
      expect((await change(user, folder.id, { color: "" })).data().color).toBe("blue");
    }
  });

  it("refuses names that are empty, too long, disguised or taken", async () => {
    const user = await test.user();
    const family = "\u{1F468}\u200d\u{1F469}\u200d\u{1F467}";
    const complaint = async (name: unknown): Promise<string | undefined> => {
      const [issue] = expectError(await tryMake(user, { name }), "validation-failed");
      expect(issue?.field).toBe("name");
      return issue?.message;
    };
    for (const name of ["", "   ", "\u200b\u200d\ufeff", "\u00a0", undefined])
      expect(await complaint(name)).toBe("Please enter a folder name.");
    expect(await complaint("x".repeat(36))).toBe("At most 35 characters.");
    expect(await complaint(family.repeat(36))).toBe("At most 35 characters.");
    expect(await complaint(`Z${"\u0335\u0301".repeat(400)}`)).toBe("At most 35 characters.");
    expect(await complaint("photo\u202egnp.exe")).toBe("Control characters are not allowed.");
    expect(await complaint("a\u0007b")).toBe("Control characters are not allowed.");
    expect(await complaint("a\u0000b")).toContain("NUL");
    expect((await make(user, { name: "x".repeat(35) })).name).toHaveLength(35);
    expect((await make(user, { name: family.repeat(35) })).name).toBe(family.repeat(35));
    // The longest emoji sequence, and a character that normalization expands to eighteen.
    for (const letter of ["\u{1F469}\u{1F3FD}\u200d\u2764\ufe0f\u200d\u{1F48B}\u200d\u{1F469}\u{1F3FF}", "\ufdfa"])
      expect((await make(user, { name: letter.repeat(35) })).name).toBe(letter.repeat(35));
    expect(await complaint(`${"\ufdfa".repeat(34)}a${"\u0344".repeat(500)}`)).toBe("At most 35 characters.");
    for (const name of ["\u{1F3A5}", "קבלות", "発行"]) expect((await make(user, { name })).name).toBe(name);

    await make(user, { name: "Café" });
    for (const name of ["café", "CAFÉ ", "Cafe\u0301"]) expectError(await tryMake(user, { name }), "folder-exists");
    expect(JSON.parse((await tryMake(user, { name: "café" })).body).message).toBe("This folder already exists.");
  });

  it("R11: of 50 concurrent requests, one creates the folder and 49 get a conflict", async () => {
    const user = await test.user();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => tryMake(user, { name: n % 2 ? "Launch" : "LAUNCH" })));
    const won = answers.filter((answer) => answer.statusCode === 201);
    expect(won).toHaveLength(1);
    for (const answer of answers) if (answer !== won[0]) expectError(answer, "folder-exists");
    expect(await tree(user)).toHaveLength(1);
  });

  it("refuses unknown parents, parents of another space, and invalid colours", async () => {
    const [user, stranger] = [await test.user(), await test.user()];
    const foreign = await make(stranger, { name: "Theirs" });
    const crew = await team([[user, "owner"]]);
    const shared = await make(user, { name: "Shared" }, crew);
    for (const parentId of [foreign.id, shared.id, test.ports.ids.id(), "nonsense", `${foreign.id}x`])
      expect(expectError(await tryMake(user, { name: "A", parentId }), "validation-failed")).toEqual([
        { field: "parentId", code: "not-found", message: "We could not find that folder." },
      ]);
    for (const color of ["url(x)", "#12345", "red;top:0", 7])
      expect(expectError(await tryMake(user, { name: "A", color }), "validation-failed")[0]?.field).toBe("color");
    expect(expectError(await tryMake(user, { name: "A", parentId: 7 }), "validation-failed")[0]?.field).toBe("parentId");
    expect(await tree(user)).toEqual([]);
  });

  it("limits the depth of folders, also for moves", async () => {
    const user = await test.user();
    const chain: Shown[] = [];
    for (let level = 0; level < FOLDER_DEPTH_MAX; level += 1)
      chain.push(await make(user, { name: `Level ${level}`, parentId: chain.at(-1)?.id ?? null }));
    expect(chain.at(-1)?.nestLevel).toBe(FOLDER_DEPTH_MAX - 1);
    expectError(await tryMake(user, { name: "Below", parentId: chain.at(-1)?.id }), "folder-too-deep");
    const outer = await make(user, { name: "Outer" });
    expectError(await change(user, chain[0]?.id ?? "", { parentId: outer.id }), "folder-too-deep");
    expect((await change(user, chain[1]?.id ?? "", { parentId: outer.id })).data().nestLevel).toBe(1);
    await expectSoundTree(await personalOf(user));
  });
});

describe("changing a folder", () => {
  it("renames, colours and moves it with all its subfolders", async () => {
    const user = await test.user();
    const a = await make(user, { name: "A" });
    const b = await make(user, { name: "B", parentId: a.id });
    const c = await make(user, { name: "C", parentId: b.id });
    const d = await make(user, { name: "D" });
    const moved = (await change(user, b.id, { name: "Bee", color: FOLDER_COLORS[6], parentId: d.id })).data();
    expect(moved).toMatchObject({ id: b.id, name: "Bee", color: FOLDER_COLORS[6], parentId: d.id, nestLevel: 1, children: 1 });
    await change(user, d.id, { parentId: a.id });
    expect((await tree(user)).map((folder) => [folder.id, folder.parentId, folder.nestLevel])).toEqual([
      [a.id, null, 0],
      [b.id, d.id, 2],
      [c.id, b.id, 3],
      [d.id, a.id, 1],
    ]);
    await expectSoundTree(await personalOf(user));
    expect((await change(user, b.id, { parentId: "root" })).data()).toMatchObject({ parentId: null, nestLevel: 0, name: "Bee" });
    expect((await change(user, b.id, { name: "BEE" })).data().name).toBe("BEE");
    expect((await change(user, b.id, {})).data().name).toBe("BEE");
    await expectSoundTree(await personalOf(user));
  });

  it("refuses invalid parents (itself, descendant, other kind, foreign) and a taken name", async () => {
    const [user, stranger] = [await test.user(), await test.user()];
    const a = await make(user, { name: "A" });
    const b = await make(user, { name: "B", parentId: a.id });
    const c = await make(user, { name: "C", parentId: b.id });
    const film = await make(user, { name: "Film", kind: "video" });
    const foreign = await make(stranger, { name: "A" });
    for (const target of [a, b, c]) expectError(await change(user, a.id, { parentId: target.id }), "folder-cycle");
    for (const parentId of [film.id, foreign.id, "nonsense", test.ports.ids.id()])
      expect(expectError(await change(user, a.id, { parentId }), "validation-failed")).toEqual([
        { field: "folder.parentId", code: "not-found", message: "We could not find that folder." },
      ]);
    await make(user, { name: "c" });
    expectError(await change(user, c.id, { parentId: null }), "folder-exists");
    expectError(await change(user, a.id, { name: "C" }), "folder-exists");
    expect((await change(user, c.id, { parentId: null, name: "Free" })).data()).toMatchObject({ parentId: null, name: "Free" });
    expect(expectError(await change(user, a.id, { name: " " }), "validation-failed")).toMatchObject([
      { field: "folder.name", message: "Please enter a folder name." },
    ]);
    for (const folderId of [foreign.id, "nonsense", "root", test.ports.ids.id()])
      expectError(await change(user, folderId, { name: "Mine now" }), "not-found");
    await expectSoundTree(await personalOf(user));
  });

  it("concurrent moves create no cycle and lose no folder", async () => {
    const user = await test.user();
    const folders: Shown[] = [];
    for (let n = 0; n < 6; n += 1) folders.push(await make(user, { name: `F${n}` }));
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all([
        ...folders.map((folder, n) => change(user, folder.id, { parentId: folders[(n + 1 + round) % 6]?.id })),
        tryMake(user, { name: `New ${round}`, parentId: folders[round]?.id }),
      ]);
      expect(answers.map((answer) => answer.statusCode).filter((status) => ![200, 201, 422].includes(status))).toEqual([]);
      await expectSoundTree(await personalOf(user));
    }
    expect(await tree(user)).toHaveLength(10);
  });
});

describe("permissions on folders", () => {
  it("S2: are read-only for viewers, and a 404 outside of the workspace", async () => {
    const [owner, viewer, outsider] = [await test.user(), await test.user(), await test.user()];
    const crew = await team([
      [owner, "owner"],
      [viewer, "viewer"],
    ]);
    const folder = await make(owner, { name: "Ours" }, crew);
    const itemIds = await fill(crew, 1);
    const attempts = (user: TestUser) => [
      tryMake(user, { name: "New" }, crew),
      change(user, folder.id, { name: "Other" }, crew),
      remove(user, folder.id, {}, crew),
      move(user, folder.id, { itemIds }, crew),
    ];
    for (const answer of await Promise.all(attempts(viewer))) expectError(answer, "forbidden");
    for (const answer of await Promise.all([...attempts(outsider), star(outsider, folder.id, {}, crew)])) expectError(answer, "not-found");
    expectError(await test.call(listFolders, { params: { workspaceId: crew } }, outsider), "not-found");
    expectError(await test.call(listFolders, { params: { workspaceId: crew } }), "unauthenticated");
    expect(await tree(viewer, {}, crew)).toHaveLength(1);
    expect(await test.modules.folders.presentMany({ kind: "anonymous" }, [folder.id])).toEqual([]);
    expect((await tree(owner, {}, crew))[0]).toMatchObject({ name: "Ours", items: 0 });
  });
});

describe("the folder tree", () => {
  it("takes the same number of queries for 2 and for 500 folders, counts and thumbnails included", async () => {
    const user = await test.user();
    const space = await personalOf(user);
    const counted = async (query: Record<string, string>): Promise<{ queries: number; folders: Shown[] }> => {
      const { pool } = test.ports;
      const real = pool.query.bind(pool) as (...given: unknown[]) => unknown;
      let queries = 0;
      pool.query = ((...given: unknown[]) => {
        // Session queries are excluded, because they depend on a cache.
        if (/folders|items|item_counts/u.test((given[0] as { text?: string }).text ?? String(given[0]))) queries += 1;
        return real(...given);
      }) as typeof pool.query;
      try {
        return { folders: await tree(user, query), queries };
      } finally {
        Reflect.deleteProperty(pool, "query");
      }
    };
    const first = await make(user, { name: "First" });
    await make(user, { name: "Second" });
    const few = await counted({ thumbnailsOf: "root" });
    await sql(
      `insert into folders (id, workspace_id, kind, name, name_key, color) select gen_random_uuid(), $1, 'image', 'f' || n, 'f' || n, '#2F6FB4' from generate_series(1, 498) n`,
      [space],
    );
    await fill(space, 1, { folderId: first.id });
    const many = await counted({ thumbnailsOf: "root" });
    expect(many.folders).toHaveLength(500);
    expect(many.folders.find((folder) => folder.id === first.id)?.items).toBe(1);
    expect([few.queries, many.queries]).toEqual([3, 3]);
  });

  it("is listed level by level: the folder, its ancestors and its subfolders of one kind, with the number of items there", async () => {
    const user = await test.user();
    const outer = await make(user, { name: "Outer" });
    const inner = await make(user, { name: "Inner", parentId: outer.id });
    const leaf = await make(user, { name: "Leaf", parentId: inner.id });
    await make(user, { name: "Beside" });
    const films = await make(user, { name: "Films", kind: "video" });
    const space = await personalOf(user);
    await fill(space, 3, { folderId: inner.id });
    await fill(space, 2);
    await fill(space, 1, { type: "video" });
    const level = async (query: Record<string, string>) => {
      const { items, itemsHere } = (await test.call(listFolders, { params: { workspaceId: PERSONAL }, query }, user)).data();
      return [items.map(({ name }) => name), itemsHere];
    };
    expect(await level({ kind: "image", level: "root" })).toEqual([["Outer", "Beside"], 2]);
    expect(await level({ kind: "video", level: "root" })).toEqual([["Films"], 1]);
    expect(await level({ level: "root" })).toEqual([["Outer", "Beside", "Films"], 3]);
    expect(await level({ kind: "image", level: inner.id })).toEqual([["Outer", "Inner", "Leaf"], 3]);
    expect(await level({ kind: "image", level: leaf.id })).toEqual([["Outer", "Inner", "Leaf"], 0]);
    expect(await level({ kind: "image", level: films.id })).toEqual([[], 0]);
    expect(await level({ kind: "image", level: test.ports.ids.id() })).toEqual([[], 0]);
    expect(await level({ level: "nonsense" })).toEqual([[], 0]);
  });

  it("shows the two newest thumbnails of subfolders of the requested folder only", async () => {
    const user = await test.user();
    const outer = await make(user, { name: "Outer" });
    const inner = await make(user, { name: "Inner", parentId: outer.id });
    const shots: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      test.clock.advance(1_000);
      shots.push((await test.image(user)).id);
    }
    await move(user, inner.id, { itemIds: shots });
    await test.runJobs();
    const keys = await sql<{ id: string; thumbnail_small_key: string }>(
      "select id, thumbnail_small_key from items where id = any($1::uuid[])",
      [shots],
    );
    expect(keys.every((row) => row.thumbnail_small_key !== null)).toBe(true);
    const withThumbnails = async (thumbnailsOf?: string) =>
      Object.fromEntries(
        (await tree(user, thumbnailsOf === undefined ? {} : { thumbnailsOf })).map((folder) => [folder.id, folder.thumbnails]),
      );
    const asked = await withThumbnails(outer.id);
    const shown = (
      await Promise.all(
        [...shots]
          .reverse()
          .slice(0, 2)
          .map((id) => image(user, id)),
      )
    ).map((answer) => answer.data().thumbnailUrl);
    expect(asked).toEqual({ [outer.id]: [], [inner.id]: shown });
    expect((await test.app.inject({ url: asked[inner.id]?.[0] ?? "" })).statusCode).toBe(200);
    for (const nowhere of [undefined, "root", inner.id, "nonsense", test.ports.ids.id()])
      expect(await withThumbnails(nowhere)).toEqual({ [outer.id]: [], [inner.id]: [] });
  });

  it("finds or creates each folder of an import once", async () => {
    const user = await test.user();
    const workspaceId = await personalOf(user);
    const userId = (await test.call(getUserData, {}, user)).data().id;
    const ensure = (name: string, parentId: string | null) =>
      test.ports.db.transaction((tx) => test.modules.folders.ensure(tx, { workspaceId, parentId, kind: "image", name, userId }));
    const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => ensure(n % 2 ? "import" : "Import", null)));
    expect(new Set(ids).size).toBe(1);
    const child = await ensure("Child", ids[0] ?? null);
    expect((await tree(user)).map((folder) => [folder.id, folder.parentId])).toEqual([
      [ids[0], null],
      [child, ids[0]],
    ]);
    await expectSoundTree(workspaceId);
  });
});
