import { type ClientResult, countItems, type getImage, listItems } from "@stillreel/contract";
import { countStatements, createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members, workspaces } from "../../../platform/db/schema/index.ts";

type Item = ClientResult<typeof getImage>;
const FOLDERS = 230;
const ITEMS = 2_600;
/** Number of the newest items, all in the first folder. It exceeds the rows of one scan. */
const NEWEST = 900;

let test: TestApp;
let anna: TestUser;
/**
 * Test users: no access to the first two folders, access to slightly less than half, to five, or to all but single
 * items.
 */
let ben: TestUser;
let mia: TestUser;
let vic: TestUser;
let tom: TestUser;
let workspaceId: string;
let folderIds: string[];
let rows: { id: string; folder: number | null; type: string; trashed: boolean; shared: boolean; n: number; bytes: number }[];
const people = new Map<TestUser, string>();
const canRead = new Map<TestUser, (item: (typeof rows)[number]) => boolean>();

beforeAll(async () => {
  test = await createTestApp();
  [anna, ben, mia, vic, tom] = (await Promise.all(Array.from({ length: 5 }, () => test.user()))) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ];
  const { db, ids } = test.ports;
  workspaceId = ids.id();
  await db.insert(workspaces).values({ id: workspaceId, kind: "team", name: "Team" });
  for (const [user, role] of [
    [anna, "owner"],
    [ben, "member"],
    [mia, "member"],
    [vic, "viewer"],
    [tom, "member"],
  ] as const) {
    const found = await db.execute<{ id: string }>(sql`select id from users where email = ${user.email}`);
    const userId = found.rows[0]?.id ?? "";
    people.set(user, userId);
    await db.insert(members).values({ workspaceId, userId, role });
  }
  await fill();
  await bind();
  await test.modules.items.foldCounts(workspaceId);
  for (const table of ["items", "folders", "favorites", "grants", "item_counts", "space_counts", "star_counts", "search_entries"])
    await test.ports.pool.query(`vacuum analyze ${table}`);
}, 120_000);
afterAll(() => test.close());

/** Inserts folders with pictures and videos, some trashed, some with links, every fourth starred by all users. */
async function fill(): Promise<void> {
  const { db, ids } = test.ports;
  folderIds = Array.from({ length: FOLDERS }, () => ids.id());
  await db.execute(sql`
    insert into folders (id, workspace_id, kind, name, name_key, color)
    select id, ${workspaceId}, 'mixed', id, id, '#2F6FB4' from unnest(${sql.param(folderIds)}::uuid[]) id`);
  rows = Array.from({ length: ITEMS }, (_, index) => {
    const n = index + 1;
    const folder = n <= NEWEST ? 0 : n % 20 === 0 ? null : n % FOLDERS;
    return {
      id: ids.id(),
      folder,
      type: n % 3 === 0 ? "video" : "image",
      trashed: n % 7 === 0,
      shared: n % 5 === 0 && n % 7 > 0,
      n,
      bytes: n,
    };
  });
  const given = rows.map((row) => ({ ...row, folder_id: row.folder === null ? null : folderIds[row.folder] }));
  await db.execute(sql`
    insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type, size_bytes, created_at, updated_at, trashed_at)
    select id, ${workspaceId}, folder_id, type, 'Shot ' || n, 'x.png', 'r' || n, 'ready', 'image/png', bytes, now() - n * interval '1 second', now(),
      case when trashed then now() - n * interval '1 second' end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g(id uuid, folder_id uuid, type text, trashed boolean, n int, bytes int)`);
  await db.execute(sql`
    insert into share_links (slug, item_id, workspace_id)
    select replace(id::text, '-', ''), id, ${workspaceId} from unnest(${sql.param(rows.filter((row) => row.shared).map((row) => row.id))}::uuid[]) id`);
  for (const userId of people.values())
    await db.execute(sql`
      insert into favorites (user_id, item_id, workspace_id, type, title, item_created_at, trashed)
      select ${userId}, id, workspace_id, type, title, created_at, trashed_at is not null from items
      where workspace_id = ${workspaceId} and substr(ref_name, 2)::int % 4 = 1`);
  const entries = rows.map(({ id, n }) => ({
    id,
    words: test.modules.searchIndex.lexemesOf({
      workspaceId,
      title: `shot ${n}${n % 400 === 1 ? " rare" : ""}`,
      pageUrl: null,
      description: "",
      chapters: [],
    }),
  }));
  await db.execute(sql`
    insert into search_entries (id, workspace_id, item_id, words, at)
    select i.id, i.workspace_id, i.id, e.words::tsvector, i.created_at
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) e(id uuid, words text) join items i on i.id = e.id`);
}

