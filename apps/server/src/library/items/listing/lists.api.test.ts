import {
  type ClientResult,
  countItems,
  favoriteItems,
  type getImage,
  listItems,
  purgeImage,
  trashItems,
  updateItem,
} from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldCounts } from "../items.jobs.ts";

type Item = ClientResult<typeof getImage>;
const PERSONAL = { params: { workspaceId: "personal" } };
let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/**
 * Creates a user with a library inserted by SQL: numbered titles, every third a video, every fifth in a folder, with
 * search words.
 */
async function library(count: number): Promise<{ user: TestUser; workspaceId: string; folderId: string }> {
  const user = await test.user();
  const { workspaceId, owner } = await test.image<Item>(user, { title: "First" });
  const folderId = test.ports.ids.id();
  const { db } = test.ports;
  await db.execute(
    sql`insert into folders (id, workspace_id, kind, name, name_key, color) values (${folderId}, ${workspaceId}, 'image', 'F', 'f', '#2F6FB4')`,
  );
  await db.execute(sql`
    insert into items (id, workspace_id, folder_id, type, owner_id, title, full_file_name, ref_name, stage, mime_type, size_bytes, created_at, updated_at)
    select gen_random_uuid(), ${workspaceId}, case when n % 3 > 0 and n % 5 = 0 then ${folderId}::uuid end, case when n % 3 = 0 then 'video' else 'image' end,
      ${owner.id}, case when n % 2 = 0 then 'shot ' else 'Shot ' end || n, 'x.png', 'r' || n, 'ready', 'image/png', 10,
      ${test.clock.now().toISOString()}::timestamptz - (n / 2) * interval '1 second', now()
    from generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    insert into favorites (user_id, item_id, workspace_id, type, title, item_created_at)
    select owner_id, id, workspace_id, type, title, created_at from items where workspace_id = ${workspaceId} and title like '%1'`);
  await db.execute(sql`
    insert into share_links (slug, item_id, workspace_id) select replace(id::text, '-', ''), id, workspace_id from items
    where workspace_id = ${workspaceId} and title like '%2'`);
  return { user, workspaceId, folderId };
}

const page = async (user: TestUser, query: Record<string, unknown>) =>
  (await test.call(listItems, { ...PERSONAL, query: query as never }, user)).data();

/** Reads all pages of a list in sequence and runs `between` after each. */
async function walk(user: TestUser, query: Record<string, unknown>, between?: () => Promise<unknown>): Promise<Item[]> {
  const seen: Item[] = [];
  let cursor: string | null = null;
  do {
    const next: Awaited<ReturnType<typeof page>> = await page(user, { ...query, ...(cursor === null ? {} : { cursor }) });
    seen.push(...next.items);
    cursor = next.nextCursor;
    await between?.();
  } while (cursor !== null);
  return seen;
}

