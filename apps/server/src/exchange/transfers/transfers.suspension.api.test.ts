import { createTakeout, getTakeout } from "@stillreel/contract";
import { png, type TestUser } from "@stillreel/testing";
import { afterEach, expect, test, vi } from "vitest";
import { all, exportData, sendZip, setUpTransfers, t } from "./transfers.fixture.ts";

setUpTransfers();
afterEach(() => vi.restoreAllMocks());

/** Suspends as another process does: without its cache, events and sessions of this process. */
async function suspendElsewhere(user: TestUser): Promise<void> {
  await t.ports.pool.query("update users set suspended_at = now() where id = $1", [user.id]);
  t.clock.advance(3_000);
}

/** Suspends the user when the store is read for the first time, which is in the middle of the job. */
function suspendDuringJob(user: TestUser): void {
  const get = t.ports.storage.get.bind(t.ports.storage);
  let isFirst = true;
  vi.spyOn(t.ports.storage, "get").mockImplementation(async (...args) => {
    if (isFirst) await suspendElsewhere(user);
    isFirst = false;
    return get(...args);
  });
}

const stateOf = async (table: "takeouts" | "imports", user: TestUser): Promise<{ status: string; skipped?: { reason: string }[] }[]> =>
  (await t.ports.pool.query(`select * from ${table} where user_id = $1`, [user.id])).rows;

test("a running export of a suspended account stops, and leaves no archive", async () => {
  const anna = await t.user();
  await t.image(anna, { bytes: png(40, 30) } as never);
  await t.runJobs();
  await t.call(createTakeout, {}, anna);
  suspendDuringJob(anna);
  await t.runJobs();
  expect(await stateOf("takeouts", anna)).toMatchObject([{ status: "failed", failure: "account-suspended", blob_id: null }]);
});

test("a waiting export of a suspended account does not start", async () => {
  const anna = await t.user();
  const { id } = (await t.call(createTakeout, {}, anna)).data();
  await suspendElsewhere(anna);
  await t.runJobs();
  expect(await stateOf("takeouts", anna)).toMatchObject([{ status: "failed" }]);
  await t.ports.pool.query("update users set suspended_at = null where id = $1", [anna.id]);
  t.clock.advance(3_000);
  expect((await t.call(getTakeout, { params: { takeoutId: id } }, anna)).data().downloadUrl).toBeNull();
});

test("a running import of a suspended account stops with the reason, and adds nothing more", async () => {
  const owner = await t.user();
  for (let n = 0; n < 3; n += 1) await t.image(owner);
  await t.runJobs();
  const { zip } = await exportData(owner);
  const ben = await t.user();
  await sendZip(ben, zip ?? Buffer.alloc(0));
  suspendDuringJob(ben);
  await t.runJobs();
  const [found] = await stateOf("imports", ben);
  expect(found).toMatchObject({ status: "failed", skipped: [{ reason: "This account is suspended. Ask your administrator." }] });
  vi.restoreAllMocks();
  await t.ports.pool.query("update users set suspended_at = null where id = $1", [ben.id]);
  t.clock.advance(3_000);
  expect(await all(ben)).toEqual([]);
});
