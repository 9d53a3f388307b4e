import {
  addFromPersonal,
  copyItem,
  createWorkspace,
  getImport,
  listItems,
  listNotifications,
  moveItem,
  purgeImage,
  updateSettings,
  type ClientResult,
  type getImage,
} from "@stillreel/contract";
import { addMembers, createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

type Item = ClientResult<typeof getImage>;

const PICTURE = png(1_200, 1_200);
const SIZE = PICTURE.length;
/** Room for three pictures. */
const QUOTA = 3 * SIZE + 100;

let t: TestApp;
let anna: TestUser;
let ben: TestUser;
beforeEach(async () => {
  t = await createTestApp({ config: { DEFAULT_QUOTA: String(QUOTA) } });
  [anna, ben] = [await t.user(), await t.user()];
});
afterEach(() => t.close());

const upload = (user = anna, headers: Record<string, string> = {}) => {
  const form = multipart({ fullFileName: "a.png" }, { fileName: "a.png", type: "image/png", bytes: PICTURE });
  const url = "/api/v1/workspace/personal/files/image";
  return t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers, ...headers }, payload: form.payload });
};
const metadata = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
const tus = (method: "POST" | "PATCH", url: string, headers: Record<string, string>, payload?: Uint8Array) =>
  t.app.inject({
    method,
    url,
    headers: { "tus-resumable": "1.0.0", ...anna.headers, ...headers },
    ...(payload ? { payload: Buffer.from(payload) } : {}),
  });
const begin = (length: number | null, fields: Record<string, string> = {}) =>
  tus("POST", "/uploads", {
    ...(length === null ? { "upload-defer-length": "1" } : { "upload-length": String(length) }),
    "upload-metadata": metadata({ fullFileName: "a.png", ...fields }),
  });
const send = (url: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  tus("PATCH", url, { "upload-offset": String(offset), "content-type": "application/offset+octet-stream", ...headers }, bytes);
const itemsOf = async (user = anna) =>
  (await t.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all", limit: 200 } }, user)).data().items;
const countOf = async (table: "blobs" | "items" | "uploads"): Promise<number> =>
  Number((await t.ports.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n);

describe("form uploads", () => {
  it("are refused beyond the quota, leave nothing, and succeed after a deletion", async () => {
    const first = expectData<Item>(await upload(), 201);
    await upload();
    await upload();
    const refused = await upload();
    expectError(refused, "quota-exceeded");
    expect(refused.json().message).toMatch(/storage is full/u);
    expect([await countOf("items"), await countOf("blobs")]).toEqual([3, 3]);
    expectData(await upload(ben), 201);
    await t.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: first.id } }, anna);
    expectData(await upload(), 201);
  });

  it("that nearly use up the quota notify their user once, unless there is room again", async () => {
    const listed = async () => (await t.call(listNotifications, {}, anna)).data().items;
    await upload();
    await upload();
    await t.runJobs();
    expect(await listed()).toEqual([]);
    const last = expectData<Item>(await upload(), 201);
    await t.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: last.id } }, anna);
    await t.runJobs();
    expect(await listed()).toEqual([]);
    await upload();
    await t.runJobs();
    expect(await listed()).toMatchObject([
      { kind: "quota", text: "Your storage is 99 % full", percent: 99, actor: null, url: null, count: 1 },
    ]);
    expect((await t.call(listNotifications, {}, ben)).data().items).toEqual([]);
  });

  it("cannot exceed the quota together", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload()));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 201, 201, 507, 507, 507, 507, 507]);
    expect(await itemsOf()).toHaveLength(3);
    expect(await countOf("blobs")).toBe(3);
  });

  it("repeat an earlier request although the quota is used up", async () => {
    await upload();
    await upload();
    const key = { "idempotency-key": "same" };
    const once = expectData<Item>(await upload(anna, key), 201);
    expect(expectData<Item>(await upload(anna, key), 201).id).toBe(once.id);
    expectError(await upload(anna, { "idempotency-key": "other" }), "quota-exceeded");
    expect([await countOf("items"), await countOf("blobs")]).toEqual([3, 3]);
  });
});