/** Sets rights entries for the four users and returns what each may read. */
async function bind(): Promise<void> {
  const entries: { id: string; folder_id?: string; item_id?: string; user: string; read: boolean }[] = [];
  const add = (user: TestUser, target: { folder_id?: string | undefined; item_id?: string | undefined }, read: boolean): void => {
    entries.push({ id: test.ports.ids.id(), ...(target as { folder_id?: string }), user: people.get(user) ?? "", read });
  };
  // Entries on single items: one hidden in a readable folder, one visible in a hidden folder.
  const single = (folder: number | null, nth: number): string => rows.filter((row) => row.folder === folder)[nth]?.id ?? "";
  const [back, backAtRoot] = [single(210, 1), single(null, 2)];
  const [shown, shownInTrash] = [single(0, 3), rows.find((row) => row.folder === 1 && row.trashed)?.id ?? ""];
  for (const user of [ben, mia, vic, tom]) {
    add(user, { item_id: back }, false);
    add(user, { item_id: backAtRoot }, false);
    add(user, { item_id: shown }, true);
    add(user, { item_id: shownInTrash }, true);
  }
  const closed = new Map<TestUser, (folder: number) => boolean>([
    [ben, (folder) => folder < 2],
    [mia, (folder) => folder < 130],
    [vic, (folder) => folder < 206 || folder > 210],
    [tom, () => false],
  ]);
  for (const [user, isClosed] of closed) {
    for (const [folder, folderId] of folderIds.entries()) if (isClosed(folder)) add(user, { folder_id: folderId }, false);
    canRead.set(user, ({ id, folder }) => {
      if (id === back || id === backAtRoot) return false;
      return id === shown || id === shownInTrash || folder === null || !isClosed(folder);
    });
  }
  await test.ports.db.execute(sql`
    insert into grants (id, workspace_id, folder_id, item_id, principal_kind, principal_id, read, write)
    select g.id, ${workspaceId}, g.folder_id, g.item_id, 'member', g."user", g.read, false
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) g(id uuid, folder_id uuid, item_id uuid, "user" uuid, read boolean)`);
}

type Query = Record<string, unknown>;
const page = async (user: TestUser, query: Query) =>
  (await test.call(listItems, { params: { workspaceId }, query: query as never }, user)).data();

async function walk(user: TestUser, query: Query): Promise<Item[]> {
  const seen: Item[] = [];
  let cursor: string | null = null;
  do {
    const next: Awaited<ReturnType<typeof page>> = await page(user, { ...query, ...(cursor === null ? {} : { cursor }) });
    seen.push(...next.items);
    cursor = next.nextCursor;
  } while (cursor !== null);
  return seen;
}
const idsOf = (items: readonly { id: string }[]): string[] => items.map((item) => item.id);
const readableBy = (user: TestUser, items: readonly Item[]): string[] => {
  const known = new Map(rows.map((row) => [row.id, row]));
  const may = canRead.get(user);
  return idsOf(items.filter(({ id }) => may?.(known.get(id) as (typeof rows)[number])));
};
const everyMember = (): [string, TestUser][] => [
  ["with access to most items", ben],
  ["with access to less than half", mia],
  ["with access to five folders", vic],
  ["without access to single items", tom],
];

