import {
  addFromPersonal,
  API_BASE,
  type ClientResult,
  copyItem,
  deleteItems,
  deleteUser,
  getImage,
  moveItem,
  purgeImage,
  revertItem,
  trashItems,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members, workspaces } from "../../../platform/db/schema/index.ts";
import { sweepNightly } from "../../../web/sweeps/index.ts";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let anna: TestUser;
let ben: TestUser;
let team: string;

const FIRST = png(60, 40, [200, 10, 10]);
const DRAWN = png(60, 40, [10, 10, 10]);
const markers = { version: 1, crop: null, shapes: [{ id: "r", type: "redact", x: 1, y: 2, width: 30, height: 20, color: "#17161C" }] };
const capture = { browser: "Chrome 156", sensitive: [{ kind: "email", x: 1, y: 2, width: 30, height: 20 }] };

beforeAll(async () => {
  test = await createTestApp();
  [anna, ben] = [await test.user(), await test.user()];
  team = test.ports.ids.id();
  await test.ports.db.insert(workspaces).values({ id: team, kind: "team", name: "Team" });
  for (const [user, role] of [
    [anna, "member"],
    [ben, "viewer"],
  ] as const) {
    const { rows } = await test.ports.pool.query<{ id: string }>("select id from users where email = $1", [user.email]);
    await test.ports.db.insert(members).values({ workspaceId: team, userId: rows[0]?.id ?? "", role });
  }
});
afterAll(() => test.close());

const send = async (user: TestUser, method: "POST" | "PUT", space: string, fields: Record<string, string>, name: string, bytes: Buffer) => {
  const form = multipart(fields, { name, fileName: "shot.png", type: "image/png", bytes });
  const url = `${API_BASE}/workspace/${space}/files/image`;
  return test.app.inject({ method, url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
};
/** Creates an annotated picture with a stored original. */
async function drawn(user = anna, space = "personal"): Promise<Item> {
  const upload = await send(user, "POST", space, { fullFileName: "shot.png", capture: JSON.stringify(capture) }, "file", FIRST);
  const { refName } = expectData<Item>(upload, 201);
  const fields = { refName, keepOriginal: "true", markers: JSON.stringify(markers) };
  return expectData<Item>(await send(user, "PUT", space, fields, "blob", DRAWN));
}
const get = async (user: TestUser, workspaceId: string, itemId: string) =>
  (await test.call(getImage, { params: { workspaceId, itemId } }, user)).data();
const bytesOf = async (url: string | null | undefined) => (await test.app.inject({ url: url ?? "" })).rawPayload;
const blobs = async (): Promise<{ storage_key: string }[]> => (await test.ports.pool.query("select storage_key from blobs")).rows;
const keyOf = async (itemId: string): Promise<string> => {
  const text = "select storage_key from blobs b join picture_details d on d.original_blob_id = b.id where d.item_id = $1";
  return String((await test.ports.pool.query(text, [itemId])).rows[0]?.storage_key);
};
const isStored = (key: string): Promise<boolean> =>
  test.ports.storage.stat(key).then(
    () => true,
    () => false,
  );

describe("an original", () => {
  it("is copied by users with write permission, and remains when the source is deleted", async () => {
    const item = await drawn();
    const copy = (await test.call(copyItem, { params: { itemId: item.id }, body: {} }, anna)).data();
    expect(copy).toMatchObject({ annotated: true, pictureVersion: 1, markers, capture });
    (await test.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: item.id } }, anna)).data();
    await test.runJobs();
    const left = await get(anna, "personal", copy.id);
    expect((await bytesOf(left.originalImage)).equals(FIRST)).toBe(true);
    expect((await bytesOf(left.sourceUrl)).equals(DRAWN)).toBe(true);
    const reverted = (await test.call(revertItem, { params: { itemId: copy.id } }, anna)).data();
    expect((await bytesOf(reverted.sourceUrl)).equals(FIRST)).toBe(true);
  });

  it("is included in copies and moves to a workspace, visible only with write permission", async () => {
    const item = await drawn();
    const added = (
      await test.call(addFromPersonal, { params: { workspaceId: team, type: "image" }, query: { itemId: item.id } }, anna)
    ).data();
    expect(added).toMatchObject({ annotated: true, markers, originalImage: expect.stringContaining("/media/") });
    const moved = (await test.call(moveItem, { params: { itemId: item.id }, body: { workspaceId: team } }, anna)).data();
    expect(moved).toMatchObject({ workspaceId: team, annotated: true, markers, capture });
    for (const id of [added.id, item.id]) {
      const seen = await get(ben, team, id);
      expect(seen).toMatchObject({ originalImage: null, markers: null, capture: { browser: "Chrome 156" } });
      expect(seen.capture).not.toHaveProperty("sensitive");
    }
  });

  it("is not copied by a user with read permission only", async () => {
    const item = await drawn(anna, team);
    const refs = async () => (await test.ports.pool.query("select sum(refs)::int as n from blobs")).rows[0]?.n as number;
    const before = await refs();
    const copy = (await test.call(copyItem, { params: { itemId: item.id }, body: { workspaceId: "personal" } }, ben)).data();
    expect(copy).toMatchObject({ annotated: false, originalImage: null, markers: null, capture: { browser: "Chrome 156" } });
    expect(copy.capture).not.toHaveProperty("sensitive");
    expectError(await test.call(revertItem, { params: { itemId: copy.id } }, ben), "no-original");
    const { rows } = await test.ports.pool.query("select original_blob_id, markers, capture from picture_details where item_id = $1", [
      copy.id,
    ]);
    expect(rows).toEqual([{ original_blob_id: null, markers: null, capture: { browser: "Chrome 156" } }]);
    expect(await refs()).toBe(before + 1);
  });

  it("is deleted with its item: one by one, in bulk and from the trash", async () => {
    const one = await drawn();
    const many = [await drawn(), await drawn()];
    const trashed = await drawn();
    const keys = await Promise.all([one, ...many, trashed].map(({ id }) => keyOf(id)));
    const trash = (items: Item[]) =>
      test.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: items.map(({ id }) => id) } }, anna);
    (await trash([...many, trashed])).data();
    (await test.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: one.id } }, anna)).data();
    (await test.call(deleteItems, { params: { workspaceId: "personal" }, body: { itemIds: many.map(({ id }) => id) } }, anna)).data();
    await test.runJobs();
    expect(await Promise.all(keys.map(isStored))).toEqual([false, false, false, true]);
    test.clock.advance((test.ports.config.TRASH_DAYS + 1) * 86_400_000);
    await test.ports.db.transaction((tx) => test.ports.jobs.enqueue(tx, sweepNightly, {}));
    await test.runJobs();
    expect(await isStored(keys[3] ?? "")).toBe(false);
    const known = new Set((await blobs()).map(({ storage_key: key }) => key));
    expect(keys.filter((key) => known.has(key))).toEqual([]);
  });

  it("is deleted with its account, and not before by the nightly sweep", async () => {
    const user = await test.user();
    const key = await keyOf((await drawn(user)).id);
    await test.ports.pool.query("update blobs set created_at = now() - interval '30 days'");
    await test.ports.db.transaction((tx) => test.ports.jobs.enqueue(tx, sweepNightly, {}));
    await test.runJobs();
    expect(await isStored(key)).toBe(true);
    const proof = { email: user.email, password: user.password, phrase: "delete my account" };
    (await test.call(deleteUser, { body: proof }, user)).data();
    await test.runJobs();
    expect(await isStored(key)).toBe(false);
  });
});
