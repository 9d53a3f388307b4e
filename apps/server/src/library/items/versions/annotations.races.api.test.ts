import { type ClientResult, getImage, moveItem, purgeImage, revertItem, trashItems } from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members, workspaces } from "../../../platform/db/schema/index.ts";
import { createSweepers } from "../../../web/sweeps/index.ts";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let anna: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
});
afterAll(() => test.close());

const WIDE = { width: 900, height: 40 };
const SECRET: [number, number, number] = [250, 10, 20];
const COVERED: [number, number, number] = [5, 5, 5];

const filed = (): Promise<Item> => test.image<Item>(anna, { bytes: png(WIDE.width, WIDE.height, SECRET) });
async function put(fields: Record<string, string>, bytes: Uint8Array = png(WIDE.width, WIDE.height, COVERED)) {
  const form = multipart(fields, { name: "blob", fileName: "shot.png", type: "image/png", bytes });
  const url = "/api/v1/workspace/personal/files/image";
  return test.app.inject({ method: "PUT", url, headers: { ...anna.headers, ...form.headers }, payload: form.payload });
}
const get = async (itemId: string) => (await test.call(getImage, { params: { workspaceId: "personal", itemId } }, anna)).data();
const fetched = (url: string | null | undefined) => test.app.inject({ url: String(url) });
const bytesOf = async (url: string | null | undefined): Promise<Buffer> => {
  const answer = await fetched(url);
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

describe("concurrent changes of a picture", () => {
  it("of the same version: one is saved, the other gets a conflict", async () => {
    for (let round = 0; round < 5; round += 1) {
      const item = await filed();
      const answers = await Promise.all(
        [10, 20, 30].map((side) => put({ refName: item.refName, baseVersion: "1", keepOriginal: "true" }, png(side, side))),
      );
      expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409, 409]);
      for (const answer of answers) if (answer.statusCode === 409) expectError(answer, "edit-conflict");
      const won = await get(item.id);
      expect(won).toMatchObject({ pictureVersion: 2, annotated: true });
      expect(await bytesOf(won.originalImage)).toEqual(png(WIDE.width, WIDE.height, SECRET));
    }
  });

  it("without a version: the last one is stored, and the original is the first picture", async () => {
    const item = await filed();
    const answers = await Promise.all([10, 20, 30].map((side) => put({ refName: item.refName, keepOriginal: "true" }, png(side, side))));
    for (const answer of answers) expectData(answer);
    const after = await get(item.id);
    expect(after.pictureVersion).toBe(4);
    expect(await bytesOf(after.originalImage)).toEqual(png(WIDE.width, WIDE.height, SECRET));
  });

  it("with a deletion, move or revert: no bytes are left over or missing", async () => {
    const team = test.ports.ids.id();
    await test.ports.db.insert(workspaces).values({ id: team, kind: "team", name: "Team" });
    await test.ports.db.insert(members).values({ workspaceId: team, userId: (await filed()).owner.id, role: "owner" });
    for (const other of [
      (item: Item) => test.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: item.id } }, anna),
      (item: Item) => test.call(moveItem, { params: { itemId: item.id }, body: { workspaceId: team } }, anna),
      (item: Item) => test.call(revertItem, { params: { itemId: item.id } }, anna),
      (item: Item) => test.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: [item.id] } }, anna),
    ]) {
      const item = await filed();
      expectData(await put({ refName: item.refName, keepOriginal: "true" }, png(70, 70)));
      const [answer, second] = await Promise.all([put({ refName: item.refName, keepOriginal: "true" }, png(80, 80)), other(item)]);
      expect([200, 404]).toContain(answer.statusCode);
      expect(second.statusCode).toBe(200);
    }
    await test.runJobs();
    const { rows } = await test.ports.pool.query<{ key: string; refs: number; used: number }>(`
      select storage_key as key, refs, ((select count(*) from items where blob_id = b.id) + (select count(*) from renditions where blob_id = b.id)
        + (select count(*) from picture_details where original_blob_id = b.id))::int as used from blobs b`);
    expect(rows.filter(({ refs, used }) => refs !== used)).toEqual([]);
    const keys: string[] = [];
    for await (const object of test.ports.storage.list("b/")) keys.push(object.key);
    expect(keys.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
  });

  /** Pauses the next call of a store method, before or after its work, until the test resumes it. */
  function hold(method: "stat" | "put" | "copy", when: "before" | "after") {
    const { storage } = test.ports;
    const own = storage[method].bind(storage) as (...args: unknown[]) => Promise<unknown>;
    const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: free, resolve: goOn } = Promise.withResolvers<void>();
    const replace = (held: (...args: unknown[]) => Promise<unknown>): void => void Object.assign(storage, { [method]: held });
    replace(async (...args) => {
      replace(own);
      const done = when === "after" ? await own(...args) : null;
      arrive();
      await free;
      return when === "after" ? done : own(...args);
    });
    return { reached, goOn };
  }

  it.each<["stat" | "put", "before" | "after", "slower" | "faster"]>([
    ["stat", "before", "slower"],
    ["stat", "before", "faster"],
    ["stat", "after", "faster"],
    ["put", "after", "slower"],
    ["put", "after", "faster"],
  ])("while thumbnails are created (%s, %s, the new ones are %s): only the new ones are shown", async (method, when, timing) => {
    await test.runJobs();
    const item = await filed();
    const { reached, goOn } = hold(method, when);
    const running = test.runJobs();
    await reached;
    expectData(await put({ refName: item.refName, keepOriginal: "true" }, png(640, 400, COVERED)));
    if (timing === "faster") await test.runJobs();
    goOn();
    await running;
    await test.runJobs();
    const after = await get(item.id);
    expect(after).toMatchObject({ stage: "ready", failure: null, width: 640 });
    const { channels } = await sharp(await bytesOf(after.thumbnailLargeUrl)).stats();
    expect(Math.max(...channels.slice(0, 3).map(({ max }) => max))).toBeLessThan(30);
  });

  it.each(["before", "after"] as const)("with a second change %s the copy of the original: the final picture is stored", async (when) => {
    const item = await filed();
    const { reached, goOn } = hold("copy", when);
    const slow = put({ refName: item.refName, keepOriginal: "true" }, png(70, 70));
    await reached;
    expectData(await put({ refName: item.refName }, png(60, 60)));
    goOn();
    const drawn = expectData<Item>(await slow);
    expect(drawn).toMatchObject({ pictureVersion: 3, width: 70, annotated: true });
    expect(await bytesOf(drawn.originalImage)).toEqual(png(60, 60));
    const known = new Set(
      (await test.ports.pool.query<{ key: string }>("select storage_key as key from blobs")).rows.map(({ key }) => key),
    );
    for await (const object of test.ports.storage.list("b/")) expect(known).toContain(object.key);
  });

  it("with a crash that leaves an object without a row: the sweep deletes only that", async () => {
    const item = await filed();
    const drawn = expectData<Item>(await put({ refName: item.refName, keepOriginal: "true" }));
    const orphan = await test.modules.media.copyBlob({
      storageKey: (
        await test.ports.pool.query<{ key: string }>(
          "select storage_key as key from blobs b join items i on i.blob_id = b.id where i.id = $1",
          [item.id],
        )
      ).rows[0]?.key as string,
      sha256: "00",
      sizeBytes: 1,
      mimeType: "image/png",
    });
    const sweeper = createSweepers(test.ports, -60_000).find(({ name }) => name === "delete-orphaned-objects");
    await sweeper?.run(AbortSignal.timeout(10_000), null);
    await expect(test.ports.storage.stat(orphan.storageKey)).rejects.toMatchObject({ code: "not-found" });
    expect((await fetched(drawn.originalImage)).statusCode).toBe(200);
  });
});