describe("lists of members with restricted permissions", () => {
  it.each(["all", "shared", "starred", "trash"] as const)(
    "%s: are the owner's lists without hidden items, page by page, in every order",
    async (view) => {
      for (const sort of ["newest", "oldest", "name"]) {
        for (const type of [undefined, "video"]) {
          const query = { view, sort, limit: 200, ...(type ? { type } : {}) };
          const all = await walk(anna, query);
          expect(all.length, `${sort} ${type}`).toBeGreaterThan(30);
          for (const [who, user] of everyMember())
            expect(idsOf(await walk(user, query)), `${who}: ${sort} ${type}`).toEqual(readableBy(user, all));
        }
      }
      const firsts = idsOf((await page(vic, { view, limit: 7 })).items);
      expect(firsts).toEqual(readableBy(vic, await walk(anna, { view, limit: 200 })).slice(0, 7));
    },
    120_000,
  );

  it("of a folder omit hidden items; an unreadable folder is a 404", async () => {
    const all = await walk(anna, { folderId: folderIds[210] });
    const seen = await walk(vic, { folderId: folderIds[210], limit: 2 });
    expect(seen.length).toBe(all.length - 1);
    expect(idsOf(seen)).toEqual(readableBy(vic, all));
    expect(idsOf(await walk(ben, { limit: 200 }))).toEqual(readableBy(ben, await walk(anna, { limit: 200 })));
    const nowhere = await test.call(listItems, { params: { workspaceId }, query: { folderId: test.ports.ids.id() } }, vic);
    const closed = await test.call(listItems, { params: { workspaceId }, query: { folderId: folderIds[0] ?? "" } }, vic);
    expectError(closed, "not-found");
    expect(closed.body).toBe(nowhere.body);
    expect((await page(anna, { folderId: folderIds[0] })).items.length).toBe(50);
  });

  it("contain only readable items that match the search words", async () => {
    for (const q of ["rare", "shot", "shot 1", "none of these"]) {
      for (const [view, sort] of [
        ["all", "newest"],
        ["all", "name"],
        ["trash", "oldest"],
        ["starred", "newest"],
      ]) {
        const query = { view, sort, q, limit: 200 };
        const all = await walk(anna, query);
        for (const [who, user] of everyMember())
          expect(idsOf(await walk(user, query)), `${who}: ${q} ${view}`).toEqual(readableBy(user, all));
      }
    }
  }, 120_000);

  it("show an item of a hidden folder without the folder and its name", async () => {
    const known = new Map(rows.map((row) => [row.id, row]));
    const trashed = (await walk(vic, { view: "trash", limit: 200 })).find((item) => known.get(item.id)?.folder === 1) as Item;
    await test.ports.db.execute(sql`update items set trashed_from = 'Layoffs' where id = ${trashed.id}`);
    expect(trashed).toMatchObject({ parentId: null, permission: { read: true, write: false } });
    const again = (await walk(vic, { view: "trash", limit: 200 })).find((item) => item.id === trashed.id);
    expect(again?.trashedFrom).toBeNull();
    const seen = (await walk(anna, { view: "trash", limit: 200 })).find((item) => item.id === trashed.id);
    expect(seen).toMatchObject({ parentId: folderIds[1], trashedFrom: "Layoffs", permission: { write: true } });
  });

  it("return the permission for each row", async () => {
    for (const item of (await page(vic, { view: "all" })).items) expect(item.permission).toEqual({ read: true, write: false });
    expect(new Set((await page(ben, { view: "all", limit: 200 })).items.map((item) => item.permission.write))).toEqual(
      new Set([true, false]),
    );
  });
});

describe("counts of members with restricted permissions", () => {
  it("match their lists", async () => {
    const known = new Map(rows.map((row) => [row.id, row]));
    const bytesOf = (items: readonly Item[]): number => items.reduce((sum, item) => sum + (known.get(item.id)?.bytes ?? 0), 0);
    for (const [who, user] of [...everyMember(), ["the owner", anna] as [string, TestUser]]) {
      const lists = await Promise.all((["all", "shared", "starred", "trash"] as const).map((view) => walk(user, { view, limit: 200 })));
      const [all = [], shared = [], starred = [], trash = []] = lists;
      const counts = (await test.call(countItems, { params: { workspaceId } }, user)).data();
      expect(counts, who).toMatchObject({
        images: all.filter((item) => item.type === "image").length,
        videos: all.filter((item) => item.type === "video").length,
        shared: shared.length,
        starred: starred.length,
        trash: trash.length,
        storedBytes: bytesOf(all) + bytesOf(trash),
        trashBytes: bytesOf(trash),
      });
    }
  }, 60_000);
});