describe("lists", () => {
  it("contain the same items in each view, type and order, also during insertions", async () => {
    const { user, workspaceId, folderId } = await library(90);
    await test.ports.db.execute(sql`update items set trashed_at = created_at where workspace_id = ${workspaceId} and title like '%3'`);
    const numbers = Array.from({ length: 90 }, (_, index) => index + 1);
    const live = numbers.filter((n) => n % 10 !== 3);
    const expected: Record<string, number[]> = {
      all: live,
      trash: numbers.filter((n) => n % 10 === 3),
      starred: live.filter((n) => n % 10 === 1),
      shared: live.filter((n) => n % 10 === 2),
      folder: live.filter((n) => n % 5 === 0 && n % 3 > 0),
    };
    for (const [view, wanted] of Object.entries(expected)) {
      for (const type of [undefined, "image", "video"]) {
        for (const sort of ["newest", "oldest", "name"]) {
          const query = { view, sort, limit: 17, ...(type ? { type } : {}), ...(view === "folder" ? { folderId } : {}) };
          const seen = (await walk(user, query, () => test.image(user, { title: "Added" }))).filter((item) =>
            item.title.toLowerCase().startsWith("shot"),
          );
          const found = seen.map((item) => Number(item.title.slice(5)));
          const fitting = wanted.filter((n) => type === undefined || (n % 3 === 0) === (type === "video"));
          expect(
            found.toSorted((a, b) => a - b),
            `${view} ${type} ${sort}`,
          ).toEqual(fitting);
          expect(seen.every((item) => item.favorite === /1$/u.test(item.title))).toBe(true);
          // Items with small n are newer. Names sort by value, "shot 2" before "Shot 10".
          const steps = found.slice(1).map((n, index) => n - (found[index] ?? 0));
          if (sort === "name") expect(found, `${view} ${type} ${sort}`).toEqual(fitting);
          else
            expect(
              steps.every((step) => (sort === "newest" ? step >= -1 : step <= 1)),
              `${view} ${type} ${sort}`,
            ).toBe(true);
        }
      }
    }
  });

  it("sort names by numeric value, with case and accents last", async () => {
    const user = await test.user();
    for (const title of ["b", "Item 10", "a", "Äpfel", "item 9", "B", "Item 1", "apple"]) await test.image(user, { title });
    const titles = (await page(user, { sort: "name" })).items.map((item) => item.title);
    expect(titles.slice(0, 3)).toEqual(["a", "Äpfel", "apple"]);
    expect(titles.slice(5)).toEqual(["Item 1", "item 9", "Item 10"]);
    expect(titles.slice(3, 5).sort()).toEqual(["B", "b"]);
  });

  it("continue after titles of any length and with any character", async () => {
    const user = await test.user();
    const titles = [...'""\'%_\\$👩‍👩‍👧ﷺ'].map((sign) => sign.repeat(20)).concat("x".repeat(255), "👨‍👩‍👧‍👦".repeat(59), "a\u0301");
    for (const title of titles) await test.image(user, { title });
    const seen = await walk(user, { sort: "name", limit: 1 });
    expect(seen.map((item) => item.title).toSorted()).toEqual(titles.toSorted());
  });
});

describe("search words in a list", () => {
  /** Adds search entries with the words of each item's title. */
  async function index(workspaceId: string): Promise<void> {
    await test.ports.db.execute(sql`delete from search_entries where workspace_id = ${workspaceId}`);
    const { rows } = await test.ports.db.execute<{ id: string; title: string; created_at: string }>(
      sql`select id, title, created_at from items where workspace_id = ${workspaceId}`,
    );
    const entries = rows.map((row) => ({
      id: row.id,
      words: test.modules.searchIndex.lexemesOf({ workspaceId, title: row.title, pageUrl: null, description: "", chapters: [] }),
      at: row.created_at,
    }));
    await test.ports.db.execute(sql`
      insert into search_entries (id, workspace_id, item_id, words, at)
      select e.id, ${workspaceId}, e.id, e.words::tsvector, e.at from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) e(id uuid, words text, at timestamptz)`);
  }

  it("match by prefix, page by page in the order of the list", async () => {
    const { user, workspaceId } = await library(120);
    await index(workspaceId);
    const query = { view: "all", q: "sho 11", limit: 3 };
    const byName = await walk(user, { ...query, sort: "name" });
    expect(byName.map((item) => item.title.toLowerCase())).toEqual(
      [11, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119].map((n) => `shot ${n}`),
    );
    expect((await walk(user, { ...query, sort: "newest" })).map((item) => item.id).toSorted()).toEqual(
      byName.map((item) => item.id).toSorted(),
    );
    expect((await walk(user, { ...query, type: "video" })).every((item) => item.type === "video")).toBe(true);
    expect((await page(user, { view: "starred", q: "11" })).items.map((item) => item.title.toLowerCase()).toSorted()).toEqual([
      "shot 11",
      "shot 111",
    ]);
    for (const q of ["nothing like it", "!!!", "'|&:*", "\u{1F600}"]) expect((await page(user, { view: "all", q })).items).toEqual([]);
    expect((await page(user, { view: "all", q: "  ", limit: 200 })).items.length).toBe(121);
  });

  it("match far back in a long list, rare or common, once per item", async () => {
    const { user, workspaceId } = await library(12_000);
    const { db } = test.ports;
    const tagged = async (word: string, from: number, to: number): Promise<void> => {
      const words = test.modules.searchIndex.lexemesOf({ workspaceId, title: word, pageUrl: null, description: "", chapters: [] });
      await db.execute(sql`
        insert into search_entries (id, workspace_id, item_id, words, at)
        select gen_random_uuid(), ${workspaceId}, id, ${words}::tsvector, created_at from items
        where workspace_id = ${workspaceId} and substr(ref_name, 2) ~ '^\\d+$' and substr(ref_name, 2)::int between ${from}::int and ${to}::int`);
    };
    await tagged("rare", 11_000, 11_009);
    // Common words, but beyond the rows that are searched first.
    await tagged("common", 4_001, 11_000);
    const numbers = async (query: Record<string, unknown>): Promise<number[]> =>
      (await page(user, { view: "all", limit: 200, ...query })).items.map((item) => Number(item.title.slice(5)));
    for (const sort of ["newest", "oldest", "name"]) {
      expect((await numbers({ q: "rare", sort })).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, n) => 11_000 + n));
      const common = await numbers({ q: "common", sort });
      expect(new Set(common).size).toBe(200);
      expect(Math.min(...common)).toBeGreaterThanOrEqual(sort === "oldest" ? 10_800 : 4_001);
      expect(Math.max(...common)).toBeLessThanOrEqual(sort === "oldest" ? 11_000 : 4_201);
    }
    const seen = await walk(user, { view: "all", type: "video", q: "common", limit: 200 });
    expect(new Set(seen.map((item) => item.id)).size).toBe(Math.floor(11_000 / 3) - Math.floor(4_000 / 3));
  });
});

