import { createTestApp, planOf, tablesReadWhole, type TestApp } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listIds, RECENT_ITEMS_IDS } from "./recent-items.repo.ts";

const ITEMS = 100_000;
const LIMIT = 24;
const LARGE = new Set(["items", "recent_items"]);
/** Rows that the parts may give to the last sort: four parts of the limit, one for each type of new items and one for opened ones. */
const SORTED_MAX = 4 * LIMIT;

let t: TestApp;
let userId: string;
let personalWorkspaceId: string;
beforeAll(async () => {
  t = await createTestApp();
  const user = await t.user();
  ({ workspaceId: personalWorkspaceId } = await t.image<{ workspaceId: string }>(user));
  ({ id: userId } = (await t.ports.pool.query<{ id: string }>("select id from users where email = $1", [user.email])).rows[0]!);
  await t.ports.db.transaction(async (tx) => {
    // The inserted rows satisfy the constraints, so checking each is disabled.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into items (id, workspace_id, type, title, full_file_name, ref_name, stage, mime_type, created_at)
      select gen_random_uuid(), ${personalWorkspaceId}, case n % 3 when 0 then 'video' else 'image' end, 'Item ' || n, 'x.png', 'r' || n,
        'ready', 'image/png', now() - n * interval '1 minute'
      from generate_series(1, ${ITEMS}::int) n`);
    await tx.execute(sql`insert into recent_items (user_id, item_id, opened_at) select ${userId}, id, created_at from items`);
  });
  for (const table of LARGE) await t.ports.pool.query(`vacuum analyze ${table}`);
}, 120_000);
afterAll(() => t.close());

it("the recent items of a user with 100,000 items are read from the beginnings of indexes", async () => {
  const values = [userId, personalWorkspaceId, LIMIT];
  expect(await tablesReadWhole(t, LARGE, RECENT_ITEMS_IDS.text, values)).toEqual([]);
  const sorts = (await planOf(t, RECENT_ITEMS_IDS.text, values)).filter(({ "Node Type": node }) => /Sort$/u.test(node));
  for (const { "Plan Rows": rows } of sorts) expect(rows).toBeLessThanOrEqual(SORTED_MAX);
  expect(await listIds(t.ports.pool, { userId, personalWorkspaceId }, LIMIT)).toHaveLength(LIMIT);
});
