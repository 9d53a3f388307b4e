import fs from "node:fs";
import path from "node:path";
import {
  BULK_MAX,
  type ClientResult,
  copyItem,
  countItems,
  deleteItems,
  favoriteItem,
  favoriteItems,
  getImage,
  getShare,
  listItems,
  moveManyItems,
  restoreItems,
  trashItems,
  updateItem,
} from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { folders, members, workspaces } from "../../../platform/db/schema/index.ts";
import { sweepNightly } from "../../../web/sweeps/index.ts";
import { finishBulk } from "../items.jobs.ts";

type Item = ClientResult<typeof getImage>;
const DAY_MS = 86_400_000;
const PERSONAL = { params: { workspaceId: "personal" } };
let test: TestApp;
let anna: TestUser;
let ben: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
  ben = await test.user();
});
afterAll(() => test.close());

const images = async (user: TestUser, count: number): Promise<Item[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => test.image<Item>(user, { title: `Shot ${index}` })));
const idsOf = (items: readonly { id: string }[]): string[] => items.map((item) => item.id);
const one = async (user: TestUser, itemId: string): Promise<Item> =>
  (await test.call(getImage, { params: { workspaceId: "personal", itemId } }, user)).data();
const listed = async (user: TestUser, query: Record<string, unknown> = {}): Promise<string[]> =>
  idsOf((await test.call(listItems, { ...PERSONAL, query: { limit: 200, ...query } as never }, user)).data().items).sort();
const counts = async (user: TestUser) => (await test.call(countItems, PERSONAL, user)).data();

async function folder(workspaceId: string, name: string, kind: "image" | "video" | "mixed" = "image"): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.db.insert(folders).values({ id, workspaceId, kind, name, nameKey: id, color: "#2F6FB4" });
  return id;
}

/** Creates a team workspace with the given members. */
async function team(people: [TestUser, "owner" | "member" | "viewer"][]): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.db.insert(workspaces).values({ id, kind: "team", name: "Team" });
  for (const [{ email }, role] of people) {
    const { rows } = await test.ports.db.execute<{ id: string }>(sql`select id from users where email = ${email}`);
    await test.ports.db.insert(members).values({ workspaceId: id, userId: rows[0]?.id ?? "", role });
  }
  return id;
}

/** Inserts many items of a workspace by SQL, without bytes. */
async function fill(workspaceId: string, count: number, trashed: boolean): Promise<void> {
  await test.ports.db.execute(sql`
    insert into items (id, workspace_id, type, title, full_file_name, ref_name, stage, mime_type, size_bytes, created_at, updated_at, trashed_at)
    select gen_random_uuid(), ${workspaceId}, 'image', 'Item ' || n, 'x.png', gen_random_uuid()::text, 'ready', 'image/png', 10, now() - interval '1 day',
      now(), case when ${trashed} then now() - interval '1 hour' end from generate_series(1, ${count}::int) n`);
}

const files = (): string[] =>
  fs
    .readdirSync(test.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe("removing and restoring", () => {
  it("restores into the previous folder if it exists, otherwise into the root", async () => {
    const user = await test.user();
    const [retained, orphan] = (await images(user, 2)) as [Item, Item];
    const [stays, goes] = [await folder(retained.workspaceId, "Stays"), await folder(retained.workspaceId, "Goes")];
    await test.call(
      updateItem,
      { params: { workspaceId: "personal", type: "image", itemId: retained.id }, body: { parentId: stays } },
      user,
    );
    await test.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId: orphan.id }, body: { parentId: goes } }, user);
    expect((await test.call(trashItems, { ...PERSONAL, body: { itemIds: [retained.id, orphan.id, retained.id] } }, user)).data()).toEqual({
      done: 2,
      pending: 0,
      failed: [],
    });
    expect(await one(user, retained.id)).toMatchObject({ trash: true, trashedFrom: "Stays", purgeAt: expect.any(String) });
    await test.ports.db.execute(sql`delete from folders where id = ${goes}`);
    expect((await test.call(restoreItems, { ...PERSONAL, body: { itemIds: [retained.id, orphan.id] } }, user)).data().done).toBe(2);
    expect(await one(user, retained.id)).toMatchObject({ trash: false, trashedAt: null, trashedFrom: null, parentId: stays });
    expect(await one(user, orphan.id)).toMatchObject({ trash: false, parentId: null });
  });

  it("has no effect when it is repeated", async () => {
    const [item] = (await images(anna, 1)) as [Item];
    const call = () => test.call(trashItems, { ...PERSONAL, body: { itemIds: [item.id] } }, anna);
    expect((await call()).data().done).toBe(1);
    const { trashedAt } = await one(anna, item.id);
    test.clock.advance(5_000);
    expect((await call()).data()).toEqual({ done: 1, pending: 0, failed: [] });
    expect((await one(anna, item.id)).trashedAt).toBe(trashedAt);
  });

  it("stores the name of the folder also when a single item is moved", async () => {
    const [item] = (await images(anna, 1)) as [Item];
    const parentId = await folder(item.workspaceId, "Alone");
    const params = { workspaceId: "personal", type: "image" as const, itemId: item.id };
    const trashed = (await test.call(updateItem, { params, body: { parentId, trash: true } }, anna)).data();
    expect(trashed).toMatchObject({ trash: true, trashedFrom: "Alone", parentId });
    expect((await test.call(updateItem, { params, body: { trash: false } }, anna)).data()).toMatchObject({ trashedFrom: null, parentId });
  });
});

