import { createHash } from "node:crypto";
import {
  API_BASE,
  cancelSave,
  createSave,
  createSaveFolder,
  getSave,
  listSaveFolders,
  retrySave,
  type SaveProvider,
  updateItem,
  updatePreferences,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, type TestApp, type TestUser } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connect } from "../../people/connections/connections.fixture.ts";
import { begin, largePicture, read, runUntilEnd, save } from "./saves.fixture.ts";

const BOTH = ["drive", "dropbox"] as const satisfies readonly SaveProvider[];

let vendors: Vendors;
let t: TestApp;
let user: TestUser;
let large: { id: string; bytes: Buffer };
let small: { id: string };

beforeAll(async () => {
  vendors = await startVendors();
  t = await createTestApp({ config: vendors.environment });
  user = await t.user();
  const bytes = await largePicture();
  large = { id: (await t.image(user, { bytes, fileName: "Large.png", title: "Large" })).id, bytes };
  small = await t.image(user, { fileName: "Small.png", title: "Small" });
  await t.runJobs();
});
beforeEach(async () => {
  vendors.google.files.clear();
  vendors.dropbox.files.clear();
  vendors.dropbox.folders.clear();
  vendors.google.isFull = false;
  vendors.dropbox.isFull = false;
  for (const provider of BOTH) await connect(t, user, provider);
});
afterAll(async () => {
  await t.close();
  await vendors.close();
});

/** Files at a service: name, size and digest. */
function filesAt(provider: SaveProvider): { name: string; size: number; digest: string }[] {
  if (provider === "dropbox")
    return [...vendors.dropbox.files.values()].map(({ path, size, sha256 }) => ({ name: path, size, digest: sha256 }));
  return [...vendors.google.files.values()]
    .filter(({ mimeType }) => !mimeType.includes("folder"))
    .map(({ name, size, md5 }) => ({ name, size, digest: md5 }));
}
const digestOf = (provider: SaveProvider, bytes: Uint8Array): string =>
  createHash(provider === "drive" ? "md5" : "sha256")
    .update(bytes)
    .digest("hex");
const double = (provider: SaveProvider) => (provider === "drive" ? vendors.google : vendors.dropbox);
/** Part of the address of the requests with pieces. */
const PIECES = { drive: "/upload/drive", dropbox: "append_v2" };
/** Lets the first requests with this address pass. */
const pass = (provider: SaveProvider, path: string, times: number): void =>
  double(provider).failNext(path, { kind: "delay", ms: 0 }, times);

/** Expects that the service has exactly one file: the large image. */
function expectOneLarge(provider: SaveProvider): void {
  const files = filesAt(provider);
  expect(files).toHaveLength(1);
  expect(files[0]).toMatchObject({ size: large.bytes.length, digest: digestOf(provider, large.bytes) });
}