describe("counts", () => {
  const truth = async (workspaceId: string) =>
    (
      await test.ports.pool.query(
        `select count(*) filter (where trashed_at is null and type = 'image')::int as images, count(*) filter (where trashed_at is null and type = 'video')::int as videos,
          count(*) filter (where trashed_at is null and shared)::int as shared, count(*) filter (where trashed_at is not null)::int as trash,
          sum(size_bytes)::int as "storedBytes", coalesce(sum(size_bytes) filter (where trashed_at is not null), 0)::int as "trashBytes",
          count(*) filter (where trashed_at is null and exists (select from favorites f where f.item_id = items.id))::int as starred
         from items where workspace_id = $1`,
        [workspaceId],
      )
    ).rows[0] as Record<string, number>;
  const countsOf = async (user: TestUser) => (await test.call(countItems, PERSONAL, user)).data();

  it("are correct after concurrent writes, and are folded to few rows", async () => {
    const { user, workspaceId } = await library(400);
    const { rows } = await test.ports.pool.query<{ id: string }>("select id from items where workspace_id = $1", [workspaceId]);
    for (let n = 0; n < 60; n += 1) {
      const itemIds = rows.slice(n * 5, n * 5 + 4).map((row) => row.id);
      await test.call(trashItems, { ...PERSONAL, body: { itemIds } }, user);
    }
    await test.ports.db.execute(sql`
      insert into item_counts select ${workspaceId}, ${workspaceId}, case n % 2 when 0 then 1 else -1 end, 0, 0, 0, 0, 0 from generate_series(1, 400) n`);
    expect(await countsOf(user)).toMatchObject(await truth(workspaceId));
    await test.ports.db.execute(sql`
      insert into space_counts select ${workspaceId}, case n % 2 when 0 then 1 else -1 end, 0, 0, 0, 0, 0 from generate_series(1, 400) n`);
    const sizeOf = async (table: string): Promise<number> =>
      (await test.ports.pool.query(`select from ${table} where workspace_id = $1`, [workspaceId])).rowCount ?? 0;
    await test.ports.db.execute(sql`
      insert into star_counts select ${workspaceId}, user_id, case n % 2 when 0 then 1 else -1 end
      from generate_series(1, 400) n, (select distinct user_id from favorites where workspace_id = ${workspaceId}) u`);
    const size = async (): Promise<number> =>
      Math.max(await sizeOf("item_counts"), await sizeOf("space_counts"), await sizeOf("star_counts"));
    expect(await sizeOf("item_counts")).toBeGreaterThan(400);
    expect(await sizeOf("space_counts")).toBeGreaterThan(400);
    expect(await sizeOf("star_counts")).toBeGreaterThan(400);
    const job = test.modules.items.jobs?.find((each) => each.definition === foldCounts);
    const writes = Array.from({ length: 20 }, () => test.image(user));
    const folds = Array.from({ length: 5 }, () => job?.handle({ workspaceId } as never, AbortSignal.timeout(5_000)));
    await Promise.all([...writes, ...folds]);
    expect(await countsOf(user)).toMatchObject(await truth(workspaceId));
    const { failed } = await test.runJobs();
    expect(failed).toEqual([]);
    await job?.handle({ workspaceId } as never, AbortSignal.timeout(5_000));
    expect(await size()).toBeLessThanOrEqual(2);
    expect(await countsOf(user)).toMatchObject(await truth(workspaceId));
  });

  it("are corrected at night when they are wrong", async () => {
    const { user, workspaceId, folderId } = await library(50);
    await test.ports.db.execute(sql`insert into item_counts values (${workspaceId}, ${folderId}, 7, 0, 0, -2, 100, 0)`);
    expect((await countsOf(user)).images).not.toBe((await truth(workspaceId))["images"]);
    expect(await test.modules.items.repairCounts(AbortSignal.timeout(20_000), null)).toEqual({ count: 1, next: null });
    expect(await countsOf(user)).toMatchObject(await truth(workspaceId));
    expect(await test.modules.items.repairCounts(AbortSignal.timeout(20_000), null)).toEqual({ count: 0, next: null });
    await test.ports.db.execute(sql`insert into space_counts values (${workspaceId}, 5, 0, 0, 0, 0, 0)`);
    expect(await test.modules.items.repairCounts(AbortSignal.timeout(20_000), null)).toEqual({ count: 1, next: null });
    expect(await countsOf(user)).toMatchObject(await truth(workspaceId));
    await test.ports.db.execute(sql`update star_counts set stars = stars + 3 where workspace_id = ${workspaceId}`);
    expect((await countsOf(user)).starred).not.toBe((await truth(workspaceId))["starred"]);
    expect(await test.modules.items.repairCounts(AbortSignal.timeout(20_000), null)).toEqual({ count: 1, next: null });
    expect(await countsOf(user)).toMatchObject(await truth(workspaceId));
  });

  it("change with the trash, link and folder of a single item", async () => {
    const user = await test.user();
    const item = await test.image<Item>(user);
    const params = { workspaceId: "personal", type: "image" as const, itemId: item.id };
    await test.call(updateItem, { params, body: { trash: true } }, user);
    expect(await countsOf(user)).toMatchObject({ images: 0, trash: 1, trashBytes: item.size, storedBytes: item.size, trashDays: 30 });
    await test.call(updateItem, { params, body: { trash: false } }, user);
    expect(await countsOf(user)).toMatchObject({ images: 1, trash: 0, trashBytes: 0 });
  });

  it("change with the star of an item, its trash and its deletion", async () => {
    const user = await test.user();
    const [first, second] = [await test.image<Item>(user), await test.image<Item>(user)];
    const itemIds = [first.id, second.id];
    const starred = async (): Promise<number> => (await countsOf(user)).starred;
    await test.call(favoriteItems, { ...PERSONAL, body: { itemIds, favorite: true } }, user);
    await test.call(favoriteItems, { ...PERSONAL, body: { itemIds, favorite: true } }, user);
    expect(await starred()).toBe(2);
    await test.call(trashItems, { ...PERSONAL, body: { itemIds: [first.id] } }, user);
    expect(await starred()).toBe(1);
    await test.call(purgeImage, { ...PERSONAL, query: { imageId: first.id } }, user);
    expect(await starred()).toBe(1);
    await test.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId: second.id }, body: { title: "Second" } }, user);
    expect(await starred()).toBe(1);
    await test.call(favoriteItems, { ...PERSONAL, body: { itemIds: [second.id], favorite: false } }, user);
    expect(await starred()).toBe(0);
  });
});