describe("refusals", () => {
  it("list missing and foreign items alike, and process the rest", async () => {
    const [own] = (await images(anna, 1)) as [Item];
    const [foreign] = (await images(ben, 1)) as [Item];
    const strange = [foreign.id, test.ports.ids.id(), "nonsense", "' or 1=1--"];
    for (const route of [trashItems, restoreItems, favoriteItems] as const) {
      const answer = (await test.call(route, { ...PERSONAL, body: { itemIds: [own.id, ...strange] } as never }, anna)).data();
      expect(answer.done).toBe(1);
      expect(answer.failed.map((each) => each.itemId).sort()).toEqual([...strange].sort());
      expect(new Set(answer.failed.map((each) => `${each.code} ${each.message}`)).size).toBe(1);
    }
    const moved = (await test.call(moveManyItems, { ...PERSONAL, body: { itemIds: strange, folderId: null } }, anna)).data();
    expect(moved).toMatchObject({ done: 0, failed: strange.map(() => expect.objectContaining({ code: "not-found" })) });
    expect(await one(ben, foreign.id)).toMatchObject({ trash: false, favorite: false });
  });

  it("require either ids or all, and a limited number of ids", async () => {
    const [item] = (await images(anna, 1)) as [Item];
    for (const body of [
      {},
      { itemIds: [] },
      { itemIds: [item.id], all: true },
      { all: false },
      { itemIds: Array.from({ length: BULK_MAX + 1 }, () => "x") },
    ])
      expectError(await test.call(trashItems, { ...PERSONAL, body: body as never }, anna), "validation-failed");
    const many = Array.from({ length: BULK_MAX - 1 }, () => test.ports.ids.id());
    const answer = (await test.call(trashItems, { ...PERSONAL, body: { itemIds: [...many, item.id] } }, anna)).data();
    expect(answer).toMatchObject({ done: 1, pending: 0 });
    expect(answer.failed).toHaveLength(BULK_MAX - 1);
    const reply = await test.call(restoreItems, { ...PERSONAL, body: { itemIds: [item.id], all: false } }, anna);
    expect(reply.data()).toMatchObject({ done: 1, failed: [] });
  });

  it("protect items outside of the trash from permanent deletion", async () => {
    const [live] = (await images(anna, 1)) as [Item];
    const answer = (await test.call(deleteItems, { ...PERSONAL, body: { itemIds: [live.id] } }, anna)).data();
    expect(answer).toMatchObject({ done: 0, failed: [{ itemId: live.id, code: "validation-failed" }] });
    for (const route of [deleteItems, restoreItems] as const)
      expectError(await test.call(route, { ...PERSONAL, body: { all: true, from: { view: "all" } } }, anna), "validation-failed");
    expectError(await test.call(trashItems, { ...PERSONAL, body: { all: true, from: { view: "trash" } } }, anna), "validation-failed");
    expect((await one(anna, live.id)).trash).toBe(false);
  });

  it("allow viewers only to star; outsiders get a 404", async () => {
    const targetId = await team([
      [anna, "owner"],
      [ben, "viewer"],
    ]);
    await fill(targetId, 2, false);
    const body = { all: true as const };
    const params = { workspaceId: targetId };
    for (const route of [trashItems, restoreItems, deleteItems] as const)
      expectError(await test.call(route, { params, body }, ben), "forbidden");
    expectError(await test.call(moveManyItems, { params, body: { ...body, folderId: null } }, ben), "forbidden");
    expect((await test.call(favoriteItems, { params, body }, ben)).data().done).toBe(2);
    expect((await test.call(countItems, { params }, ben)).data().starred).toBe(2);
    expect((await test.call(countItems, { params }, anna)).data().starred).toBe(0);
    expectError(await test.call(trashItems, { params, body }, await test.user()), "not-found");
  });
});

