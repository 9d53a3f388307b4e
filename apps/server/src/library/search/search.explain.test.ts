import { search } from "@stillreel/contract";
import { createTestApp, tablesReadWhole, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHECKED, checkedValues } from "./checked.repo.ts";
import { SMALL_SCOPE_STATEMENT, smallScopeValues } from "./small-scope.repo.ts";
import { FIND, FIND_WHOLE, findValues, setsOf } from "./search.repo.ts";
import { termsOf, tsqueryOf } from "../search-index/words.ts";
import { SIMILAR_STATEMENT, UNKNOWN_STATEMENT } from "../search-index/vocabulary.repo.ts";

const ITEMS = 100_000;
const LARGE = new Set(["items", "search_entries", "search_words", "comments"]);

let test: TestApp;
let anna: TestUser;
let workspaceId: string;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
  ({ workspaceId } = await test.image<{ workspaceId: string }>(anna, { title: "First of all" }));
  const tag = `${workspaceId.replaceAll("-", "").slice(-12)}i`;
  await test.ports.db.transaction(async (tx) => {
    // The inserted rows satisfy the constraints, so checking each is disabled.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into items (id, workspace_id, type, title, full_file_name, ref_name, stage, mime_type, created_at)
      select gen_random_uuid(), ${workspaceId}, 'image', 'Shot number' || n, 'x.png', 'r' || n, 'ready', 'image/png', now() - n * interval '1 minute'
      from generate_series(1, ${ITEMS}::int) n`);
    await tx.execute(sql`
      insert into comments (id, item_id, workspace_id, text, created_at)
      select gen_random_uuid(), id, workspace_id, 'rarely ' || title, created_at from items where title like '%7'`);
    await tx.execute(sql`
      insert into search_entries (id, workspace_id, item_id, container_id, words, at)
      select id, workspace_id, id, container_id, array_to_tsvector(array[${`${tag}shot`}, ${tag}::text || lower(substr(title, 6))]), created_at from items
      where title like 'Shot %'`);
    await tx.execute(sql`
      insert into search_entries (id, workspace_id, item_id, container_id, comment_id, words, at)
      select id, workspace_id, item_id, workspace_id, id, array_to_tsvector(array[${`${tag}rarely`}]), created_at from comments`);
    await tx.execute(sql`
      insert into search_words (workspace_id, word) select distinct ${workspaceId}::uuid, left(translate(md5(n::text), '0123456789', 'klmnopqrst'), 7)
      from generate_series(1, 50000) n`);
  });
  for (const table of LARGE) await test.ports.pool.query(`vacuum analyze ${table}`);
}, 120_000);
afterAll(() => test.close());

const faultsOf = (text: string, values: unknown[]): Promise<string[]> => tablesReadWhole(test, LARGE, text, values);

it.each(["s", "shot", "number4711", "rarely", "shot number9", "nothing here"])("searching “%s” uses indexes", async (typed) => {
  const terms = termsOf(typed);
  const query = tsqueryOf(workspaceId, "item", terms);
  const space = { workspaceId, query, narrow: query, whole: query.replaceAll(":*", ""), folders: tsqueryOf(workspaceId, "folder", terms) };
  const ids = Array.from({ length: 50 }, () => test.ports.ids.id());
  const small = { ...space, readableIds: ids, shownItemIds: ids, hiddenItemIds: ids };
  for (const type of [null, "image"] as const) {
    const wanted = { phrase: typed, type, limit: 20, entries: 40 };
    for (const hidden of [[], [{ folderIds: ids, itemIds: ids, shownItemIds: ids }]]) {
      const values = findValues({ ...wanted, spaces: [space], hidden });
      const { text } = hidden.length === 0 ? FIND_WHOLE : FIND;
      expect(await faultsOf(text, hidden.length === 0 ? values : [...values, ...setsOf(hidden)])).toEqual([]);
    }
    expect(await faultsOf(SMALL_SCOPE_STATEMENT.text, smallScopeValues({ ...wanted, spaces: [small] }))).toEqual([]);
    for (const inside of [true, false]) {
      const bounds = { inside, containerIds: ids, shownItemIds: ids, hiddenItemIds: ids };
      const values = checkedValues({ spaces: [space], bounds, type, entryIds: ids, pending: 500 });
      expect(await faultsOf(CHECKED.text, values)).toEqual([]);
    }
  }
});

it("correcting words uses indexes", async () => {
  expect(await faultsOf(UNKNOWN_STATEMENT.text, [[workspaceId], ["dashbaord"]])).toEqual([]);
  expect(await faultsOf(SIMILAR_STATEMENT.text, [[workspaceId], "d%", "a%", "%ash%", "dashbaord", 10, 3, 200])).toEqual([]);
});

it("the check detects a plan without an index", async () => {
  expect(await faultsOf("select * from items where full_file_name = $1", ["x"])).toEqual(["items", "items"]);
});

it("finds common, rare and misspelt words among many items", async () => {
  const find = async (q: string) => (await test.call(search, { query: { q } }, anna)).data();
  expect((await find("sho")).items).toHaveLength(20);
  expect((await find("number99999")).items.map((item) => item.title)).toEqual(["Shot number99999"]);
  expect((await find("rarely")).items[0]?.match.kind).toBe("comment");
  expect((await find("first of al")).items[0]?.title).toBe("First of all");
  expect((await find("frist")).corrections).toEqual([{ from: "frist", to: "first" }]);
});
