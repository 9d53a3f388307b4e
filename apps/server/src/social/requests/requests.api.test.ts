import {
  createRequest,
  deleteFolder,
  createFolder,
  deleteRequest,
  getShare,
  type ClientArgs,
  listItems,
  listNotifications,
  listRequestedItems,
  listRequests,
  openRequest,
  purgeImage,
  removeMember,
  recordRecentItem,
  updateManagedUser,
  unlockRequest,
  updateRequest,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectData, expectError, png, type TestApp, type TestUser, video } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let t: TestApp;
let address: string;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.user();
  address = await t.listen();
});
afterAll(() => t.close());

const PICTURE = png(640, 480);
const encoded = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");

/** Sends a request of tus without an account. */
async function tus(method: string, url: string, headers: Record<string, string> = {}, body?: Uint8Array) {
  const sent = { method, headers: { "tus-resumable": "1.0.0", ...headers }, ...(body ? { body: body as never } : {}) };
  const answer = await fetch(new URL(url, address), sent);
  return { statusCode: answer.status, headers: answer.headers, body: await answer.text() };
}
const begin = (slug: string, bytes: number, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  tus("POST", "/uploads", {
    "upload-length": String(bytes),
    "upload-metadata": encoded({ request: slug, type: "image", fullFileName: "a.png", senderName: "Ingrid", source: "file", ...fields }),
    ...headers,
  });
const patch = (url: string, offset: number, bytes: Uint8Array) =>
  tus("PATCH", url, { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" }, bytes);
const locationOf = (answer: { statusCode: number; body: string; headers: Headers }): string => {
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.headers.get("location") ?? "";
};
async function sendTo(slug: string, bytes: Uint8Array = PICTURE, fields: Record<string, string> = {}) {
  return patch(locationOf(await begin(slug, bytes.length, fields)), 0, bytes);
}

const made = async (user: TestUser, body: Partial<ClientArgs<typeof createRequest>["body"]> = {}) =>
  (await t.call(createRequest, { body: { title: "Bike added", ...body } }, user)).data();
const requestOf = async (user: TestUser, id: string) => {
  const found = (await t.call(listRequests, { query: {} }, user)).data().items.find((one) => one.id === id);
  if (!found) throw new Error("No request");
  return found;
};
const library = async (user: TestUser, workspaceId = "personal") =>
  (await t.call(listItems, { params: { workspaceId }, query: { view: "all", type: "image" } }, user)).data().items;
const rowCounts = async () =>
  (
    await t.ports.pool.query(
      "select (select count(*) from items) as items, (select count(*) from uploads) as uploads, (select count(*) from requested_items) as sent, (select count(*) from share_links) as links",
    )
  ).rows[0] as Record<string, string>;

describe("a request", () => {
  it("sends further items to another folder of its space, which the asker must be able to change", async () => {
    const [anna, ben] = [await t.user(), await t.user()];
    const folderOf = async (user: TestUser, name: string) =>
      (await t.call(createFolder, { params: { workspaceId: "personal" }, body: { name } }, user)).data();
    const [first, second, foreign] = [await folderOf(anna, "First"), await folderOf(anna, "Second"), await folderOf(ben, "Foreign")];
    const request = await made(anna, { folderId: first.id });
    await sendTo(request.slug);
    const move = (folderId: string | null) => t.call(updateRequest, { params: { requestId: request.id }, body: { folderId } }, anna);
    expectError(await move(foreign.id), "validation-failed");
    expect((await move(second.id)).data()).toMatchObject({ folder: { id: second.id, name: "Second" }, arrived: 1 });
    await sendTo(request.slug, PICTURE, { fullFileName: "b.png" });
    expect((await library(anna)).map(({ parentId }) => parentId).toSorted()).toEqual([first.id, second.id].toSorted());
    // A request whose folder is in the trash is closed until another one is chosen.
    expectData(await t.call(deleteFolder, { params: { workspaceId: "personal", folderId: second.id } }, anna));
    expect(await requestOf(anna, request.id)).toMatchObject({ state: "closed", folder: null });
    expect((await move(null)).data()).toMatchObject({ state: "open", folder: null });
  });

  it("receives an image of a visitor without an account as an item of its folder, and notifies", async () => {
    const anna = await t.user();
    const folder = (await t.call(createFolder, { params: { workspaceId: "personal" }, body: { name: "Repros" } }, anna)).data();
    const request = await made(anna, { folderId: folder.id, message: "Show the total", maxItems: 3, maxSeconds: 60 });
    expect(request).toMatchObject({
      state: "open",
      arrived: 0,
      url: `${t.ports.publicUrl()}/r/${request.slug}`,
      folder: { name: "Repros" },
    });
    const opened = (await t.call(openRequest, { params: { slug: request.slug } })).data();
    expect(opened).toMatchObject({ title: "Bike added", message: "Show the total", left: 3, state: "open", workspace: null });

    const begun = await begin(request.slug, PICTURE.length, { title: "It jumps", senderEmail: "i@example.test", note: "On Firefox" });
    expect([begun.headers.get("item-id"), begun.headers.get("share-url")]).toEqual([null, null]);
    expect((await patch(locationOf(begun), 0, PICTURE)).statusCode).toBe(204);

    const { items } = (await t.call(listRequestedItems, { params: { requestId: request.id }, query: {} }, anna)).data();
    expect(items).toMatchObject([
      {
        senderName: "Ingrid",
        senderEmail: "i@example.test",
        note: "On Firefox",
        source: "file",
        isNew: true,
        item: { title: "It jumps", parentId: folder.id },
      },
    ]);
    expect(await requestOf(anna, request.id)).toMatchObject({ arrived: 1, unopened: 1 });
    const notified = (await t.call(listNotifications, { query: {} }, anna)).data();
    expect(notified.items).toMatchObject([{ kind: "request", text: "Ingrid answered your request", itemTitle: "It jumps" }]);
    expectData(await t.call(recordRecentItem, { params: { itemId: items[0]?.item.id ?? "" } }, anna));
    expect(await requestOf(anna, request.id)).toMatchObject({ unopened: 0 });
    // No other user can open it before the asker shares it.
    const links = await t.ports.pool.query("select 1 from share_links where item_id = $1", [items[0]?.item.id]);
    expect(links.rowCount).toBe(0);
    expect((await t.call(getShare, { params: { workspaceId: "personal", itemId: items[0]?.item.id ?? "" } }, anna)).data().opened).toBe(0);
  });

  it("files what its folder does not accept in the root", async () => {
    const anna = await t.user();
    const body = { name: "Films", kind: "video" } as const;
    const folder = (await t.call(createFolder, { params: { workspaceId: "personal" }, body }, anna)).data();
    const request = await made(anna, { folderId: folder.id });
    expect((await sendTo(request.slug)).statusCode).toBe(204);
    expect(await library(anna)).toMatchObject([{ type: "image", parentId: null }]);
  });

  it("groups the notifications of several answers", async () => {
    const anna = await t.user();
    const request = await made(anna);
    await sendTo(request.slug);
    await sendTo(request.slug);
    const { items } = (await t.call(listNotifications, { query: {} }, anna)).data();
    expect(items.map(({ text, count }) => [text, count])).toEqual([["2 new answers to your request", 2]]);
  });

  it("is full after its number of items, also with parallel uploads, and leaves nothing behind", async () => {
    const anna = await t.user();
    const request = await made(anna, { maxItems: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(request.slug, PICTURE.length)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 201)) expectError(answer, "request-full");
    expect(await requestOf(anna, request.id)).toMatchObject({ state: "full", arrived: 0 });
    expect((await t.call(openRequest, { params: { slug: request.slug } })).data()).toMatchObject({ state: "full", left: 0 });
    const [first, ...others] = answers.filter(({ statusCode }) => statusCode === 201).map(locationOf);
    // An aborted upload releases its position.
    expect((await tus("DELETE", first ?? "")).statusCode).toBe(204);
    others.push(locationOf(await begin(request.slug, PICTURE.length)));
    for (const url of others) expect((await patch(url, 0, PICTURE)).statusCode).toBe(204);
    const before = await rowCounts();
    expectError(await begin(request.slug, PICTURE.length), "request-full");
    expect(await rowCounts()).toEqual(before);
    expect(await library(anna)).toHaveLength(3);
  });

  it("releases the position of an upload that stays idle, whose owner may begin again with the same id", async () => {
    const anna = await t.user();
    const request = await made(anna, { maxItems: 1 });
    const uploadId = t.ports.ids.secret(16);
    const url = locationOf(await begin(request.slug, PICTURE.length, { uploadId }));
    await patch(url, 0, PICTURE.subarray(0, 100));
    t.clock.advance(3 * 3_600_000);
    expectError(await patch(url, 100, PICTURE.subarray(100)), "not-found");
    expect(locationOf(await begin(request.slug, PICTURE.length, { uploadId }))).toBe(url);
    expect((await patch(url, 0, PICTURE)).statusCode).toBe(204);
    expect(await library(anna)).toHaveLength(1);
  });

  it("continues an upload by its id, and creates one item when a response was lost", async () => {
    const anna = await t.user();
    const request = await made(anna, { maxItems: 1 });
    const uploadId = t.ports.ids.secret(16);
    const url = locationOf(await begin(request.slug, PICTURE.length, { uploadId }));
    await patch(url, 0, PICTURE.subarray(0, 500));
    const again = await begin(request.slug, PICTURE.length, { uploadId });
    expect([locationOf(again), again.headers.get("upload-offset")]).toEqual([url, "500"]);
    expect((await patch(url, 500, PICTURE.subarray(500))).statusCode).toBe(204);
    const repeated = await tus("HEAD", url);
    expect(repeated.headers.get("upload-offset")).toBe(String(PICTURE.length));
    expect([repeated.headers.get("item-id"), repeated.headers.get("share-url")]).toEqual([null, null]);
    expect(await library(anna)).toHaveLength(1);
  });

  it("gives visitors no access to uploads of users, and users none to those of visitors by another request", async () => {
    const anna = await t.user();
    const [one, other] = [await made(anna), await made(anna)];
    const metadata = encoded({ type: "image", fullFileName: "mine.png", uploadId: t.ports.ids.secret(16) });
    const own = await tus("POST", "/uploads", { ...anna.headers, "upload-length": String(PICTURE.length), "upload-metadata": metadata });
    const url = locationOf(own);
    for (const method of ["HEAD", "DELETE"]) expect((await tus(method, url)).statusCode).toBe(401);
    expectError(await patch(url, 0, PICTURE), "unauthenticated");
    expectError(await begin(one.slug, PICTURE.length, { uploadId: url.split("/").at(-1) ?? "" }), "upload-conflict");
    const theirs = locationOf(await begin(one.slug, PICTURE.length));
    expectError(await begin(other.slug, PICTURE.length, { uploadId: theirs.split("/").at(-1) ?? "" }), "upload-conflict");
    expectError(await patch(`/uploads/${"A".repeat(22)}`, 0, PICTURE), "unauthenticated");
  });
});

describe("a request that ends", () => {
  it.each<[string, (anna: TestUser, id: string) => Promise<unknown>]>([
    ["is closed", (anna, requestId) => t.call(updateRequest, { params: { requestId }, body: { closed: true } }, anna)],
    ["has expired", async () => t.clock.advance(3_600_000)],
    [
      "belongs to a suspended account",
      (anna) => t.call(updateManagedUser, { params: { userId: anna.id }, body: { suspended: true } }, admin),
    ],
  ])("refuses new uploads and deletes begun ones when it %s", async (_name, end) => {
    const anna = await t.user();
    const expiresAt = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const request = await made(anna, { expiresAt });
    const before = await rowCounts();
    const url = locationOf(await begin(request.slug, PICTURE.length));
    await patch(url, 0, PICTURE.subarray(0, 100));
    await end(anna, request.id);
    t.clock.advance(3_000);
    expectError(await begin(request.slug, PICTURE.length), "request-closed");
    expect((await t.call(openRequest, { params: { slug: request.slug } })).data()).toMatchObject({ state: "closed", asker: {} });
    expectError(await patch(url, 100, PICTURE.subarray(100)), "request-closed");
    expect(await rowCounts()).toEqual(before);
  });

  it("can be opened again, which removes an end that has passed", async () => {
    const anna = await t.user();
    const request = await made(anna, { expiresAt: new Date(t.clock.now().getTime() + 3_600_000).toISOString() });
    t.clock.advance(3_700_000);
    expect(await requestOf(anna, request.id)).toMatchObject({ state: "closed" });
    const opened = await t.call(updateRequest, { params: { requestId: request.id }, body: { closed: false } }, anna);
    expect(opened.data()).toMatchObject({ state: "open", expiresAt: null });
  });

  it("is closed when its asker leaves the workspace or its folder is deleted", async () => {
    const [owner, anna] = [await t.user(), await t.user()];
    const team = await createTeam(t, [
      [owner, "owner"],
      [anna, "member"],
    ]);
    const params = { workspaceId: team.id };
    const folder = (await t.call(createFolder, { params, body: { name: "Repros" } }, anna)).data();
    const [inFolder, inRoot] = [
      await made(anna, { workspaceId: team.id, folderId: folder.id }),
      await made(anna, { workspaceId: team.id }),
    ];
    expect((await sendTo(inRoot.slug)).statusCode).toBe(204);
    expectData(await t.call(deleteFolder, { params: { ...params, folderId: folder.id }, query: {} }, anna));
    expectError(await begin(inFolder.slug, PICTURE.length), "request-closed");
    expectData(await t.call(removeMember, { params: { ...params, userId: anna.id } }, owner));
    expectError(await begin(inRoot.slug, PICTURE.length), "request-closed");
    expect((await t.call(listRequestedItems, { params: { requestId: inRoot.id }, query: {} }, anna)).data().items).toEqual([]);
  });

  it("is unknown after its deletion, and what arrived stays", async () => {
    const anna = await t.user();
    const request = await made(anna);
    await sendTo(request.slug);
    const url = locationOf(await begin(request.slug, PICTURE.length));
    expectData(await t.call(deleteRequest, { params: { requestId: request.id } }, anna));
    expectError(await t.call(openRequest, { params: { slug: request.slug } }), "not-found");
    expectError(await begin(request.slug, PICTURE.length), "not-found");
    expectError(await patch(url, 0, PICTURE), "request-closed");
    expect(await library(anna)).toHaveLength(1);
  });

  it("counts an item that its asker deleted, so that the limit holds", async () => {
    const anna = await t.user();
    const request = await made(anna, { maxItems: 1 });
    await sendTo(request.slug);
    const [item] = await library(anna);
    const query = { imageId: item?.id ?? "", refName: item?.refName ?? "" };
    expectData(await t.call(purgeImage, { params: { workspaceId: "personal" }, query }, anna));
    expectError(await begin(request.slug, PICTURE.length), "request-full");
  });
});

describe("the terms of a request", () => {
  it("refuse a video that is longer than permitted, of whatever name, and leave nothing", async () => {
    const anna = await t.user();
    const request = await made(anna, { maxSeconds: 2 });
    const [short, long] = [await video({ seconds: 2, width: 64, height: 48 }), await video({ seconds: 6, width: 64, height: 48 })];
    await t.runJobs();
    const before = await rowCounts();
    expectError(await sendTo(request.slug, long, { type: "video", source: "screen", fullFileName: "a.mp4" }), "request-too-long");
    expect(await rowCounts()).toEqual(before);
    expect((await sendTo(request.slug, short, { type: "video", source: "screen", fullFileName: "a.mp4" })).statusCode).toBe(204);
  });

  it("refuse what is not requested, and contents of another type", async () => {
    const anna = await t.user();
    const request = await made(anna, { kinds: ["screen", "camera"] });
    const before = await rowCounts();
    expect(expectError(await begin(request.slug, 10), "validation-failed")[0]?.field).toBe("source");
    expectError(await sendTo(request.slug, PICTURE, { source: "screen", type: "video" }), "unsupported-file-type");
    const page = Buffer.from("<!doctype html><script>alert(1)</script>");
    expectError(await sendTo(request.slug, page, { source: "screen" }), "unsupported-file-type");
    expect(expectError(await begin(request.slug, 10, { source: "screen", type: "archive" }), "validation-failed")[0]?.field).toBe("type");
    expect(expectError(await begin(request.slug, 10, { source: "screen", senderName: " " }), "validation-failed")[0]?.field).toBe(
      "senderName",
    );
    expect(expectError(await begin(request.slug, 10, { source: "screen", senderEmail: "x" }), "validation-failed")[0]?.field).toBe(
      "senderEmail",
    );
    expectError(await begin("A".repeat(22), 10), "not-found");
    expect(await rowCounts()).toEqual(before);
  });

  it("ask for the password before anything is shown or sent, and limit guesses", async () => {
    await using limited = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const anna = await limited.user();
    const body = { title: "Secret", message: "Hidden", password: "open sesame" };
    const { slug } = (await limited.call(createRequest, { body }, anna)).data();
    expectError(await limited.call(openRequest, { params: { slug } }), "password-required");
    const metadata = encoded({ request: slug, type: "image", senderName: "I", source: "file" });
    const headers = { "tus-resumable": "1.0.0", "upload-length": "10", "upload-metadata": metadata };
    expectError(await limited.app.inject({ method: "POST", url: "/uploads", headers }), "password-required");
    expectError(await limited.call(unlockRequest, { params: { slug }, body: { password: "wrong" } }), "wrong-password");
    const unlocked = await limited.call(unlockRequest, { params: { slug }, body: { password: "open sesame" } });
    expect(unlocked.data()).toMatchObject({ title: "Secret", message: "Hidden" });
    const cookie = String(unlocked.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await limited.call(openRequest, { params: { slug } }, null, { cookie })).data().message).toBe("Hidden");
    expect((await limited.app.inject({ method: "POST", url: "/uploads", headers: { ...headers, cookie } })).statusCode).toBe(201);
    const stored = await limited.ports.pool.query<{ all: string }>("select string_agg(r::text, '') as all from recording_requests r");
    expect(stored.rows[0]?.all).not.toContain("open sesame");
    for (let guess = 0; guess < 10; guess += 1)
      expectError(await limited.call(unlockRequest, { params: { slug }, body: { password: "wrong" } }), "wrong-password");
    expectError(await limited.call(unlockRequest, { params: { slug }, body: { password: "open sesame" } }), "too-many-requests");
  });

  it("are validated, and only for targets to which the user may add", async () => {
    const [anna, ben] = [await t.user(), await t.user()];
    const create = (body: object) => t.call(createRequest, { body: { title: "x", ...body } as never }, anna);
    expectError(await create({ title: "x".repeat(81) }), "validation-failed");
    expectError(await create({ message: "x".repeat(501) }), "validation-failed");
    expectError(await create({ kinds: [] }), "validation-failed");
    expectError(await create({ maxItems: 0 }), "validation-failed");
    expectError(await create({ expiresAt: new Date(t.clock.now().getTime() - 1_000).toISOString() }), "validation-failed");
    const folder = (await t.call(createFolder, { params: { workspaceId: "personal" }, body: { name: "Ben's" } }, ben)).data();
    expectError(await create({ folderId: folder.id }), "validation-failed");
    const team = await createTeam(t, [
      [ben, "owner"],
      [anna, "viewer"],
    ]);
    expectError(await create({ workspaceId: team.id }), "forbidden");
    const theirs = await made(ben);
    expectError(await t.call(updateRequest, { params: { requestId: theirs.id }, body: { closed: true } }, anna), "not-found");
  });

  it("are listed by state with their numbers, page by page", async () => {
    const anna = await t.user();
    const ids: string[] = [];
    for (const title of ["One", "Two", "Three"]) {
      t.clock.advance(1_000);
      ids.push((await made(anna, { title })).id);
    }
    expectData(await t.call(updateRequest, { params: { requestId: ids[0] ?? "" }, body: { closed: true } }, anna));
    const first = (await t.call(listRequests, { query: { limit: 2 } }, anna)).data();
    expect(first).toMatchObject({ open: 2, closed: 1, items: [{ title: "Three" }, { title: "Two" }] });
    const rest = (await t.call(listRequests, { query: { limit: 2, cursor: first.nextCursor ?? "" } }, anna)).data();
    expect(rest).toMatchObject({ items: [{ title: "One" }], nextCursor: null });
    const closed = (await t.call(listRequests, { query: { state: "closed" } }, anna)).data();
    expect(closed.items.map(({ title }) => title)).toEqual(["One"]);
  });
});