describe("moving many items", () => {
  it("moves the valid items and reports the others with a reason", async () => {
    const user = await test.user();
    const [a, b, trashed] = (await images(user, 3)) as [Item, Item, Item];
    const [pictures, videos] = [await folder(a.workspaceId, "P"), await folder(a.workspaceId, "V", "video")];
    const foreign = await folder((await images(ben, 1))[0]?.workspaceId ?? "", "F");
    await test.call(trashItems, { ...PERSONAL, body: { itemIds: [trashed.id] } }, user);
    const move = (itemIds: string[], folderId: string | null) =>
      test.call(moveManyItems, { ...PERSONAL, body: { itemIds, folderId } }, user);
    expect((await move([a.id, b.id, trashed.id], pictures)).data()).toMatchObject({
      done: 2,
      failed: [{ itemId: trashed.id, code: "validation-failed" }],
    });
    expect((await move([a.id, b.id], pictures)).data()).toEqual({ done: 2, pending: 0, failed: [] });
    expect(await listed(user, { folderId: pictures })).toEqual([a.id, b.id].sort());
    expect((await move([a.id], videos)).data()).toMatchObject({ done: 0, failed: [{ itemId: a.id, code: "validation-failed" }] });
    for (const folderId of [foreign, "nonsense", test.ports.ids.id()])
      expect(expectError(await move([a.id], folderId), "validation-failed")[0]?.field).toBe("folderId");
    expect((await move([a.id], "root")).data().done).toBe(1);
    expect((await one(user, a.id)).parentId).toBeNull();
    const everything = await test.call(
      moveManyItems,
      { ...PERSONAL, body: { all: true, from: { folderId: "root" }, folderId: pictures } },
      user,
    );
    expect(everything.data()).toEqual({ done: 1, pending: 0, failed: [] });
    expect((await one(user, a.id)).parentId).toBe(pictures);
  });

  it("loses nothing and blocks no request when two users move the same items concurrently in any order", async () => {
    const targetId = await team([
      [anna, "owner"],
      [ben, "member"],
    ]);
    await fill(targetId, 300, false);
    const { rows } = await test.ports.pool.query<{ id: string }>("select id from items where workspace_id = $1", [targetId]);
    const ids = idsOf(rows);
    const targets = [await folder(targetId, "A", "mixed"), await folder(targetId, "B", "mixed")] as const;
    const call = (user: TestUser, itemIds: string[], folderId: string) =>
      test.call(moveManyItems, { params: { workspaceId: targetId }, body: { itemIds, folderId } }, user);
    const calls = Array.from({ length: 12 }, (_, index) => {
      const shuffled = ids.toSorted(() => Math.random() - 0.5);
      if (index % 3 === 2) {
        const route = index % 2 === 0 ? favoriteItems : restoreItems;
        return test.call(route, { params: { workspaceId: targetId }, body: { itemIds: shuffled } as never }, anna);
      }
      return call(index % 2 === 0 ? anna : ben, shuffled, targets[index % 2] ?? "");
    });
    for (const answer of await Promise.all(calls)) expect(answer.data()).toEqual({ done: 300, pending: 0, failed: [] });
    const after = await test.ports.pool.query<{ folder_id: string; count: number }>(
      "select folder_id, count(*)::int as count from items where workspace_id = $1 group by 1",
      [targetId],
    );
    expect(after.rows).toEqual([{ folder_id: expect.toBeOneOf([...targets]), count: 300 }]);
    expect((await test.call(countItems, { params: { workspaceId: targetId } }, anna)).data()).toMatchObject({ images: 300, starred: 300 });
  });
});

