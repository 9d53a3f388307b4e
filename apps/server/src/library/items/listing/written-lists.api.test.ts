import { type ClientResult, type getImage, updateSettings } from "@stillreel/contract";
import { createTeam, createTestApp, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

type Item = ClientResult<typeof getImage>;
const ITEMS = 6;

let test: TestApp;
let anna: TestUser;
let ben: TestUser;
let team: TestTeam;
let folderId: string;
let items: Item[];

beforeAll(async () => {
  test = await createTestApp();
  [anna, ben] = [await test.user(), await test.user()];
  team = await createTeam(test, [
    [anna, "owner"],
    [ben, "member"],
  ]);
  folderId = await team.folder("Pictures");
  items = [];
  for (let index = 0; index < ITEMS; index += 1) {
    test.clock.advance(1_000);
    items.push(await team.image<Item>(anna, { folderId: index % 2 === 0 ? folderId : null, title: `Picture "${index}" отчёт` }));
  }
  await test.runJobs();
}, 120_000);
afterAll(() => test.close());
beforeEach(() => test.clock.toNextMediaStep());

const run = (text: string, values: unknown[] = []) => test.ports.pool.query(text, values);

/** Sends a request for a list and returns the response as text, with the names of its statements. */
async function read(user: TestUser, query: Record<string, string>): Promise<{ body: string; statements: string[] }> {
  const { pool } = test.ports;
  const statements: string[] = [];
  const send = pool.query as (...given: unknown[]) => unknown;
  pool.query = ((...given: [{ name?: string }]) => {
    statements.push(given[0].name ?? "");
    return send(...given);
  }) as never;
  try {
    const url = `/api/v1/workspace/${team.id}/items?${new URLSearchParams(query).toString()}`;
    const answer = await test.app.inject({ url, headers: user.headers });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    return { body: answer.body, statements };
  } finally {
    pool.query = send as never;
  }
}

/** Returns the list as a search for a word of all titles finds it: the search presents and serializes all items again. */
const presentedAgain = async (user: TestUser, query: Record<string, string>): Promise<string> =>
  (await read(user, { ...query, q: "picture" })).body;

const isStamped = ({ statements }: { statements: string[] }): boolean => statements.some((name) => name.endsWith("-stamps"));
const isReadWhole = ({ statements }: { statements: string[] }): boolean =>
  statements.some((name) => name.startsWith("items-list-") && !name.endsWith("-stamps") && !name.includes("-edge"));

/** Reads a list twice: the second time from its stamps alone. Both responses equal the one of a search, byte by byte. */
async function expectSame(user: TestUser, query: Record<string, string>): Promise<string> {
  const first = await read(user, query);
  const second = await read(user, query);
  expect(isStamped(second) && !isReadWhole(second), second.statements.join()).toBe(true);
  const again = await presentedAgain(user, query);
  expect(first.body).toBe(again);
  expect(second.body).toBe(again);
  return again;
}

const LISTS = (["folder", "all", "shared", "starred", "trash"] as const).flatMap((view) =>
  (["newest", "oldest", "name"] as const).map((sort) => ({ view, sort })),
);

/** Changes of an item and of the rows that its entry is read from. $1 is the item, $2 the caller. */
const CHANGES: Record<string, string[]> = {
  title: ["update items set title = 'Picture renamed' where id = $1"],
  description: ["update items set description = 'Words' where id = $1"],
  "file name": ["update items set full_file_name = 'other.png', ref_name = 'other-ref' where id = $1"],
  size: ["update items set size_bytes = 77, width = 3, height = 4 where id = $1"],
  stage: ["update items set stage = 'failed', failure = 'unreadable' where id = $1"],
  progress: ["update items set progress = 40 where id = $1"],
  update: ["update items set updating = 60 where id = $1"],
  placeholder: ["update items set placeholder = 'abc' where id = $1"],
  thumbnails: ["update items set thumbnail_small_key = 'b/1', thumbnail_large_key = 'b/2', poster_key = 'b/3' where id = $1"],
  chapters: [`update items set chapters = '[{"timestamp":1,"name":"One"}]', chapters_enabled = true where id = $1`],
  counters: ["update items set view_count = 5, unique_view_count = 3, comment_count = 2 where id = $1"],
  picture: ["update items set picture_version = 2, annotated = true where id = $1"],
  "page address": ["update items set page_url = 'https://example.test/' where id = $1"],
  likes: ["update items set like_count = 1 where id = $1"],
  "own like": ["insert into likes (item_id, user_id) values ($1, $2)", "update items set like_count = 2 where id = $1"],
  "end of the own like": ["delete from likes where item_id = $1 and user_id = $2"],
  star: [
    `insert into favorites (user_id, item_id, workspace_id, type, title, item_created_at)
     select $2, id, workspace_id, type, title, created_at from items where id = $1`,
  ],
  link: ["insert into share_links (slug, item_id, workspace_id) select 'slug-of-a-picture', id, workspace_id from items where id = $1"],
  visibility: ["update share_links set visibility = 'workspace' where item_id = $1"],
  password: ["update share_links set visibility = 'link', password_hash = 'hash' where item_id = $1"],
  "end of the link": ["update share_links set revoked_at = now() where item_id = $1"],
  "link of the folder": [
    "insert into share_links (slug, folder_id, workspace_id) select 'slug-of-a-folder', folder_id, workspace_id from items where id = $1",
  ],
  "expiry of the link": ["update share_links set expires_at = now() - interval '1 second' where slug = 'slug-of-a-folder'"],
  "name of the owner": ["update users set display_name = 'Renamed' where id = (select owner_id from items where id = $1)"],
  owner: ["update items set owner_id = null where id = $1"],
};

describe("lists as JSON", () => {
  it.each(LISTS)("of the view $view, $sort, are equal to those that are presented again", async ({ view, sort }) => {
    const [, , starred, shared, trashed] = items as [Item, Item, Item, Item, Item];
    await run(
      `insert into favorites (user_id, item_id, workspace_id, type, title, item_created_at)
       select $2, id, workspace_id, type, title, created_at from items where id = $1 on conflict do nothing`,
      [starred.id, anna.id],
    );
    await run(
      "insert into share_links (slug, item_id, workspace_id) select 'shared-slug', id, workspace_id from items where id = $1 on conflict do nothing",
      [shared.id],
    );
    await run("update items set trashed_at = coalesce(trashed_at, $2), folder_id = null, trashed_from = 'Pictures' where id = $1", [
      trashed.id,
      test.clock.now(),
    ]);
    for (const user of [anna, ben]) expect(await expectSame(user, { view, sort })).toContain('"nextCursor":null');
  });

  it("show each change immediately", async () => {
    const changed = (items as [Item])[0];
    const query = { view: "all", sort: "newest" };
    let before = await expectSame(anna, query);
    for (const [name, statements] of Object.entries(CHANGES)) {
      for (const text of statements) {
        const values = text.includes("$2") ? [changed.id, anna.id] : text.includes("$1") ? [changed.id] : [];
        await run(text, values);
      }
      const after = await expectSame(anna, query);
      expect(after, name).not.toBe(before);
      before = after;
    }
  });

  it("show changes of the caller's rights, and the view of a member", async () => {
    const query = { view: "all", sort: "newest" };
    const asBen = { ...query, asMember: ben.id };
    const writable = await expectSame(ben, query);
    await team.grant({ folderId }, ben, "read");
    const readable = await expectSame(ben, query);
    expect(readable).not.toBe(writable);
    expect(await expectSame(anna, asBen)).not.toBe(await expectSame(anna, query));
    expect(readable).toContain('"permission":{"read":true,"write":false}');
    await team.grant({ folderId }, ben, "none");
    const hidden = await expectSame(ben, query);
    expect(hidden).not.toContain(`"${(items as [Item])[0].id}"`);
    expect(await expectSame(anna, asBen)).not.toContain(`"${(items as [Item])[0].id}"`);
    expect(await expectSame(anna, query)).toContain(`"${(items as [Item])[0].id}"`);
  });

  it("have new addresses of media in each step of their signatures", async () => {
    const query = { view: "all", sort: "newest" };
    const before = await expectSame(anna, query);
    test.clock.advance(121_000);
    const after = await expectSame(anna, query);
    expect(after).not.toBe(before);
  });

  it("have the address of an original whose bytes were moved, which invalidates the former one", async () => {
    const query = { view: "all", sort: "newest" };
    const moved = (items as [Item, Item])[1];
    const addressIn = (body: string) =>
      (JSON.parse(body) as { data: { items: Item[] } }).data.items.find(({ id }) => id === moved.id)?.sourceUrl ?? "";
    const before = addressIn(await expectSame(anna, query));
    const { rows } = await test.ports.pool.query<{ blob_id: string }>("select blob_id from items where id = $1", [moved.id]);
    await test.modules.media.retire([rows[0]?.blob_id ?? ""]);
    const after = addressIn(await expectSame(anna, query));
    expect((await test.app.inject({ url: before })).statusCode).toBe(404);
    expect((await test.app.inject({ url: after })).statusCode).toBe(200);
  });

  it("show the days of the trash that apply now", async () => {
    const query = { view: "trash", sort: "newest" };
    const before = await expectSame(anna, query);
    (await test.call(updateSettings, { body: { trashDays: { value: 9, version: 0 } } }, anna)).data();
    expect(await expectSame(anna, query)).not.toBe(before);
  });

  it("are presented again after the loss of a connection, because the database may then use numbers of transactions again", async () => {
    const query = { view: "all", sort: "newest" };
    await expectSame(anna, query);
    const { pool } = test.ports;
    const lost = new Promise((resolve) => pool.once("error", resolve));
    await run("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()");
    // With a single connection in the pool, that one did not end.
    if (pool.totalCount > 1) await lost;
    else (await pool.connect()).release(true);
    const next = await read(anna, query);
    expect(isReadWhole(next) && !isStamped(next), next.statements.join()).toBe(true);
  });

  it("continue at the cursor of a page that was not presented again", async () => {
    const query = { view: "all", sort: "name", limit: "2" };
    const first = await expectSame(anna, query);
    const { nextCursor } = (JSON.parse(first) as { data: { nextCursor: string } }).data;
    expect(await expectSame(anna, { ...query, cursor: nextCursor })).not.toBe(first);
  });
});
