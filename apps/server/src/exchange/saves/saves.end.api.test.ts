import { cancelSave, getSave, listNotifications, retrySave } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "../../people/connections/connections.fixture.ts";
import { begin, read, runUntilEnd } from "./saves.fixture.ts";

let vendors: Vendors;
let t: TestApp;
let user: TestUser;
let small: { id: string };

beforeAll(async () => {
  vendors = await startVendors();
  t = await createTestApp({ config: vendors.environment });
});
beforeEach(async () => {
  vendors.google.isFull = false;
  user = await t.user();
  await connect(t, user, "drive");
  small = await t.image(user, { fileName: "Small.png", title: "Small" });
  await t.runJobs();
});
afterAll(async () => {
  await t.close();
  await vendors.close();
});

const notifications = async () => (await t.call(listNotifications, {}, user)).data().items;
/** Lets the time pass in which an open page reads the end of a save. */
async function pass(): Promise<void> {
  t.clock.advance(16_000);
  await t.runJobs();
}

test("a save that ends unnoticed adds one notification, which leads to the item", async () => {
  const saveId = await begin(t, user, "drive", [small.id]);
  await t.runJobs();
  expect(await notifications()).toEqual([]);
  await pass();
  const expected = { kind: "job-done", job: "save", saveId, action: null, itemId: small.id, url: `/images/${small.id}`, count: 1 };
  expect(await notifications()).toMatchObject([{ ...expected, text: "Your save is finished", itemTitle: "Small" }]);
  await pass();
  expect(await notifications()).toMatchObject([expected]);
});

test("a save whose end was read in time adds none", async () => {
  const saveId = await begin(t, user, "drive", [small.id]);
  await read(t, user, saveId);
  await t.runJobs();
  await read(t, user, saveId);
  await pass();
  expect(await notifications()).toEqual([]);
});

test("progress that was read before the end is not its end", async () => {
  const saveId = await begin(t, user, "drive", [small.id]);
  expect(await read(t, user, saveId)).toMatchObject({ state: "running" });
  await t.runJobs();
  await pass();
  expect(await notifications()).toMatchObject([{ saveId }]);
});

test("a failed save can be retried from the notification, which then counts as read", async () => {
  vendors.google.isFull = true;
  const saveId = await begin(t, user, "drive", [small.id, (await t.image(user)).id]);
  await t.runJobs();
  await pass();
  const [failed] = await notifications();
  expect(failed).toMatchObject({ kind: "job-failed", text: "Your save failed", saveId, action: "retry", itemId: null, url: null });
  expect(failed?.itemTitle).toBe("Google Drive");
  vendors.google.isFull = false;
  await t.call(retrySave, { params: { saveId } }, user);
  expect((await notifications())[0]?.readAt).not.toBeNull();
  await t.runJobs();
  await pass();
  expect((await notifications()).map(({ kind }) => kind)).toEqual(["job-done", "job-failed"]);
});

test("a failed save cannot be retried any more when it is deleted", async () => {
  vendors.google.isFull = true;
  const saveId = await begin(t, user, "drive", [small.id]);
  await t.runJobs();
  await t.ports.pool.query("update saves set created_at = created_at - interval '7 days' where id = $1", [saveId]);
  await pass();
  expect(await notifications()).toMatchObject([{ kind: "job-failed", saveId, action: null }]);
});

test("a cancelled save adds none, and one whose item is purged leads to no page", async () => {
  const cancelled = await begin(t, user, "drive", [small.id]);
  await t.call(cancelSave, { params: { saveId: cancelled } }, user);
  await pass();
  expect(await notifications()).toEqual([]);
  const saveId = await begin(t, user, "drive", [small.id]);
  await t.runJobs();
  await t.ports.pool.query("delete from items where id = $1", [small.id]);
  await pass();
  expect(await notifications()).toMatchObject([{ saveId, itemId: null, itemTitle: "Google Drive" }]);
  await runUntilEnd(t, user, saveId);
  expect((await t.call(getSave, { params: { saveId } }, user)).data()).toMatchObject({ state: "done" });
});