describe.each(BOTH)("to %s", (provider) => {
  test("a file is uploaded in pieces, unchanged", async () => {
    const done = await save(t, user, provider, [large.id]);
    expect(done).toMatchObject({ state: "done", done: 1, total: 1, bytes: large.bytes.length, totalBytes: large.bytes.length });
    expect(done.results[0]).toMatchObject({ itemId: large.id, fileName: "Large.png", state: "done", error: null });
    expectOneLarge(provider);
  });

  test("several items are saved, with numbers for names that exist", async () => {
    await save(t, user, provider, [small.id]);
    const done = await save(t, user, provider, [small.id, large.id]);
    expect(done.results.map(({ fileName }) => fileName)).toEqual(["Small (2).png", "Large.png"]);
    expect(filesAt(provider)).toHaveLength(3);
  });

  test.each([1, 2])("a lost answer in mid-upload (after piece %i) leaves exactly one complete file", async (piece) => {
    // The cloud drive begins the session at the same address.
    pass(provider, PIECES[provider], provider === "drive" ? piece : piece - 1);
    double(provider).failNext(PIECES[provider], { kind: "lose-answer" });
    expect(await save(t, user, provider, [large.id])).toMatchObject({ state: "done" });
    expectOneLarge(provider);
  });

  test("a lost answer to the last request leaves exactly one file", async () => {
    if (provider === "drive") pass("drive", PIECES.drive, 3);
    double(provider).failNext(provider === "drive" ? PIECES.drive : "upload_session/finish", { kind: "lose-answer" });
    expect(await save(t, user, provider, [large.id])).toMatchObject({ state: "done" });
    expectOneLarge(provider);
  });

  test("a lost answer to the last request leaves exactly one file of a converted image", async () => {
    if (provider === "drive") pass("drive", PIECES.drive, 1);
    double(provider).failNext(provider === "drive" ? PIECES.drive : "upload_session/finish", { kind: "lose-answer" });
    expect(await save(t, user, provider, [small.id], { format: "jpg" })).toMatchObject({ state: "done" });
    expect(filesAt(provider)).toHaveLength(1);
  });

  test("a rate limit is waited for", async () => {
    const wait = { kind: "status", status: 429, headers: { "retry-after": "40" }, body: { error_summary: "too_many_requests/" } } as const;
    double(provider).failNext(PIECES[provider], wait);
    const id = await begin(t, user, provider, [large.id]);
    await t.runJobs();
    expect(await read(t, user, id)).toMatchObject({ state: "running" });
    expect(filesAt(provider)).toEqual([]);
    t.clock.advance(39_000);
    await runUntilEnd(t, user, id);
    expect(await read(t, user, id)).toMatchObject({ state: "done" });
    expectOneLarge(provider);
  });

  test("a service that stays silent fails the file after some attempts", async () => {
    double(provider).failNext(PIECES[provider], { kind: "drop" }, 10_000);
    const id = await begin(t, user, provider, [large.id]);
    for (let round = 0; round < 12; round += 1) {
      await t.runJobs();
      t.clock.advance(6 * 60_000);
    }
    const failed = await read(t, user, id);
    expect(failed).toMatchObject({ state: "failed", done: 0 });
    expect(failed.results[0]).toMatchObject({ state: "failed", code: "provider-refused" });
    double(provider).clearFaults();
    await t.call(retrySave, { params: { saveId: id } }, user);
    await runUntilEnd(t, user, id);
    expect(await read(t, user, id)).toMatchObject({ state: "done" });
    expectOneLarge(provider);
  });

  test("a permission that ends in mid-upload fails the save, and a retry after a new consent continues it", async () => {
    if (provider === "drive") pass("drive", PIECES.drive, 1);
    double(provider).failNext(PIECES[provider], { kind: "delay", ms: 300 });
    double(provider).failNext(PIECES[provider], { kind: "status", status: 401, body: { error_summary: "expired_access_token/" } });
    const id = await begin(t, user, provider, [large.id, small.id]);
    const work = t.runJobs();
    const isOpen = async (): Promise<boolean> =>
      (await t.ports.pool.query("select 1 from save_files where save_id = $1 and session is not null", [id])).rowCount === 1;
    await vi.waitUntil(isOpen, { timeout: 5_000 });
    vendors.grants[provider].revokeAll();
    await work;
    const failed = await read(t, user, id);
    expect(failed).toMatchObject({ state: "failed", done: 0 });
    expect(failed.results.map(({ code }) => code)).toEqual(["reconnect-needed", "reconnect-needed"]);
    double(provider).clearFaults();
    await connect(t, user, provider);
    await t.call(retrySave, { params: { saveId: id } }, user);
    await runUntilEnd(t, user, id);
    expect(await read(t, user, id)).toMatchObject({ state: "done", done: 2 });
    expect(filesAt(provider)).toHaveLength(2);
  });

  test("a full account is reported, and a retry works when there is space", async () => {
    double(provider).isFull = true;
    const failed = await save(t, user, provider, [small.id]);
    expect(failed).toMatchObject({ state: "failed" });
    expect(failed.results[0]).toMatchObject({ code: "provider-full" });
    double(provider).isFull = false;
    await t.call(retrySave, { params: { saveId: failed.id } }, user);
    await runUntilEnd(t, user, failed.id);
    expect(await read(t, user, failed.id)).toMatchObject({ state: "done" });
  });

  test("folders are listed, created once, and used", async () => {
    const params = { provider };
    const create = () => t.call(createSaveFolder, { params, body: { name: "It's ours" } }, user);
    const [first, second] = [(await create()).data(), (await create()).data()];
    expect(second).toEqual(first);
    expect((await t.call(listSaveFolders, { params }, user)).data().items).toEqual([first]);
    expect((await t.call(listSaveFolders, { params, query: { parentId: first.id } }, user)).data().items).toEqual([]);
    const done = await save(t, user, provider, [small.id], { folderId: first.id, subfolder: "A / B" });
    expect(done).toMatchObject({ state: "done", folder: "It's ours/A/B" });
    await save(t, user, provider, [large.id], { folderId: first.id, subfolder: "A/B" });
    const inside = (await t.call(listSaveFolders, { params, query: { parentId: first.id } }, user)).data().items;
    expect(inside.map(({ name }) => name)).toEqual(["A"]);
  });

  test("a folder that does not exist is refused, and one that vanishes fails the save", async () => {
    const create = { params: { provider }, body: { itemIds: [small.id], folderId: "made-up" } };
    expectError(await t.call(createSave, create, user), "not-found");
    const { id: folderId } = (await t.call(createSaveFolder, { params: { provider }, body: { name: "Soon gone" } }, user)).data();
    const id = await begin(t, user, provider, [small.id], { folderId });
    if (provider === "drive") vendors.google.delete(folderId);
    else vendors.dropbox.folders.clear();
    await t.runJobs();
    const failed = await read(t, user, id);
    expect(failed.results[0]).toMatchObject({ state: "failed", code: "save-folder-gone" });
    expect(filesAt(provider)).toEqual([]);
  });

  test("a folder that is renamed in the meantime gets the file", async () => {
    const { id: folderId } = (await t.call(createSaveFolder, { params: { provider }, body: { name: "Before" } }, user)).data();
    const id = await begin(t, user, provider, [small.id], { folderId });
    const folder = vendors.google.files.get(folderId);
    if (folder) folder.name = "After";
    else vendors.dropbox.renameFolder(folderId, "/After");
    await t.runJobs();
    expect(await read(t, user, id)).toMatchObject({ state: "done", folder: "After" });
    const [file] = filesAt(provider);
    expect(file?.name).toBe(provider === "drive" ? "Small.png" : "/After/Small.png");
  });

  test("a cancelled save stores nothing and ends its session", async () => {
    const waiting = await begin(t, user, provider, [large.id]);
    expect((await t.call(cancelSave, { params: { saveId: waiting } }, user)).data()).toMatchObject({ state: "cancelled" });
    await t.runJobs();
    pass(provider, PIECES[provider], provider === "drive" ? 1 : 0);
    double(provider).failNext(PIECES[provider], { kind: "delay", ms: 1_200 });
    const running = await begin(t, user, provider, [large.id]);
    const work = t.runJobs();
    await vi.waitUntil(async () => (await read(t, user, running)).results[0]?.size !== null, { timeout: 5_000 });
    await t.call(cancelSave, { params: { saveId: running } }, user);
    await work;
    expect(await read(t, user, running)).toMatchObject({ state: "cancelled", results: [{ state: "cancelled", url: null }] });
    expect(filesAt(provider)).toEqual([]);
    expect(vendors.google.openSessions()).toBe(0);
  });

  test("without a connection the user is asked to connect", async () => {
    const stranger = await t.user();
    const { id } = await t.image(stranger);
    const answer = await t.call(createSave, { params: { provider }, body: { itemIds: [id] } }, stranger);
    expectError(answer, "reconnect-needed");
    expect(answer.json().message).toBe(
      provider === "drive" ? "Login with Google to use this Feature" : "Connect your Dropbox account first.",
    );
    expectError(await t.call(listSaveFolders, { params: { provider } }, stranger), "reconnect-needed");
  });
});

