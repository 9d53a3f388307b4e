import { countItems, deleteItems, favoriteItems, listItems, moveManyItems, restoreItems, trashItems } from "@stillreel/contract";
import { expectError } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { test, anna, ben, vic, space, idOf, folder, grant, picture, complaintOf, setUpItemRights } from "../items.rights.fixture.ts";

setUpItemRights();

describe("bulk operations", () => {
  it("check the permission of each item, and list the refused items", async () => {
    const [open, shown, closed] = [await folder(), await folder(), await folder()];
    await grant({ folderId: shown }, "view", ben);
    await grant({ folderId: closed }, "none", ben);
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
    await grant({ folderId: shown }, "edit", vic);
    expect((await test.call(restoreItems, { params, body: { itemIds: [two.id, three.id] } }, vic)).data()).toMatchObject({
      done: 1,
      failed: [{ itemId: three.id, code: "forbidden" }],
    });
  });

  it("move items only into a writable folder", async () => {
    const [shown, closed] = [await folder(), await folder()];
    await grant({ folderId: shown }, "view", ben);
    await grant({ folderId: closed }, "none", ben);
    const item = await picture(null);
    const to = (folderId: string | null, user = ben) =>
      test.call(moveManyItems, { params: { workspaceId: space }, body: { itemIds: [item.id], folderId } }, user);
    expectError(await to(shown), "forbidden");
    for (const folderId of [closed, test.ports.ids.id(), "nonsense"]) expect(complaintOf(await to(folderId))).toBe("folderId");
    await grant({ itemId: item.id }, "edit", vic);
    expectError(await to(null, vic), "forbidden");
  });

  it("on `all` change only the writable items, and do not count others", async () => {
    const [open, shown, closed] = [await folder(), await folder(), await folder()];
    await grant({ folderId: shown }, "view", ben);
    await grant({ folderId: closed }, "none", ben);
    const hidden = [await picture(shown), await picture(closed), await picture(closed)];
    const given = await picture(closed);
    const taken = await picture(open);
    const going = [await picture(open), await picture(null), given];
    await grant({ itemId: given.id }, "edit", ben);
    await grant({ itemId: taken.id }, "view", ben);
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
    await grant({ folderId: open }, "edit", vic);
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
    await grant({ folderId: ofLater > 0 ? later : open }, "view", ben);
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
