import { createSave, getSave } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../../people/connections/connections.fixture.ts";

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
