import {
  type ClientResult,
  countItems,
  deleteItems,
  favoriteItems,
  type getImage,
  listItems,
  moveItem,
  moveManyItems,
  restoreItems,
  trashItems,
} from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { folders, grants, members, workspaces } from "../../platform/db/schema/index.ts";

type Item = ClientResult<typeof getImage>;
type Says = "none" | "view" | "edit";

let test: TestApp;
let anna: TestUser;
let ben: TestUser;
let vic: TestUser;
let space: string;
const people = new Map<TestUser, string>();
const idOf = (user: TestUser): string => people.get(user) ?? "";

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
  ben = await test.user();
  vic = await test.user();
  for (const user of [anna, ben, vic]) {
    const { rows } = await test.ports.db.execute<{ id: string }>(sql`select id from users where email = ${user.email}`);
    people.set(user, rows[0]?.id ?? "");
  }
});
afterAll(() => test.close());
/** Creates a team with an owner, a member and a viewer for each test. */
beforeEach(async () => {
  space = await team([anna, "owner"], [ben, "member"], [vic, "viewer"]);
});

async function team(...who: [TestUser, "owner" | "admin" | "member" | "viewer"][]): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.db.insert(workspaces).values({ id, kind: "team", name: "Team" });
  for (const [user, role] of who) await test.ports.db.insert(members).values({ workspaceId: id, userId: idOf(user), role });
  return id;
}
async function folder(parentId: string | null = null, workspaceId = space): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.db.insert(folders).values({ id, workspaceId, parentId, kind: "mixed", name: id, nameKey: id, color: "#2F6FB4" });
  return id;
}
/** Sets a rights entry on a folder or an item, for a user, a team or (without either) everyone. */
async function addComment(
  target: { folderId: string } | { itemId: string },
  says: Says,
  whom?: TestUser | string,
  workspaceId = space,
): Promise<void> {
  const principal =
    whom === undefined
      ? { principalKind: "everyone" as const, principalId: workspaceId }
      : typeof whom === "string"
        ? { principalKind: "team" as const, principalId: whom }
        : { principalKind: "member" as const, principalId: idOf(whom) };
  const right = { read: says !== "none", write: says === "edit" };
  await test.ports.db.insert(grants).values({ id: test.ports.ids.id(), workspaceId, ...target, ...principal, ...right });
}
/** Creates a picture with bytes in a folder of the team, owned by the team's owner. */
async function picture(folderId: string | null, given: { title?: string; fileName?: string; workspaceId?: string } = {}): Promise<Item> {
  const { id } = await test.image<Item>(anna, given);
  return (await move(anna, id, { workspaceId: given.workspaceId ?? space, folderId })).data();
}
const move = (user: TestUser, itemId: string, body: { workspaceId?: string; folderId?: string | null }) =>
  test.call(moveItem, { params: { itemId }, body }, user);
const complaintOf = (answer: Parameters<typeof expectError>[0]): string | undefined => expectError(answer, "validation-failed")[0]?.field;

