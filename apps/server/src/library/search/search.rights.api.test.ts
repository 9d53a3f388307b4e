import { createComment, createFolder, search, setFileRight, setFolderRight } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { type OpenSearchDouble, startOpenSearch } from "@stillreel/testing/search";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOpenSearch } from "../../platform/ports/search/opensearch.engine.ts";

/** Time limit of a search in milliseconds, for slow machines. */
const PATIENT_MS = 60_000;

let test: TestApp;
let owner: TestUser;
let member: TestUser;
let workspaceId: string;

let engine: OpenSearchDouble | undefined;

/** Starts the server for the tests of a group, with a search engine or without. */
function useServer(hasEngine: boolean): void {
  beforeAll(async () => {
    engine = hasEngine ? await startOpenSearch() : undefined;
    test = await createTestApp({ ports: engine ? { searchEngine: createOpenSearch(engine.origin, engine.key, PATIENT_MS) } : {} });
    owner = await test.user({ username: "Olga" });
    member = await test.user({ username: "Mia" });
    workspaceId = await workspace();
  });
  afterAll(async () => {
    expect(test.ports.searchEngine?.counts.failed ?? 0).toBe(0);
    await test.close();
    await engine?.close();
  });
}

/** Creates a workspace of both users, with the second as a plain member. */
async function workspace(): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.pool.query("insert into workspaces (id, kind, name) values ($1, 'team', 'Crew')", [id]);
  for (const [user, role] of [
    [owner, "owner"],
    [member, "member"],
  ] as const)
    await test.ports.pool.query("insert into members (workspace_id, user_id, role) select $1, id, $3 from users where email = $2", [
      id,
      user.email,
      role,
    ]);
  return id;
}

const folder = async (name: string, parentId: string | null = null, space = workspaceId): Promise<string> =>
  (await test.call(createFolder, { params: { workspaceId: space }, body: { name, parentId } }, owner)).data().id;

/** Inserts searchable pictures without bytes. The last one is the newest. */
async function pictures(titles: readonly string[], folderId: string | null, space = workspaceId): Promise<string[]> {
  const ids = titles.map(() => test.ports.ids.id());
  for (const [index, id] of ids.entries()) {
    const title = titles[index] ?? "";
    test.clock.advance(1_000);
    const createdAt = test.clock.now();
    await test.ports.pool.query(
      `insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type, created_at)
       values ($1, $2, $3, 'image', $4, 'x.png', gen_random_uuid()::text, 'ready', 'image/png', $5)`,
      [id, space, folderId, title, createdAt],
    );
    const found = { id, workspaceId: space, title, description: "", pageUrl: null, chapters: [], createdAt };
    await test.modules.searchIndex.indexItem(test.ports.db, found);
  }
  return ids;
}

const everyone = (itemId: string, read: boolean, space = workspaceId) =>
  test.call(
    setFolderRight,
    { params: { workspaceId: space, itemId }, body: { id: space, permissionType: "everyone", read, write: false } },
    owner,
  );
const everyoneOnFile = (itemId: string, read: boolean) =>
  test.call(
    setFileRight,
    { params: { workspaceId, itemId }, body: { id: workspaceId, permissionType: "everyone", read, write: false } },
    owner,
  );

const find = async (q: string, user = member, more: { workspaceId?: string; limit?: number } = {}) => {
  await test.modules.searchIndex.feed?.drain();
  return (await test.call(search, { query: { q, ...more } }, user)).data();
};
const titles = async (q: string, user = member): Promise<string[]> => (await find(q, user)).items.map((item) => item.title);

