import { addFromPersonal, copyItem, favoriteItem, getImage, purgeImage, revertItem, saveOriginal, updateItem } from "@stillreel/contract";
import { expectData, expectError, multipart, png, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { teamMembers, teams } from "../../platform/db/schema/index.ts";
import {
  type Item,
  test,
  anna,
  ben,
  vic,
  space,
  idOf,
  team,
  folder,
  grant,
  picture,
  move,
  complaintOf,
  setUpItemRights,
} from "./items.rights.fixture.ts";

setUpItemRights();

const copy = (user: TestUser, itemId: string, body: { workspaceId?: string; folderId?: string | null } = {}) =>
  test.call(copyItem, { params: { itemId }, body }, user);
const get = (user: TestUser, itemId: string, workspaceId = space) => test.call(getImage, { params: { workspaceId, itemId } }, user);
/** Returns an item as a member sees it. */
const preview = (user: TestUser, asMember: string, itemId: string, workspaceId = space) =>
  test.call(getImage, { params: { workspaceId, itemId }, query: { asMember } }, user);
const change = (user: TestUser, itemId: string, body: Record<string, unknown>) =>
  test.call(updateItem, { params: { workspaceId: space, type: "image", itemId }, body }, user);
function upload(user: TestUser, folderId: string | null) {
  const form = multipart(folderId === null ? {} : { folderId }, { fileName: "a.png", type: "image/png", bytes: png(5, 4) });
  const url = `/api/v1/workspace/${space}/files/image`;
  return test.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
}
const traces = async (): Promise<unknown> =>
  (await test.ports.pool.query("select (select count(*) from items) as items, (select count(*) from blobs) as blobs")).rows;

describe("one item", () => {
  it("is visible by the nearest entry, and is 404 for all other members", async () => {
    const closed = await folder();
    const deep = await folder(closed);
    const item = await picture(deep);
    expect((await get(ben, item.id)).statusCode).toBe(200);
    await grant({ folderId: closed }, "none");
    const gone = await get(ben, item.id);
    expectError(gone, "not-found");
    expect(gone.body).toBe((await get(ben, test.ports.ids.id())).body);
    expect((await get(anna, item.id)).data().permission).toEqual({ read: true, write: true });
    const design = test.ports.ids.id();
    await test.ports.db.insert(teams).values({ id: design, workspaceId: space, name: "Design", nameKey: "design" });
    await test.ports.db.insert(teamMembers).values({ teamId: design, workspaceId: space, userId: idOf(ben) });
    await grant({ folderId: deep }, "view", design);
    expect((await get(ben, item.id)).data()).toMatchObject({ permission: { read: true, write: false }, parentId: deep });
    expectError(await get(vic, item.id), "not-found");
    await grant({ itemId: item.id }, "edit", vic);
    expect((await get(vic, item.id)).data()).toMatchObject({ permission: { read: true, write: true }, parentId: null });
    await test.ports.db.execute(sql`delete from team_members where team_id = ${design}`);
    expectError(await get(ben, item.id), "not-found");
  });

  it("is changed with write permission, refused to readers, and a 404 for others", async () => {
    const targetId = await folder();
    const item = await picture(targetId);
    await grant({ folderId: targetId }, "view", ben);
    await grant({ folderId: targetId }, "none", vic);
    const acts: ((user: TestUser) => Promise<Parameters<typeof expectError>[0]>)[] = [
      (user) => change(user, item.id, { title: "Mine" }),
      (user) => change(user, item.id, { trash: true }),
      (user) => change(user, item.id, { markers: null }),
      (user) => test.call(purgeImage, { params: { workspaceId: space }, query: { imageId: item.id } }, user),
      (user) => move(user, item.id, { folderId: null }),
      (user) => test.call(revertItem, { params: { itemId: item.id } }, user),
    ];
    for (const act of acts) {
      expectError(await act(ben), "forbidden");
      expectError(await act(vic), "not-found");
    }
    expect((await test.call(favoriteItem, { params: { itemId: item.id }, body: {} }, ben)).data()).toEqual({ favorite: true });
    expectError(await test.call(favoriteItem, { params: { itemId: item.id }, body: {} }, vic), "not-found");
    expect((await get(anna, item.id)).data()).toMatchObject({ title: item.title, trash: false, parentId: targetId });
    await test.ports.db.execute(sql`update grants set write = true where principal_id = ${idOf(ben)}`);
    expect((await change(ben, item.id, { title: "Mine" })).data().title).toBe("Mine");
  });

  it("moves to a folder with write permission; a hidden folder is 404", async () => {
    const [open, shown, closed] = [await folder(), await folder(), await folder()];
    await grant({ folderId: shown }, "view", ben);
    await grant({ folderId: closed }, "none", ben);
    const item = await picture(null);
    for (const folderId of [closed, test.ports.ids.id(), "nonsense"]) {
      expect(complaintOf(await change(ben, item.id, { parentId: folderId }))).toBe("parentId");
      expect(complaintOf(await move(ben, item.id, { folderId }))).toBe("folderId");
      expect(complaintOf(await copy(ben, item.id, { folderId }))).toBe("folderId");
    }
    expectError(await change(ben, item.id, { parentId: shown }), "forbidden");
    expectError(await move(ben, item.id, { folderId: shown }), "forbidden");
    expectError(await copy(ben, item.id, { folderId: shown }), "forbidden");
    expect((await change(ben, item.id, { parentId: open })).data().parentId).toBe(open);
    expect((await copy(ben, item.id, { folderId: open })).data().parentId).toBe(open);
    expect((await move(ben, item.id, { folderId: null })).data().parentId).toBeNull();
    // Moving items to the root depends on the role, and Vic is only a viewer.
    await grant({ folderId: open }, "edit", vic);
    const theirs = await picture(open);
    expectError(await move(vic, theirs.id, { folderId: null }), "forbidden");
    expectError(await change(vic, theirs.id, { parentId: null }), "forbidden");
    expect((await change(vic, theirs.id, { parentId: open, title: "Theirs" })).data().title).toBe("Theirs");
  });

  it("remains in its folder when a member sends the folder id from a response", async () => {
    const closed = await folder();
    const item = await picture(closed);
    await grant({ folderId: closed }, "none", ben);
    await grant({ itemId: item.id }, "edit", ben);
    const shown = (await get(ben, item.id)).data();
    expect(shown.parentId).toBeNull();
    const { title, parentId, trash } = shown;
    expect((await change(ben, item.id, { title: `${title}!`, parentId, trash })).data().title).toBe(`${title}!`);
    expect((await get(anna, item.id)).data().parentId).toBe(closed);
    expectError(await copy(ben, item.id), "forbidden");
    expect((await copy(ben, item.id, { folderId: null })).data().parentId).toBeNull();
  });

  it("is copied by readers, without its original", async () => {
    const targetId = await folder();
    const item = await picture(targetId);
    (await change(anna, item.id, { originalImage: item.refName, markers: { version: 1, shapes: [] } })).data();
    await grant({ folderId: targetId }, "view", ben);
    expectError(await copy(ben, item.id), "forbidden");
    const copied = (await copy(ben, item.id, { workspaceId: "personal" })).data();
    expect(copied).toMatchObject({ originalImage: null, markers: null, annotated: false });
    await grant({ folderId: targetId }, "none", vic);
    expectError(await copy(vic, item.id, { workspaceId: "personal" }), "not-found");
  });
});

describe("the preview of one item as a member", () => {
  it("equals the member's response, with the original only for members with write permission", async () => {
    const [closed, open] = [await folder(), await folder()];
    const hidden = await picture(closed);
    const single = await picture(closed);
    const item = await picture(open);
    await grant({ folderId: closed }, "none");
    await grant({ itemId: single.id }, "view", ben);
    for (const { id } of [hidden, single, item]) await change(anna, id, { originalImage: "keep", markers: { version: 1, shapes: [] } });
    for (const user of [ben, vic]) {
      for (const { id } of [hidden, single, item]) {
        const [previewed, own] = [await preview(anna, idOf(user), id), await get(user, id)];
        expect(previewed.statusCode).toBe(own.statusCode);
        if (own.statusCode === 404) {
          expect(previewed.body).toBe((await get(user, test.ports.ids.id())).body);
          continue;
        }
        const { permission, parentId, markers, title } = own.data();
        expect(previewed.data()).toMatchObject({ permission, parentId, markers, title });
        expect(previewed.data().originalImage !== null).toBe(permission.write);
      }
    }
    expect((await preview(anna, idOf(ben), single.id)).data()).toMatchObject({ permission: { read: true, write: false }, parentId: null });
    expect((await preview(anna, idOf(ben), item.id)).data()).toMatchObject({
      permission: { read: true, write: true },
      markers: { version: 1 },
    });
    expectError(await preview(anna, idOf(vic), single.id), "not-found");
    await test.ports.db.execute(sql`delete from grants where workspace_id = ${space}`);
    expect((await preview(anna, idOf(vic), hidden.id)).data()).toMatchObject({
      permission: { read: true, write: false },
      parentId: closed,
    });
  });

  it("is available to owners and admins for members, with the caller's own stars", async () => {
    const item = await picture(null);
    (await test.call(favoriteItem, { params: { itemId: item.id }, body: { favorite: true } }, anna)).data();
    expect((await preview(anna, idOf(vic), item.id)).data().favorite).toBe(true);
    for (const asMember of [test.ports.ids.id(), "nonsense"]) expectError(await preview(anna, asMember, item.id), "not-found");
    expectError(await preview(ben, idOf(vic), item.id), "forbidden");
    expectError(await preview(vic, idOf(anna), item.id), "forbidden");
    expect((await preview(ben, idOf(ben), item.id)).data().permission.write).toBe(true);
    await grant({ itemId: item.id }, "none", ben);
    expectError(await preview(ben, idOf(vic), item.id), "not-found");
    await test.ports.db.execute(sql`update members set role = 'admin' where user_id = ${idOf(ben)} and workspace_id = ${space}`);
    expect((await preview(ben, idOf(vic), item.id)).data().permission).toEqual({ read: true, write: false });
    const stranger = await test.user();
    const foreign = await preview(stranger, idOf(vic), item.id);
    expectError(foreign, "not-found");
    expect(foreign.body).toBe((await get(stranger, test.ports.ids.id())).body);
    // A personal workspace has no other members, and its items are in no other workspace.
    const { id } = await test.image<Item>(anna);
    expectError(await preview(anna, idOf(ben), id, "personal"), "not-found");
    expectError(await preview(anna, idOf(ben), id), "not-found");
  });
});

describe("moves between spaces", () => {
  it("need write permission on both sides, and delete entries only when the space changes", async () => {
    const [from, to] = [await folder(), await folder()];
    const other = await team([anna, "owner"], [ben, "member"]);
    const closed = await folder(null, other);
    await grant({ folderId: closed }, "none", ben, other);
    const item = await picture(from);
    await grant({ itemId: item.id }, "edit", ben);
    const entries = async (): Promise<number> =>
      (await test.ports.pool.query("select from grants where item_id = $1", [item.id])).rowCount ?? 0;
    expect((await move(ben, item.id, { folderId: to })).data().parentId).toBe(to);
    expect(await entries()).toBe(1);
    expect(complaintOf(await move(ben, item.id, { workspaceId: other, folderId: closed }))).toBe("folderId");
    expectError(await move(vic, item.id, { workspaceId: "personal" }), "forbidden");
    const versions = async (): Promise<unknown[]> =>
      (await test.ports.pool.query("select rights_version from workspaces where id = $1", [space])).rows;
    const before = await versions();
    expect((await move(ben, item.id, { workspaceId: other })).data()).toMatchObject({ workspaceId: other, parentId: null });
    expect(await entries()).toBe(0);
    expect(await versions()).not.toEqual(before);
    expectError(await get(ben, item.id), "not-found");
    const { rows } = await test.ports.pool.query<{ workspace_id: string; details: { title: string } }>(
      "select workspace_id, details from audit where action = 'item.moved' and details->>'itemId' = $1 and details->>'to' = $2",
      [item.id, other],
    );
    expect(rows.map((row) => row.workspace_id).toSorted()).toEqual([space, other].toSorted());
    expect(rows[0]?.details.title).toBe(item.title);
  });

  it("an own item is added to a folder with write permission, also by a viewer", async () => {
    const [open, closed, shown] = [await folder(), await folder(), await folder()];
    const mine = await test.image<Item>(vic, { title: "Mine" });
    const add = (folderId: string | undefined) =>
      test.call(
        addFromPersonal,
        { params: { workspaceId: space, type: "image" }, query: { itemId: mine.id, ...(folderId ? { folderId } : {}) } },
        vic,
      );
    expectError(await add(open), "forbidden");
    await grant({ folderId: open }, "edit", vic);
    await grant({ folderId: closed }, "none", vic);
    expect((await add(open)).data()).toMatchObject({ workspaceId: space, parentId: open, permission: { write: true } });
    expect(complaintOf(await add(closed))).toBe("folderId");
    expectError(await add(shown), "forbidden");
    expectError(await add(undefined), "forbidden");
  });
});

describe("uploads", () => {
  it("are accepted into writable folders only; refused uploads leave no data", async () => {
    const [open, shown, closed] = [await folder(), await folder(), await folder()];
    expectError(await upload(vic, null), "forbidden");
    await grant({ folderId: open }, "edit", vic);
    await grant({ folderId: closed }, "none", vic);
    await grant({ folderId: closed }, "none", ben);
    await grant({ folderId: shown }, "view", ben);
    const before = await traces();
    for (const user of [vic, ben]) {
      const hidden = await upload(user, closed);
      expect(complaintOf(hidden)).toBe("folderId");
      expect((await upload(user, test.ports.ids.id())).body).toBe(hidden.body);
      expectError(await upload(user, shown), "forbidden");
    }
    expectError(await upload(vic, null), "forbidden");
    expect(await traces()).toEqual(before);
    expect(expectData<Item>(await upload(vic, open), 201)).toMatchObject({ parentId: open, permission: { read: true, write: true } });
    expect(expectData<Item>(await upload(ben, null), 201)).toMatchObject({ parentId: null, permission: { write: true } });
  });

  it("by the tus protocol have the same permission checks", async () => {
    const [open, shown, closed] = [await folder(), await folder(), await folder()];
    await grant({ folderId: open }, "edit", vic);
    await grant({ folderId: closed }, "none", vic);
    const begin = (folderId: string | null) => {
      const upload = { "upload-length": "100", "tus-resumable": "1.0.0" };
      const fields = { fullFileName: "a.png", workspaceId: space, ...(folderId === null ? {} : { folderId }) };
      const metadata = Object.entries(fields).map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`);
      const headers = { ...vic.headers, ...upload, "upload-metadata": metadata.join(",") };
      return test.app.inject({ method: "POST", url: "/uploads", headers });
    };
    expect((await begin(open)).statusCode).toBe(201);
    expect((await begin(shown)).statusCode).toBe(403);
    expect((await begin(null)).statusCode).toBe(403);
    const hidden = await begin(closed);
    expect(hidden.statusCode).toBe(422);
    expect((await begin(test.ports.ids.id())).body).toBe(hidden.body);
  });
});

it("a file name selects the newest picture that the caller may read", async () => {
  const [open, closed] = [await folder(), await folder()];
  const mine = await picture(open, { fileName: "report.png" });
  test.clock.advance(1_000);
  const theirs = await picture(closed, { fileName: "report.png" });
  await grant({ folderId: closed }, "none", ben);
  const save = (user: TestUser, fullFileName: string) =>
    test.call(saveOriginal, { params: { workspaceId: space }, body: { fullFileName } }, user);
  expect((await save(ben, "report.png")).data().originalImage).toContain("/media/");
  expect((await get(anna, mine.id)).data().annotated).toBe(true);
  expect((await get(anna, theirs.id)).data().annotated).toBe(false);
  expectError(await save(ben, theirs.refName), "not-found");
  await grant({ folderId: open }, "view", vic);
  expectError(await save(vic, "report.png"), "forbidden");
});
