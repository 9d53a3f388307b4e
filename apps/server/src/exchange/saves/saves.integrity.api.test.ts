import { type ClientArgs, createSave, getSave, getSaveName, listSaveFolders } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../../people/connections/connections.fixture.ts";
import { save } from "./saves.fixture.ts";

let vendors: Vendors;
let t: TestApp;
let user: TestUser;
let small: { id: string };

beforeAll(async () => {
  vendors = await startVendors();
  t = await createTestApp({ config: vendors.environment });
  user = await t.user();
  small = await t.image(user, { fileName: "Small.png", title: "Small" });
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