describe("bulk operations", () => {
  it("check the permission of each item, and list the refused items", async () => {
    const [open, shown, closed] = [await folder(), await folder(), await folder()];
    await addComment({ folderId: shown }, "view", ben);
    await addComment({ folderId: closed }, "none", ben);
    const [one, two, three] = [await picture(open), await picture(shown), await picture(closed)];
    const itemIds = [one.id, two.id, three.id];
    const params = { workspaceId: space };
    const failed = [
      { itemId: two.id, code: "forbidden", message: "Insufficient permissions!" },
      { itemId: three.id, code: "not-found", message: expect.any(String) },
    ];
    expect((await test.call(moveManyItems, { params, body: { itemIds, folderId: null } }, ben)).data()).toEqual({
      done: 1,
      pending: 0,
      failed,
    });
    expect((await test.call(trashItems, { params, body: { itemIds } }, ben)).data()).toEqual({ done: 1, pending: 0, failed });
    expect((await test.call(restoreItems, { params, body: { itemIds } }, ben)).data()).toEqual({ done: 1, pending: 0, failed });
    expect((await test.call(favoriteItems, { params, body: { itemIds } }, ben)).data()).toEqual({
      done: 2,
      pending: 0,
      failed: [failed[1]],
    });
    (await test.call(trashItems, { params, body: { itemIds } }, anna)).data();
    expect((await test.call(deleteItems, { params, body: { itemIds } }, ben)).data()).toEqual({ done: 1, pending: 0, failed });
    // A viewer with write permission somewhere gets a result per item.
    expectError(await test.call(trashItems, { params, body: { itemIds } }, vic), "forbidden");
    await addComment({ folderId: shown }, "edit", vic);
    expect((await test.call(restoreItems, { params, body: { itemIds: [two.id, three.id] } }, vic)).data()).toMatchObject({
      done: 1,
      failed: [{ itemId: three.id, code: "forbidden" }],
    });
  });

  it("move items only into a writable folder", async () => {
    const [shown, closed] = [await folder(), await folder()];
    await addComment({ folderId: shown }, "view", ben);
    await addComment({ folderId: closed }, "none", ben);
    const item = await picture(null);
    const to = (folderId: string | null, user = ben) =>
      test.call(moveManyItems, { params: { workspaceId: space }, body: { itemIds: [item.id], folderId } }, user);
    expectError(await to(shown), "forbidden");
    for (const folderId of [closed, test.ports.ids.id(), "nonsense"]) expect(complaintOf(await to(folderId))).toBe("folderId");
    await addComment({ itemId: item.id }, "edit", vic);
    expectError(await to(null, vic), "forbidden");
  });

  it("on `all` change only the writable items, and do not count others", async () => {
    const [open, shown, closed] = [await folder(), await folder(), await folder()];
    await addComment({ folderId: shown }, "view", ben);
    await addComment({ folderId: closed }, "none", ben);
    const hidden = [await picture(shown), await picture(closed), await picture(closed)];
    const given = await picture(closed);
    const taken = await picture(open);
    const going = [await picture(open), await picture(null), given];
    await addComment({ itemId: given.id }, "edit", ben);
    await addComment({ itemId: taken.id }, "view", ben);
    const params = { workspaceId: space };
    expect((await test.call(favoriteItems, { params, body: { all: true } }, ben)).data().done).toBe(5);
    expect((await test.call(countItems, { params }, ben)).data().starred).toBe(5);
    expect((await test.call(trashItems, { params, body: { all: true } }, ben)).data()).toEqual({ done: 3, pending: 0, failed: [] });
    const left = (await test.call(listItems, { params, query: { view: "all" } }, anna)).data().items.map((item) => item.id);
    expect(left.toSorted()).toEqual([...hidden, taken].map((item) => item.id).toSorted());
    expect(complaintOf(await test.call(trashItems, { params, body: { all: true, from: { folderId: closed } } }, ben))).toBe(
      "from.folderId",
    );
    expect((await test.call(deleteItems, { params, body: { all: true } }, ben)).data().done).toBe(going.length);
    await addComment({ folderId: open }, "edit", vic);
    expect((await test.call(trashItems, { params, body: { all: true } }, vic)).data().done).toBe(1);
  });

  it("continue in the background with the permissions of that time", async () => {
    const [open, later] = [await folder(), await folder()];
    const fill = (folderId: string) =>
      test.ports.db.execute(sql`
        insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type, size_bytes, created_at, updated_at, trashed_at)
        select gen_random_uuid(), ${space}, ${folderId}, 'image', 'Item', 'x.png', gen_random_uuid()::text, 'ready', 'image/png', 10,
          now() - interval '1 day', now(), now() - interval '1 hour' from generate_series(1, 800) n`);
    await fill(open);
    await fill(later);
    const params = { workspaceId: space };
    expect((await test.call(deleteItems, { params, body: { all: true } }, ben)).data()).toEqual({ done: 1_000, pending: 600, failed: [] });
    const inTrash = async (folderId: string): Promise<number> =>
      (await test.ports.pool.query("select from items where folder_id = $1", [folderId])).rowCount ?? 0;
    const [ofOpen, ofLater] = [await inTrash(open), await inTrash(later)];
    expect(ofOpen + ofLater).toBe(600);
    await addComment({ folderId: ofLater > 0 ? later : open }, "view", ben);
    await test.runJobs();
    expect(await inTrash(ofLater > 0 ? later : open)).toBe(ofLater > 0 ? ofLater : ofOpen);
    expect(await inTrash(ofLater > 0 ? open : later)).toBe(0);
  });

  it("change nothing in the job of a user who left the space", async () => {
    await test.ports.db.execute(sql`
      insert into items (id, workspace_id, type, title, full_file_name, ref_name, stage, mime_type, size_bytes, created_at, updated_at, trashed_at)
      select gen_random_uuid(), ${space}, 'image', 'Item', 'x.png', gen_random_uuid()::text, 'ready', 'image/png', 10,
        now() - interval '1 day', now(), now() - interval '1 hour' from generate_series(1, 1100) n`);
    const params = { workspaceId: space };
    expect((await test.call(deleteItems, { params, body: { all: true } }, ben)).data().pending).toBe(100);
    await test.ports.db.execute(sql`delete from members where workspace_id = ${space} and user_id = ${idOf(ben)}`);
    const { failed } = await test.runJobs();
    expect(failed).toEqual([]);
    expect((await test.call(countItems, { params }, anna)).data().trash).toBe(100);
  });
});
