import { createTestApp, tablesReadWhole, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ANCESTORS } from "./entries.repo.ts";
import { GRANTS_STATEMENT, TREE_STATEMENT } from "./rights.repo.ts";

const LARGE = new Set(["grants", "folders", "items", "team_members", "members", "workspaces"]);
const WORKSPACES = 200;

let test: TestApp;
/** A workspace with a member, a folder and an item. */
let ids: { workspace: string; user: string; folder: string; item: string };

beforeAll(async () => {
  test = await createTestApp();
  const { pool } = test.ports;
  const client = await pool.connect();
  try {
    // The inserted rows satisfy the constraints, so checking each is disabled.
    await client.query("set session_replication_role = replica");
    await client.query(
      "insert into workspaces (id, kind, name) select gen_random_uuid(), 'team', 'W' || n from generate_series(1, $1::int) n",
      [WORKSPACES],
    );
    await client.query(`insert into folders (id, workspace_id, kind, name, name_key, color)
      select gen_random_uuid(), w.id, 'mixed', 'f' || n, 'f' || n, 'red' from workspaces w, generate_series(1, 200) n`);
    await client.query(`insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type)
      select gen_random_uuid(), workspace_id, id, 'image', name, 'x.png', id::text, 'ready', 'image/png' from folders`);
    await client.query(
      `insert into members (workspace_id, user_id, role) select w.id, gen_random_uuid(), 'member' from workspaces w, generate_series(1, 30) n`,
    );
    await client.query(
      `insert into teams (id, workspace_id, name, name_key) select gen_random_uuid(), w.id, 't' || n, 't' || n from workspaces w, generate_series(1, 10) n`,
    );
    await client.query(
      "insert into team_members (team_id, workspace_id, user_id) select t.id, m.workspace_id, m.user_id from members m join teams t using (workspace_id)",
    );
    await client.query(`insert into grants (id, workspace_id, folder_id, item_id, principal_kind, principal_id, read, write)
      select gen_random_uuid(), i.workspace_id, case when t.name in ('t1', 't2') then i.folder_id end,
        case when t.name not in ('t1', 't2') then i.id end, 'team', t.id, true, false
      from items i join teams t on t.workspace_id = i.workspace_id and t.name in ('t1', 't2', 't3')`);
  } finally {
    await client.query("reset session_replication_role");
    client.release();
  }
  for (const table of [...LARGE, "teams"]) await pool.query(`vacuum analyze ${table}`);
  const { rows } = await pool.query<typeof ids>(
    `select m.workspace_id as workspace, m.user_id as "user", i.folder_id as folder, i.id as item from members m join items i using (workspace_id) limit 1`,
  );
  ids = rows[0] as typeof ids;
}, 120_000);
afterAll(() => test.close());

const faultsOf = (text: string, values: unknown[]): Promise<string[]> => tablesReadWhole(test, LARGE, text, values);

it("reading a member's entries and the tree uses indexes", async () => {
  expect(await faultsOf(GRANTS_STATEMENT.text, [[ids.workspace], [ids.user]])).toEqual([]);
  expect(await faultsOf(TREE_STATEMENT.text, [[ids.workspace]])).toEqual([]);
});

it("reading the entries of all parents of a folder uses an index", async () => {
  expect(await faultsOf(ANCESTORS.text, [ids.workspace, ids.item, ids.folder])).toEqual([]);
  expect(await faultsOf(ANCESTORS.text, [ids.workspace, null, ids.folder])).toEqual([]);
});

it("the check detects a plan without an index", async () => {
  expect(await faultsOf("select * from grants where created_by = $1", [ids.user])).toEqual(["grants", "grants"]);
});