describe.each([
  ["PostgreSQL", false],
  ["a search engine", true],
] as const)("searching with restricted permissions by %s", (_name, hasEngine) => {
  useServer(hasEngine);

  it("finds nothing by unreadable titles, comments and folder names", async () => {
    const closed = await folder("Pangolin plans");
    const inner = await folder("Pangolin inner", closed);
    const [secret = ""] = await pictures(["Pangolin secret"], inner);
    await pictures(["Pangolin open"], null);
    await test.call(createComment, { params: { itemId: secret }, query: {}, body: { text: "the aardvark said so" } }, owner);
    expect(await titles("pangolin")).toEqual(["Pangolin open", "Pangolin secret"]);
    await everyone(closed, false);
    const seen = await find("pangolin");
    expect(seen.items.map((item) => item.title)).toEqual(["Pangolin open"]);
    expect(seen.folders).toEqual([]);
    expect(await find("aardvark")).toMatchObject({ items: [], folders: [], corrections: [] });
    expect(await titles("aardvark", owner)).toEqual(["Pangolin secret"]);
    expect((await find("pangolin", owner)).folders).toHaveLength(2);
  });

  it("finds granted content of unreadable folders, and shows folders below the nearest readable folder", async () => {
    const closed = await folder("Okapi vault");
    const open = await folder("Okapi lobby", closed);
    const [shown = "", excluded = ""] = await pictures(["Okapi shown", "Okapi kept"], closed);
    const [hidden = ""] = await pictures(["Okapi hidden"], open);
    await everyone(closed, false);
    await everyone(open, true);
    await everyoneOnFile(shown, true);
    await everyoneOnFile(hidden, false);
    const found = await find("okapi");
    expect(found.items.map((item) => item.id)).toEqual([shown]);
    expect(found.folders).toMatchObject([{ id: open, parentId: null, nestLevel: 0, items: 0, permission: { read: true, write: false } }]);
    expect((await find("okapi", owner)).items.map((item) => item.id)).toEqual([hidden, excluded, shown]);
  });

  it("returns the requested number when the best and newest matches are hidden", async () => {
    const closed = await folder("Quoll closed");
    await pictures(
      Array.from({ length: 12 }, (_, n) => `Quoll open ${n}`),
      null,
    );
    await pictures(
      Array.from({ length: 60 }, (_, n) => `Quoll ${n}`),
      closed,
    );
    expect((await find("quoll", member, { limit: 10 })).items.some((item) => !item.title.startsWith("Quoll open"))).toBe(true);
    await everyone(closed, false);
    const found = await find("quoll", member, { limit: 10 });
    expect(found.items).toHaveLength(10);
    expect(found.items.every((item) => item.title.startsWith("Quoll open"))).toBe(true);
  });

  it("suggests no word of hidden items, and the missing suggestion reveals nothing", async () => {
    const closed = await folder("Closed words");
    await pictures(["Zirconium takeover"], closed);
    await pictures(["Zirconia ring"], null);
    await everyone(closed, false);
    expect((await find("zirconuim", owner)).corrections).toEqual([{ from: "zirconuim", to: "zirconium" }]);
    // The closest word is hidden, so the next word with results is suggested, as if the first did not exist.
    expect(await find("zirconuim")).toMatchObject({
      corrections: [{ from: "zirconuim", to: "zirconia" }],
      items: [{ title: "Zirconia ring" }],
    });
    // A correct word counts as a typing error for a user who may not read its items.
    expect((await find("zirconium")).corrections).toEqual([{ from: "zirconium", to: "zirconia" }]);
    expect(await find("takeovre")).toMatchObject({ items: [], corrections: [] });
  });

  it("searches personal space and workspaces together, each by its own permissions", async () => {
    const other = await workspace();
    const closedHere = await folder("Dugong here");
    await folder("Dugong there", null, other);
    await pictures(["Dugong one"], closedHere);
    await pictures(["Dugong two"], null, other);
    await test.image(member, { title: "Dugong mine" });
    await everyone(closedHere, false);
    const found = await find("dugong");
    expect(found.items.map((item) => item.title).toSorted()).toEqual(["Dugong mine", "Dugong two"]);
    expect(found.folders.map((one) => one.name)).toEqual(["Dugong there"]);
    expect((await find("dugong", member, { workspaceId })).items).toEqual([]);
    expect((await find("dugong", member, { workspaceId: other })).items).toHaveLength(1);
  });

  it("searches all of a small readable scope, comments too", async () => {
    const space = await workspace();
    const closed = await folder("Mostly", null, space);
    const open = await folder("Little", null, space);
    // So many entries that readable items are not among the newest.
    const at = test.clock.now();
    const [first = ""] = await pictures(["Numbat old"], open, space);
    await test.call(createComment, { params: { itemId: first }, query: {}, body: { text: "a numbat remark" } }, owner);
    await test.ports.pool.query(
      `with made as (
         insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type, created_at)
         select gen_random_uuid(), $1, $2, 'image', 'Numbat ' || n, 'x.png', 'n' || n, 'ready', 'image/png', $3::timestamptz + n * interval '1 minute'
         from generate_series(1, 3000) n returning id, created_at)
       insert into search_entries (id, workspace_id, item_id, words, at)
       select id, $1, id, array_to_tsvector(array[$4]), created_at from made`,
      [space, closed, at, `${space.replaceAll("-", "").slice(-12)}inumbat`],
    );
    await everyone(closed, false, space);
    const found = await find("numbat", member, { workspaceId: space });
    expect(found.items.map((item) => item.title)).toEqual(["Numbat old"]);
    expect((await find("remark", member, { workspaceId: space })).items[0]?.match.kind).toBe("comment");
    expect((await find("numbat", owner, { workspaceId: space, limit: 20 })).items).toHaveLength(20);
  });

  it("finds items of a small scope beyond the scanned ones, by rare and by common words", async () => {
    const space = await workspace();
    const closed = await folder("Mostly", null, space);
    const open = await folder("Little", null, space);
    await pictures(["Bilby oldest", "Potoroo oldest"], open, space);
    const tag = `${space.replaceAll("-", "").slice(-12)}i`;
    await test.ports.pool.query(
      `with made as (
         insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type, created_at)
         select gen_random_uuid(), $1, $2, 'image', 'Filler ' || n, 'x.png', 'f' || n, 'ready', 'image/png', $3::timestamptz + n * interval '1 second'
         from generate_series(1, 2500) n returning id, created_at)
       insert into search_entries (id, workspace_id, item_id, words, at)
       select id, $1, id, array_to_tsvector(array[$4]), created_at from made`,
      [space, open, test.clock.now(), `${tag}filler`],
    );
    test.clock.advance(3_600_000);
    // The word is common among the newest entries, all of which are hidden.
    await pictures(
      Array.from({ length: 5 }, (_, n) => `Potoroo ${n}`),
      closed,
      space,
    );
    await everyone(closed, false, space);
    for (const [q, title] of [
      ["bilby", "Bilby oldest"],
      ["potor", "Potoroo oldest"],
    ] as const)
      expect((await find(q, member, { workspaceId: space })).items.map((item) => item.title)).toEqual([title]);
    expect((await find("filler", member, { workspaceId: space })).items[0]?.title).toBe("Filler 2500");
  });

  it("finds nothing in a workspace from which the user was removed", async () => {
    const space = await workspace();
    await pictures(["Vicuna"], null, space);
    expect(await titles("vicuna")).toEqual(["Vicuna"]);
    await test.ports.pool.query("delete from members where workspace_id = $1 and role = 'member'", [space]);
    expect(await titles("vicuna")).toEqual([]);
  });
});