describe("a preview as a member", () => {
  it("contains the items that the member may read, with the caller's own stars", async () => {
    await test.ports.db.execute(sql`delete from favorites where user_id = ${people.get(anna)} and type = 'video'`);
    const asMember = people.get(vic) as string;
    for (const view of ["all", "trash"]) {
      const previewed = await walk(anna, { view, asMember, limit: 200 });
      const own = await walk(vic, { view, limit: 200 });
      expect(idsOf(previewed)).toEqual(idsOf(own));
      expect(previewed.map((item) => item.permission)).toEqual(own.map((item) => item.permission));
    }
    expect((await walk(anna, { view: "all", asMember, limit: 200 })).some((item) => item.type === "video" && item.favorite)).toBe(false);
    expect((await walk(vic, { view: "all", limit: 200 })).some((item) => item.type === "video" && item.favorite)).toBe(true);
    const [previewed, own] = await Promise.all([
      test.call(countItems, { params: { workspaceId }, query: { asMember } }, anna),
      test.call(countItems, { params: { workspaceId } }, vic),
    ]);
    const { starred: _, ...numbers } = own.data();
    expect(previewed.data()).toMatchObject(numbers);
    const closed = await test.call(listItems, { params: { workspaceId }, query: { folderId: folderIds[0] ?? "", asMember } }, anna);
    expectError(closed, "not-found");
  });

  it("is available to owners and admins, for members only", async () => {
    const query = { view: "all" as const, asMember: people.get(vic) as string };
    expectError(await test.call(listItems, { params: { workspaceId }, query }, ben), "forbidden");
    expectError(await test.call(countItems, { params: { workspaceId }, query }, ben), "forbidden");
    const stranger = await test.user();
    expectError(await test.call(listItems, { params: { workspaceId }, query }, stranger), "not-found");
    for (const asMember of [test.ports.ids.id(), "nonsense"]) {
      expectError(await test.call(listItems, { params: { workspaceId }, query: { asMember } }, anna), "not-found");
      expectError(await test.call(countItems, { params: { workspaceId }, query: { asMember } }, anna), "not-found");
    }
    expect((await test.call(listItems, { params: { workspaceId }, query: { asMember: people.get(ben) as string } }, ben)).statusCode).toBe(
      200,
    );
  });
});

describe("statements", () => {
  /** Returns the number of statements that `work` sends to the database. */
  const counted = async (work: () => Promise<unknown>): Promise<number> => (await countStatements(work)).count;

  it("are at most one more for 200 rows than for two", async () => {
    for (const [who, user] of [...everyMember(), ["the owner", anna] as [string, TestUser]]) {
      for (const view of ["all", "trash"]) {
        await page(user, { view, limit: 200, sort: "oldest" });
        const many = await counted(() => page(user, { view, limit: 200, sort: "oldest" }));
        const few = await counted(() => page(user, { view, limit: 2, sort: "oldest" }));
        expect(many - few, `${who} ${view}`).toBeLessThanOrEqual(1);
      }
    }
  });

  it("are one more for a workspace than for a personal library, without permission queries", async () => {
    await test.image(anna);
    await test.call(listItems, { params: { workspaceId: "personal" } }, anna);
    const personal = await counted(() => test.call(listItems, { params: { workspaceId: "personal" } }, anna));
    expect(await counted(() => page(anna, {}))).toBe(personal + 1);
    await page(vic, { view: "all" });
    expect(await counted(() => page(vic, { view: "all" }))).toBe(personal + 1);
    expect(await counted(() => test.call(countItems, { params: { workspaceId } }, vic))).toBe(personal + 1);
  });
});

it("a revoked permission applies to the next list", async () => {
  const before = await page(tom, { view: "all", limit: 1, sort: "oldest" });
  const [oldest] = before.items as [Item];
  const entry = test.ports.ids.id();
  await test.ports.db.execute(sql`
    insert into grants (id, workspace_id, item_id, principal_kind, principal_id, read, write)
    values (${entry}, ${workspaceId}, ${oldest.id}, 'everyone', ${workspaceId}, false, false)`);
  expect(idsOf((await page(tom, { view: "all", limit: 1, sort: "oldest" })).items)).not.toContain(oldest.id);
  expect(idsOf((await page(anna, { view: "all", limit: 1, sort: "oldest" })).items)).toContain(oldest.id);
  await test.ports.db.execute(sql`delete from grants where id = ${entry}`);
  expect(idsOf((await page(tom, { view: "all", limit: 1, sort: "oldest" })).items)).toContain(oldest.id);
});