describe("links", () => {
  test("the cloud drive's link is public only when it was asked for or preferred", async () => {
    const isShared = (): boolean[] => [...vendors.google.files.values()].map((file) => file.isShared);
    expect((await save(t, user, "drive", [small.id])).results[0]?.url).toMatch(/^https:\/\/drive\.google\.com\/file\/d\//u);
    expect(isShared()).toEqual([false]);
    await save(t, user, "drive", [small.id], { shareable: true });
    expect(isShared()).toEqual([false, true]);
    await t.call(updatePreferences, { body: { driveShareableLinks: true, defaultSubfolder: "Stillreel/Bugs" } }, user);
    expect(await save(t, user, "drive", [small.id])).toMatchObject({ shareable: true, folder: "Stillreel/Bugs" });
    expect(isShared().filter(Boolean)).toHaveLength(2);
    expect(await save(t, user, "drive", [small.id], { shareable: false, subfolder: "" })).toMatchObject({ shareable: false, folder: "" });
    await t.call(updatePreferences, { body: { driveShareableLinks: false, defaultSubfolder: "" } }, user);
  });

  test("the file-sync service gives a link when it is asked for", async () => {
    expect((await save(t, user, "dropbox", [small.id])).results[0]?.url).toBeNull();
    expect((await save(t, user, "dropbox", [small.id], { shareable: true })).results[0]?.url).toMatch(/^https:\/\/www\.dropbox\.com\//u);
  });

  test("a link that the service refuses does not undo the save", async () => {
    vendors.google.failNext("/permissions", { kind: "status", status: 403, body: {} });
    const done = await save(t, user, "drive", [small.id], { shareable: true });
    expect(done).toMatchObject({ state: "done", results: [{ code: "provider-refused" }] });
    expect(done.results[0]?.url).not.toBeNull();
  });
});

describe("formats and names", () => {
  test("images are converted to the preferred format, with its ending", async () => {
    const done = await save(t, user, "drive", [small.id], { format: "pdf", name: "Quarter / 4" });
    expect(done.results[0]).toMatchObject({ fileName: "Quarter _ 4.pdf" });
    expect([...vendors.google.files.values()][0]).toMatchObject({ mimeType: "application/pdf" });
    await t.call(updatePreferences, { body: { downloadFormat: "jpg" } }, user);
    const id = (await t.call(createSave, { params: { provider: "drive" }, body: { itemIds: [small.id] } }, user)).data().saveId;
    await t.runJobs();
    expect((await read(t, user, id)).results[0]?.fileName).toBe("Small.jpg");
    await t.call(updatePreferences, { body: { downloadFormat: "png" } }, user);
  });
});

test("of an image with annotations, only the flattened image leaves the server", async () => {
  const original = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#ff0000" } })
    .png()
    .toBuffer();
  const flattened = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#000000" } })
    .png()
    .toBuffer();
  const { id, refName } = await t.image<{ id: string; refName: string }>(user, { bytes: original, fileName: "Redacted.png" });
  const form = multipart(
    { refName, keepOriginal: "true" },
    { name: "blob", fileName: "Redacted.png", type: "image/png", bytes: flattened },
  );
  const url = `${API_BASE}/workspace/personal/files/image`;
  expectData(await t.app.inject({ method: "PUT", url, headers: { ...user.headers, ...form.headers }, payload: form.payload }));
  await save(t, user, "drive", [id]);
  const media = await t.app.inject({ url: `${API_BASE}/items/${id}/download`, headers: user.headers });
  const { rawPayload } = await t.app.inject(String(media.headers.location));
  expect(filesAt("drive")).toEqual([{ name: "Redacted.png", size: rawPayload.length, digest: digestOf("drive", rawPayload) }]);
  expect((await sharp(rawPayload).stats()).dominant).toMatchObject({ r: 8 });
});

describe("upload sessions", () => {
  test("a session that the service ended is begun again", async () => {
    pass("drive", PIECES.drive, 2);
    vendors.google.failNext(PIECES.drive, { kind: "status", status: 503, headers: { "retry-after": "30" } });
    const id = await begin(t, user, "drive", [large.id]);
    await t.runJobs();
    vendors.google.endSessions();
    t.clock.advance(60_000);
    await runUntilEnd(t, user, id);
    expect(await read(t, user, id)).toMatchObject({ state: "done" });
    expectOneLarge("drive");
  });

  test("their addresses are sealed in the database, and no answer contains them", async () => {
    pass("drive", PIECES.drive, 2);
    vendors.google.failNext(PIECES.drive, { kind: "status", status: 429, headers: { "retry-after": "60" }, body: {} });
    const id = await begin(t, user, "drive", [large.id]);
    await t.runJobs();
    const { rows } = await t.ports.pool.query("select session from save_files where save_id = $1", [id]);
    expect(rows[0].session).toMatch(/^v1\./u);
    expect(rows[0].session).not.toContain("upload_id");
    expect((await t.call(getSave, { params: { saveId: id } }, user)).body).not.toMatch(/upload_id|v1\./u);
    await t.call(cancelSave, { params: { saveId: id } }, user);
    await t.runJobs();
  });
});

describe("permissions", () => {
  test("items and saves of others are not found", async () => {
    const stranger = await t.user();
    await connect(t, stranger, "drive");
    const body = { itemIds: [small.id] };
    expectError(await t.call(createSave, { params: { provider: "drive" }, body }, stranger), "not-found");
    const id = await begin(t, user, "drive", [small.id]);
    for (const route of [getSave, cancelSave, retrySave]) {
      expectError(await t.call(route, { params: { saveId: id } }, stranger), "not-found");
      expectError(await t.call(route, { params: { saveId: "made-up" } }, stranger), "not-found");
    }
    await t.runJobs();
  });

  test("an item that goes to the trash before the job runs is not saved", async () => {
    const { id: itemId } = await t.image(user);
    const id = await begin(t, user, "drive", [itemId, small.id]);
    await t.call(updateItem, { params: { workspaceId: "personal", type: "image", itemId }, body: { trash: true } }, user);
    await t.runJobs();
    const failed = await read(t, user, id);
    expect(failed).toMatchObject({ state: "failed", done: 1 });
    expect(failed.results[0]).toMatchObject({ state: "failed", code: "not-found" });
    expectError(await t.call(createSave, { params: { provider: "drive" }, body: { itemIds: [itemId] } }, user), "not-found");
  });

  test("the upload of a suspended user ends within a piece", async () => {
    const other = await t.user();
    await connect(t, other, "drive");
    const { id: itemId } = await t.image(other, { bytes: large.bytes });
    pass("drive", PIECES.drive, 1);
    vendors.google.failNext(PIECES.drive, { kind: "delay", ms: 20_000 });
    const id = await begin(t, other, "drive", [itemId]);
    const began = performance.now();
    const work = t.runJobs();
    await vi.waitUntil(async () => (await read(t, other, id)).results[0]?.size !== null, { timeout: 5_000 });
    await t.ports.pool.query("update users set suspended_at = now() where id = $1", [other.id]);
    await work;
    expect(performance.now() - began).toBeLessThan(15_000);
    const { rows } = await t.ports.pool.query("select state, url from save_files where save_id = $1", [id]);
    expect(rows).toEqual([{ state: "failed", url: null }]);
    expect(filesAt("drive")).toEqual([]);
  });

  test("a save is in the activity log", async () => {
    await save(t, user, "dropbox", [small.id]);
    const { rows } = await t.ports.pool.query(
      "select details from audit where action = 'item.saved' and user_id = $1 order by at desc limit 1",
      [user.id],
    );
    expect(rows[0].details).toEqual({ service: "Dropbox", title: "Small" });
  });
});

test("old saves are deleted, and one that nothing continues ends", async () => {
  const done = await save(t, user, "drive", [small.id]);
  vendors.google.failNext(PIECES.drive, { kind: "status", status: 429, headers: { "retry-after": "300" }, body: {} });
  const left = await begin(t, user, "drive", [small.id]);
  await t.runJobs();
  t.clock.advance(8 * 24 * 3_600_000);
  await t.modules.saves.sweep(new AbortController().signal);
  t.clock.advance(-8 * 24 * 3_600_000);
  expectError(await t.call(getSave, { params: { saveId: done.id } }, user), "not-found");
  expectError(await t.call(getSave, { params: { saveId: left } }, user), "not-found");
});