describe("stars", () => {
  it("are stored per user, toggle without a value, and are idempotent with one", async () => {
    const user = await test.user();
    const [item, other] = (await images(user, 2)) as [Item, Item];
    const star = async (body: { favorite?: boolean }) =>
      (await test.call(favoriteItem, { params: { itemId: item.id }, body }, user)).data().favorite;
    expect([await star({}), await star({}), await star({})]).toEqual([true, false, true]);
    expect(await Promise.all([star({ favorite: true }), star({ favorite: true })])).toEqual([true, true]);
    expect(await one(user, item.id)).toMatchObject({ favorite: true });
    expect(await listed(user, { view: "starred" })).toEqual([item.id]);
    const marks = (await test.call(listItems, { ...PERSONAL, query: {} }, user)).data().items.map((each) => [each.id, each.favorite]);
    expect(Object.fromEntries(marks)).toEqual({ [item.id]: true, [other.id]: false });
    expectError(await test.call(favoriteItem, { params: { itemId: item.id }, body: {} }, ben), "not-found");
    expectError(await test.call(favoriteItem, { params: { itemId: "nonsense" }, body: {} }, user), "not-found");
    // A trashed item is not in the starred list. After restoring, it is there again with its new title.
    await test.call(trashItems, { ...PERSONAL, body: { itemIds: [item.id] } }, user);
    expect(await listed(user, { view: "starred" })).toEqual([]);
    expect((await counts(user)).starred).toBe(0);
    await test.call(restoreItems, { ...PERSONAL, body: { itemIds: [item.id] } }, user);
    expect(await listed(user, { view: "starred" })).toEqual([item.id]);
    const gone = await test.call(favoriteItems, { ...PERSONAL, body: { all: true, from: { view: "starred" }, favorite: false } }, user);
    expect(gone.data()).toEqual({ done: 1, pending: 0, failed: [] });
    expect(await listed(user, { view: "starred" })).toEqual([]);
  });
});

