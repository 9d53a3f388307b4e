import { createHash } from "node:crypto";
import { type ClientArgs, createSave, getSave, getSaveName, listSaveFolders, retrySave } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../../people/connections/connections.fixture.ts";
import { largePicture, read, runUntilEnd, save } from "./saves.fixture.ts";

let vendors: Vendors;
let t: TestApp;
let user: TestUser;
let small: { id: string };
let large: { id: string; bytes: Buffer };

beforeAll(async () => {
  vendors = await startVendors();
  t = await createTestApp({ config: vendors.environment });
  user = await t.user();
  small = await t.image(user, { fileName: "Small.png", title: "Small" });
  const bytes = await largePicture();
  large = { id: (await t.image(user, { bytes, fileName: "Large.png", title: "Large" })).id, bytes };
  await t.runJobs();
});
beforeEach(async () => {
  vendors.google.files.clear();
  vendors.dropbox.files.clear();
  vendors.dropbox.folders.clear();
  for (const provider of ["drive", "dropbox"] as const) await connect(t, user, provider);
});
afterAll(async () => {
  await t.close();
  await vendors.close();
});

describe("a repeated request", () => {
  const start = (key: string, as = user) =>
    t.call(createSave, { params: { provider: "drive" }, body: { itemIds: [small.id] } }, as, { "idempotency-key": key });

  test("with the same key starts one save", async () => {
    const [first, second] = await Promise.all([start("capture 1"), start("capture 1")]);
    const { saveId } = first.data();
    expect(second.data().saveId).toBe(saveId);
    await t.runJobs();
    expect((await start("capture 1")).data().saveId).toBe(saveId);
    await t.runJobs();
    expect([...vendors.google.files.values()].map(({ name }) => name)).toEqual(["Small.png"]);
    expect((await start("capture 2")).data().saveId).not.toBe(saveId);
    await t.runJobs();
  });

  test("of another user with the same key is another save", async () => {
    const { saveId } = (await start("shared")).data();
    const stranger = await t.user();
    await connect(t, stranger, "drive");
    expectError(await start("shared", stranger), "not-found");
    expectError(await t.call(getSave, { params: { saveId } }, stranger), "not-found");
    await t.runJobs();
  });
});

describe.each(["drive", "dropbox"] as const)("the name before a save to %s", (provider) => {
  const nameIn = async (query: Partial<ClientArgs<typeof getSaveName>["query"]> = {}) =>
    (await t.call(getSaveName, { params: { provider }, query: { itemId: small.id, format: "original", ...query } }, user)).data();

  test("is the one that the save uses, and has a number when it exists in the folder", async () => {
    expect(await nameIn()).toEqual({ fileName: "Small.png", isNumbered: false });
    await save(t, user, provider, [small.id]);
    expect(await nameIn()).toEqual({ fileName: "Small (2).png", isNumbered: true });
    expect(await nameIn({ name: "Other / 4", format: "jpg" })).toEqual({ fileName: "Other _ 4.jpg", isNumbered: false });
    expect((await save(t, user, provider, [small.id])).results[0]?.fileName).toBe("Small (2).png");
    expect(await nameIn()).toEqual({ fileName: "Small (3).png", isNumbered: true });
  });

  test("depends on the folder, and creates none", async () => {
    await save(t, user, provider, [small.id], { subfolder: "A/B" });
    expect(await nameIn({ subfolder: "A/B" })).toMatchObject({ fileName: "Small (2).png" });
    expect(await nameIn({ subfolder: "A/C" })).toMatchObject({ fileName: "Small.png" });
    const { items } = (await t.call(listSaveFolders, { params: { provider } }, user)).data();
    const [folder] = items;
    expect(items.map(({ name }) => name)).toEqual(["A"]);
    expect(await nameIn({ folderId: folder?.id ?? "", subfolder: "B" })).toMatchObject({ isNumbered: true });
    const inside = await t.call(listSaveFolders, { params: { provider }, query: { parentId: folder?.id ?? "" } }, user);
    expect(inside.data().items.map(({ name }) => name)).toEqual(["B"]);
  });

  test("of an item of others is not found", async () => {
    const stranger = await t.user();
    await connect(t, stranger, provider);
    expectError(await t.call(getSaveName, { params: { provider }, query: { itemId: small.id } }, stranger), "not-found");
  });
});

describe.each(["drive", "dropbox"] as const)("a file that arrives damaged at %s", (provider) => {
  const double = () => (provider === "drive" ? vendors.google : vendors.dropbox);
  const stored = () => [...vendors.google.files.values(), ...vendors.dropbox.files.values()];
  const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  afterEach(() => {
    double().damages = 0;
  });

  test("is removed there, and sent again", async () => {
    double().damages = 1;
    expect(await save(t, user, provider, [large.id])).toMatchObject({ state: "done", bytes: large.bytes.length });
    expect(stored()).toMatchObject([{ size: large.bytes.length, sha256: sha256(large.bytes) }]);
  });

  test("is sent again when it was converted", async () => {
    double().damages = 1;
    expect(await save(t, user, provider, [small.id], { format: "jpg" })).toMatchObject({ state: "done" });
    expect(stored()).toHaveLength(1);
  });

  test("again fails the save with the reason, leaves nothing there, and can be retried", async () => {
    double().damages = 2;
    const failed = await save(t, user, provider, [small.id]);
    expect(failed).toMatchObject({ state: "failed", results: [{ state: "failed", code: "checksum-mismatch", url: null }] });
    expect(stored()).toEqual([]);
    await t.call(retrySave, { params: { saveId: failed.id } }, user);
    await runUntilEnd(t, user, failed.id);
    expect(await read(t, user, failed.id)).toMatchObject({ state: "done", results: [{ fileName: "Small.png" }] });
    expect(stored()).toHaveLength(1);
  });

  test("before an interruption is noticed by the attempt that finishes it", async () => {
    double().damages = 1;
    // The cloud drive begins the session at the same address.
    const [path, before] = provider === "drive" ? (["/upload/drive", 2] as const) : (["append_v2", 1] as const);
    double().failNext(path, { kind: "delay", ms: 0 }, before);
    double().failNext(path, { kind: "status", status: 503, headers: { "retry-after": "1" } });
    expect(await save(t, user, provider, [large.id])).toMatchObject({ state: "done" });
    expect(stored()).toMatchObject([{ size: large.bytes.length, sha256: sha256(large.bytes) }]);
  });
});