describe("resumable uploads", () => {
  it("count with their declared length from their creation", async () => {
    expect((await begin(2 * SIZE)).statusCode).toBe(201);
    expect((await begin(SIZE)).statusCode).toBe(201);
    const refused = await begin(SIZE);
    expectError(refused, "quota-exceeded");
    expect(await countOf("uploads")).toBe(2);
    expectError(await upload(), "quota-exceeded");
  });

  it("cannot exceed the quota together", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(SIZE)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 201, 201, 507, 507, 507]);
  });

  it("can be created again with their own id after a lost response", async () => {
    const fields = { uploadId: "A".repeat(22) };
    expect((await begin(3 * SIZE, fields)).statusCode).toBe(201);
    expect((await begin(3 * SIZE, fields)).statusCode).toBe(201);
    expect(await countOf("uploads")).toBe(1);
  });

  it("without a declared length are refused when their data no longer fits, and continue when it fits again", async () => {
    const { headers } = await begin(null);
    const url = String(headers["location"]);
    expect((await send(url, 0, PICTURE.subarray(0, 100))).statusCode).toBe(204);
    const others = [await upload(), await upload(), await upload()].map((answer) => expectData<Item>(answer, 201));
    expectError(await send(url, 100, PICTURE.subarray(100), { "upload-length": String(SIZE) }), "quota-exceeded");
    await t.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: others[0]?.id ?? "" } }, anna);
    expect((await send(url, 100, PICTURE.subarray(100), { "upload-length": String(SIZE) })).statusCode).toBe(204);
    expect(await itemsOf()).toHaveLength(3);
  });
});

describe("copies", () => {
  it("are refused beyond the quota of the person who copies", async () => {
    const { id: itemId } = expectData<Item>(await upload(), 201);
    const { id: workspaceId } = (await t.call(createWorkspace, { query: { name: "Crew" } }, anna)).data();
    expectData(await t.call(copyItem, { params: { itemId }, body: {} }, anna), 201);
    expectData(await t.call(addFromPersonal, { params: { workspaceId, type: "image" }, query: { itemId } }, anna), 201);
    expectError(await t.call(copyItem, { params: { itemId }, body: {} }, anna), "quota-exceeded");
    expectError(await t.call(addFromPersonal, { params: { workspaceId, type: "image" }, query: { itemId } }, anna), "quota-exceeded");
  });
});

describe("imports", () => {
  it("end at the quota with a reason, and retain what they imported", async () => {
    const zip = zipSync(Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`${at}.png`, PICTURE])));
    const begun = await begin(zip.length, { type: "archive", fullFileName: "things.zip" });
    expect(begun.statusCode).toBe(201);
    expect((await send(String(begun.headers["location"]), 0, zip)).statusCode).toBe(204);
    await t.runJobs();
    const state = (await t.call(getImport, { params: { importId: String(begun.headers["import-id"]) } }, anna)).data();
    expect(state).toMatchObject({ status: "failed" });
    expect(state.skipped[0]?.reason).toMatch(/storage is full/u);
    expect(await itemsOf()).toHaveLength(3);
  });

  it("are refused when the archive alone exceeds the quota", async () => {
    expectError(await begin(QUOTA + 1, { type: "archive", fullFileName: "things.zip" }), "quota-exceeded");
    expect(await countOf("uploads")).toBe(0);
  });
});

const NO_ID = "018f0000-0000-7000-8000-000000000000";

describe("workspaces with a quota", () => {
  it("refuse uploads, copies and moved items of every member beyond it, and personal libraries stay unlimited", async () => {
    await using free = await createTestApp();
    const [admin, member] = [await free.user(), await free.user()];
    const { id: workspaceId } = (await free.call(createWorkspace, { query: { name: "Crew" } }, admin)).data();
    await addMembers(free, workspaceId, [[member, "member"]]);
    const quota = { workspaceQuota: { value: 2 * SIZE + 100, version: 0 } };
    expectData(await free.call(updateSettings, { body: quota }, admin));
    const into = (space: string, user: TestUser) => {
      const form = multipart({ fullFileName: "a.png" }, { fileName: "a.png", type: "image/png", bytes: PICTURE });
      const url = `/api/v1/workspace/${space}/files/image`;
      return free.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
    };
    const own = [await into("personal", member), await into("personal", member), await into("personal", member)];
    const [first] = own.map((answer) => expectData<Item>(answer, 201).id);
    expectData(await into(workspaceId, member), 201);
    const answers = await Promise.all([into(workspaceId, admin), into(workspaceId, member)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 507]);
    expectError(await into(workspaceId, admin), "quota-exceeded");
    const query = { itemId: first ?? "" };
    expectError(await free.call(addFromPersonal, { params: { workspaceId, type: "image" }, query }, member), "quota-exceeded");
    expectError(await free.call(moveItem, { params: { itemId: first ?? "" }, body: { workspaceId } }, member), "quota-exceeded");
    expectData(await free.call(copyItem, { params: { itemId: first ?? "" }, body: {} }, member), 201);
  });
});

it("without a quota nothing is limited", async () => {
  await using free = await createTestApp();
  expect(await free.modules.items.quota.isLimited(NO_ID)).toBe(false);
  await free.modules.items.quota.assertRoom({ ownerId: NO_ID, workspaceId: NO_ID }, Number.MAX_SAFE_INTEGER);
});