describe("permanent deletion", () => {
  it("deletes rows, links, bytes and renditions; shared bytes remain until the last copy is deleted", async () => {
    const user = await test.user();
    await test.runJobs();
    const before = files().length;
    const items = await images(user, 50);
    await test.runJobs();
    const copies = await Promise.all(
      items.slice(0, 5).map(async (item) => (await test.call(copyItem, { params: { itemId: item.id }, body: {} }, user)).data()),
    );
    const share = (await test.call(getShare, { params: { workspaceId: "personal", itemId: items[0]?.id ?? "" } }, user)).data();
    const stored = files().length;
    expect(stored).toBeGreaterThanOrEqual(before + 100);
    await test.call(trashItems, { ...PERSONAL, body: { itemIds: idsOf(items) } }, user);
    expect((await test.call(deleteItems, { ...PERSONAL, body: { itemIds: idsOf(items) } }, user)).data()).toEqual({
      done: 50,
      pending: 0,
      failed: [],
    });
    await test.runJobs();
    expectError(await test.app.inject({ url: `/api/v1/shared/${share.slug}` }), "not-found");
    expect(files().length - before).toBe((5 * (stored - before)) / 50);
    for (const copy of copies) {
      const { sourceUrl, thumbnailUrl } = await one(user, copy.id);
      for (const url of [sourceUrl, thumbnailUrl]) expect((await test.app.inject({ url: String(url) })).statusCode).toBe(200);
    }
    await test.call(trashItems, { ...PERSONAL, body: { all: true } }, user);
    expect((await counts(user)).trashBytes).toBeGreaterThan(0);
    expect((await test.call(deleteItems, { ...PERSONAL, body: { all: true } }, user)).data()).toEqual({ done: 5, pending: 0, failed: [] });
    const { failed } = await test.runJobs();
    expect(failed).toEqual([]);
    expect(files().length).toBe(before);
    expect(await counts(user)).toMatchObject({ images: 0, trash: 0, storedBytes: 0, trashBytes: 0 });
    const again = (await test.call(deleteItems, { ...PERSONAL, body: { itemIds: idsOf(copies) } }, user)).data();
    expect(again).toMatchObject({ done: 0, failed: copies.map(() => expect.objectContaining({ code: "not-found" })) });
  });

  it("removes many bytes in several jobs, of which one at most waits", async () => {
    await test.runJobs();
    await test.ports.pool.query(
      `insert into blobs (id, storage_key, sha256, size_bytes, mime_type, refs)
       select gen_random_uuid(), 'b/no/ne/' || n, '\\x00', 1, 'image/png', 0 from generate_series(1, 450) n`,
    );
    const left = async () => (await test.ports.pool.query("select from blobs where refs <= 0")).rowCount;
    await test.modules.items.removeUnreferenced(AbortSignal.timeout(20_000), 0);
    expect(await left()).toBe(250);
    await test.modules.items.removeUnreferenced(AbortSignal.timeout(20_000), 0);
    expect(await left()).toBe(50);
    const { done, failed } = await test.runJobs();
    expect([done, failed]).toEqual([["items.delete-unreferenced"], []]);
    expect(await left()).toBe(0);
  });

  it("continues to empty a full trash in the background, also after a kill, without later items (R20)", async () => {
    const user = await test.user();
    const [later] = (await images(user, 1)) as [Item];
    await fill(later.workspaceId, 2_600, true);
    const answer = (await test.call(deleteItems, { ...PERSONAL, body: { all: true } }, user)).data();
    expect(answer).toEqual({ done: 1_000, pending: 1_600, failed: [] });
    test.clock.advance(1_000);
    await test.call(trashItems, { ...PERSONAL, body: { itemIds: [later.id] } }, user);
    // Simulates a process exit after the first background page.
    const job = test.modules.items.jobs?.find((each) => each.definition === finishBulk);
    const { rows } = await test.ports.pool.query<{ payload: never }>(
      "select payload from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id where identifier = $1",
      [finishBulk.name],
    );
    const death = new AbortController();
    const publish = vi.spyOn(test.modules.events, "publish").mockImplementation(() => death.abort(new Error("killed")));
    await expect(job?.handle(rows[0]?.payload as never, death.signal)).rejects.toThrow("killed");
    publish.mockRestore();
    expect((await counts(user)).trash).toBe(1_101);
    const { failed } = await test.runJobs();
    expect(failed).toEqual([]);
    expect(await listed(user, { view: "trash" })).toEqual([later.id]);
    expect(await counts(user)).toMatchObject({ trash: 1, trashBytes: later.size });
  });

  it("runs by schedule after the retention time of the trash, and not earlier", async () => {
    const user = await test.user();
    await test.runJobs();
    const before = files().length;
    const [old, young] = (await images(user, 2)) as [Item, Item];
    await test.runJobs();
    await test.call(trashItems, { ...PERSONAL, body: { itemIds: [old.id] } }, user);
    test.clock.advance(20 * DAY_MS);
    const again = { ...user, headers: (await relogin(user)).headers };
    await test.call(trashItems, { ...PERSONAL, body: { itemIds: [young.id] } }, again);
    test.clock.advance(9.9 * DAY_MS);
    const atNight = async (): Promise<void> => {
      await test.ports.jobs.enqueue(test.ports.db, sweepNightly, {});
      expect((await test.runJobs()).failed).toEqual([]);
    };
    await atNight();
    expect((await test.ports.pool.query("select from items where id = any($1)", [[old.id, young.id]])).rowCount).toBe(2);
    test.clock.advance(0.2 * DAY_MS);
    await atNight();
    expect((await test.ports.pool.query("select id from items where id = any($1)", [[old.id, young.id]])).rows).toEqual([{ id: young.id }]);
    await test.runJobs();
    expect(files().length).toBeLessThanOrEqual(before + 3);
  });
});

/** Signs in again, because sessions expire when the test clock advances. */
async function relogin(user: TestUser): Promise<TestUser> {
  const answer = await test.app.inject({
    method: "POST",
    url: "/api/v1/auth/login",
    payload: { email: user.email, password: user.password },
  });
  const { idToken, refreshToken } = answer.json<{ data: { idToken: string; refreshToken: string } }>().data;
  return { ...user, idToken, refreshToken, headers: { idtoken: idToken, refreshtoken: refreshToken } };
}
