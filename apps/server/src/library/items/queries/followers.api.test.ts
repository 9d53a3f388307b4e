import { createComment, getShare, moveItem } from "@stillreel/contract";
import { createTeam, createTestApp, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { moveAll } from "../../handovers/handovers.repo.ts";
import { FOLLOWERS } from "./followers.repo.ts";

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let team: TestTeam;
const signal = new AbortController().signal;

beforeEach(async () => {
  t = await createTestApp();
  ada = await t.user();
  ben = await t.user();
  team = await createTeam(t, [[ada, "owner"]]);
});
afterEach(() => t.close());

/** Adds a row to each table that follows an item, without its workspace, as an earlier release does. Each names the item, its comment or its link. */
const ROWS: Readonly<Record<string, string>> = {
  boards: "(item_id, canvas) values ($item, '{}')",
  board_elements: "(board_id, element_id, version, nonce, deleted, seq, bytes, data) values ($item, 'e', 1, 1, false, 1, 1, '{}')",
  board_images: "(board_id, file_id, blob_id, mime_type, width, height) values ($item, 'f', $blob, 'image/png', 1, 1)",
  board_updates: "(board_id, seq, elements) values ($item, 1, '[]')",
  board_versions: "(board_id, n, user_ids, elements, canvas, delta) values ($item, 1, '{}', 0, '{}', '')",
  captions: "(item_id, language, label, vtt) values ($item, 'en', 'English', 'WEBVTT')",
  deleted_folder_items: "(item_id, deleted_folder_id, folder_id, was_trashed, entry_ids) values ($item, $folder, $folder, false, '{}')",
  edit_files: "(id, item_id, kind, blob_id) values (gen_random_uuid(), $item, 'source', $blob)",
  likes: "(item_id, user_id) values ($item, $user)",
  link_guests: "(slug, user_id, can_comment) select slug, $user, false from share_links where item_id = $item",
  picture_details: "(item_id) values ($item) on conflict do nothing",
  pointer_tracks: "(item_id, track) values ($item, '{}')",
  renditions: "(item_id, kind, blob_id, width, height) values ($item, 'preview', $blob, 1, 1) on conflict do nothing",
  retention_warnings: "(item_id, warned_at) values ($item, now())",
  transcripts: "(item_id, state, run_id) values ($item, 'ready', gen_random_uuid())",
  transcript_passages: "(item_id, position, text, marks, words) values ($item, 0, 'x', '[]', '')",
  video_edits: "(item_id) values ($item)",
  video_exports:
    "(id, item_id, user_id, options, source_key, state, file_name, expires_at) values (gen_random_uuid(), $item, $user, '{}', 'k', 'ready', 'x', now())",
  video_renders:
    "(id, item_id, \"as\", target_id, document, joined, created_by) values (gen_random_uuid(), $item, 'version', gen_random_uuid(), '{}', '[]', $user)",
  video_versions:
    "(id, item_id, kind, is_shown, duration_ms, size_bytes, width, height, facts) values (gen_random_uuid(), $item, 'original', true, 1, 1, 1, 1, '{}')",
  views: "(id, item_id, visitor, source, created_at) values (gen_random_uuid(), $item, '\\x01', 'link', now() + interval '2 months')",
  comment_mentions: "(comment_id, user_id) select id, $user from comments where item_id = $item",
  comment_reactions: "(comment_id, user_id, emoji) select id, $user, '👍' from comments where item_id = $item",
};

/** Creates an image with a comment, a link and a row in each of these tables. */
async function filledItem(): Promise<string> {
  const { id } = await t.image(ada);
  await t.call(createComment, { params: { itemId: id }, body: { text: "A comment" } }, ada);
  await t.call(getShare, { params: { workspaceId: "personal", itemId: id } }, ada);
  await t.runJobs();
  const folderId = t.ports.ids.id();
  await t.ports.pool.query(
    `insert into deleted_folders (id, workspace_id, deleted_at, kind, name, color, folder_count, subtree)
     select $1, workspace_id, now(), 'mixed', 'Old', 'red', 1, '{"version":1,"folders":[],"inherited":[]}' from items where id = $2`,
    [folderId, id],
  );
  const { rows } = await t.ports.pool.query<{ blob: string }>("select blob_id as blob from items where id = $1", [id]);
  const values: Readonly<Record<string, string>> = { item: id, folder: folderId, user: ben.id, blob: rows[0]?.blob ?? "" };
  for (const { table } of FOLLOWERS) {
    const row = (ROWS[table] ?? "").replaceAll(/\$(\w+)/gu, (_, name: string) => `'${values[name]}'::uuid`);
    await t.ports.pool.query(`insert into ${table} ${row}`);
  }
  return id;
}

const PARENTS = {
  items: "items p on p.id = t.",
  comments: "comments p on p.id = t.",
  links: "share_links p on p.slug = t.",
};
/** Returns the tables without rows, and those with a row whose workspace is not that of the item. */
async function strays(): Promise<string[]> {
  const found: string[] = [];
  for (const { table, by, of } of FOLLOWERS) {
    const { rows } = await t.ports.pool.query<{ n: number; wrong: number }>(
      `select count(*)::int as n, count(*) filter (where t.workspace_id is distinct from p.workspace_id)::int as wrong
       from ${table} t join ${PARENTS[of]}${by}`,
    );
    if (rows[0]?.n === 0 || rows[0]?.wrong !== 0) found.push(table);
  }
  return found;
}
const sweep = async (cursor: string | null = null): Promise<unknown> =>
  t.modules.items.sweepers.find(({ name }) => name === "fill-workspaces")?.run(signal, cursor);

it("knows each table whose rows have the workspace of an item", async () => {
  const { rows } = await t.ports.pool.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
     where right(tgname, 9) = '_followed' and tgname <> 'items_followed' and not c.relispartition order by 1`,
  );
  const others = ["request_pictures", "requested_items", "webhook_deliveries"];
  expect(rows.map(({ name }) => name)).toEqual([...FOLLOWERS.map(({ table }) => table), ...others].toSorted());
});

it("a row that is added without a workspace gets that of its item, request or webhook", async () => {
  await filledItem();
  expect(await strays()).toEqual([]);
  await t.ports.pool.query(
    "insert into recording_requests (id, slug, user_id, workspace_id, title, kinds) values ($1, 'slug', $2, $3, 'Ask', '{image}')",
    [team.id, ada.id, team.id],
  );
  await t.ports.pool.query(
    "insert into webhooks (id, user_id, workspace_id, url, events, secret, key_name) values ($1, $2, $1, 'https://example.test', '{item.created}', 'x', 'x')",
    [team.id, ada.id],
  );
  await t.ports.pool.query("insert into request_pictures (id, request_id, bytes) values (gen_random_uuid(), $1, '')", [team.id]);
  await t.ports.pool.query(
    "insert into requested_items (item_id, request_id, sender_name, source) values (gen_random_uuid(), $1, 'x', 'upload')",
    [team.id],
  );
  await t.ports.pool.query(
    "insert into webhook_deliveries (id, webhook_id, message_id, event) values (gen_random_uuid(), $1, $1, 'webhook.test')",
    [team.id],
  );
  for (const table of ["request_pictures", "requested_items", "webhook_deliveries"]) {
    const { rows } = await t.ports.pool.query(`select distinct workspace_id from ${table}`);
    expect([table, rows]).toEqual([table, [{ workspace_id: team.id }]]);
  }
});

it("all rows of an item move with it into another workspace", async () => {
  const id = await filledItem();
  (await t.call(moveItem, { params: { itemId: id }, body: { workspaceId: team.id } }, ada)).data();
  const { rows } = await t.ports.pool.query("select workspace_id from views where item_id = $1", [id]);
  expect(rows).toEqual([{ workspace_id: team.id }]);
  expect(await strays()).toEqual([]);
});

it("all rows of a library move with it to another account", async () => {
  await filledItem();
  const space = async (user: TestUser): Promise<string> =>
    (await t.ports.pool.query<{ id: string }>("select id from workspaces where personal_owner_id = $1", [user.id])).rows[0]?.id ?? "";
  const [from, to] = [await space(ada), await space(ben)];
  const folderId = t.ports.ids.id();
  await t.ports.pool.query(
    "insert into folders (id, workspace_id, kind, name, name_key, color) values ($1, $2, 'image', 'From Ada', 'from ada', 'red')",
    [folderId, to],
  );
  await t.ports.db.transaction((tx) => moveAll(tx, { from, to, receiverId: ben.id }, new Map([["image", folderId]])));
  const { rows } = await t.ports.pool.query("select distinct workspace_id from likes");
  expect(rows).toEqual([{ workspace_id: to }]);
  expect(await strays()).toEqual([]);
});

it("rows of earlier releases are filled in slices, and repaired", async () => {
  const id = await filledItem();
  await t.ports.pool.query(
    "insert into views (id, item_id, visitor, source) select gen_random_uuid(), $1, '\\x02', 'link' from generate_series(1, 2500)",
    [id],
  );
  for (const { table } of FOLLOWERS) await t.ports.pool.query(`update ${table} set workspace_id = null`);
  await t.ports.pool.query("update likes set workspace_id = $1", [team.id]);
  expect((await strays()).length).toBe(FOLLOWERS.length);
  expect(await sweep()).toMatchObject({ next: null });
  expect(await strays()).toEqual([]);
  expect(await sweep()).toEqual({ count: 0, next: null });
  expect(await sweep(id)).toEqual({ count: 0, next: null });
});
