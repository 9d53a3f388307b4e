import { getShare, updateShare } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

let t: TestApp;
let owner: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  owner = await t.user();
});
afterAll(() => t.close());

const waiting = async (): Promise<number> =>
  (
    await t.ports.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%share_links%'",
    )
  ).rowCount ?? 0;

test.each([
  ["made", (itemId: string) => t.call(getShare, { params: { workspaceId: "personal", itemId } }, owner)],
  ["changed", (itemId: string) => t.call(updateShare, { params: { workspaceId: "personal", itemId }, body: { maxViews: 3 } }, owner)],
])("S20: the link of an item that is deleted meanwhile is not %s: the item is not found", async (_name, operation) => {
  const { id } = await t.image(owner);
  const client = await t.ports.pool.connect();
  try {
    await client.query("begin");
    await client.query("delete from items where id = $1", [id]);
    const answer = operation(id);
    await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 10_000, interval: 20 });
    await client.query("commit");
    expectError(await answer, "not-found");
  } finally {
    client.release(true);
  }
  expect((await t.ports.pool.query("select 1 from share_links where item_id = $1", [id])).rowCount).toBe(0);
});