describe("people", () => {
  useServer(false);

  it("are found by the beginnings of names and addresses, in the caller's workspaces alone", async () => {
    const [samuel, stranger] = [await test.user({ username: "Samuel Ortega" }), await test.user({ username: "Samuel Stranger" })];
    // A person is found in the workspace that they joined first.
    for (const [id, joinedAt] of [
      [await workspace(), "2026-02-02T00:00:00Z"],
      [workspaceId, "2026-01-01T00:00:00Z"],
    ] as const)
      await test.ports.pool.query(
        "insert into members (workspace_id, user_id, role, joined_at) select $1, id, 'viewer', $3 from users where email = $2",
        [id, samuel.email, joinedAt],
      );
    const people = async (user: TestUser, query: Record<string, string>) => (await test.call(search, { query }, user)).data().people;
    const found = [{ id: expect.any(String), displayName: "Samuel Ortega", photoURL: null, email: samuel.email, workspaceId }];
    for (const q of ["samuel", "ort sam", "SAMUEL", samuel.email, samuel.email.split("@")[0] ?? ""])
      expect(await people(member, { q })).toEqual(found);
    for (const q of ["amuel", "samuel nobody", "%", "s%l", "sam\\", "_", "stranger", stranger.email])
      expect(await people(member, { q })).toEqual([]);
    // A person does not find themselves, and a search for one type finds no people.
    expect(await people(samuel, { q: "samuel" })).toEqual([]);
    expect(await people(member, { q: "samuel", type: "image" })).toEqual([]);
    expect(await people(member, { q: "samuel", workspaceId: "personal" })).toEqual([]);
    expect(await people(stranger, { q: "ortega" })).toEqual([]);
    expect(await people(samuel, { q: "olga" })).toMatchObject([{ displayName: "Olga" }]);
  });
});
