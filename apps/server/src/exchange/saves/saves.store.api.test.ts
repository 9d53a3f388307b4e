import { createTestApp } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { begin, read } from "./saves.fixture.ts";
import { BOTH, connectedUser, testSavesFrom } from "./saves.store.fixture.ts";

let vendors: Vendors;
beforeAll(async () => {
  vendors = await startVendors();
});
beforeEach(() => {
  vendors.google.files.clear();
  vendors.dropbox.folders.clear();
});
afterAll(() => vendors.close());

testSavesFrom("the disk", true, null);

test.each(BOTH)("saves that create the same subfolder at %s at the same time create it once", async (provider) => {
  const t = await createTestApp({ config: vendors.environment });
  const user = await connectedUser(t);
  const { id } = await t.image(user, { fileName: "Shot.png" });
  await t.runJobs();
  // Both search for the folder before one of them has created it.
  const double = provider === "drive" ? vendors.google : vendors.dropbox;
  double.failNext(provider === "drive" ? "/drive/v3/files" : "/2/files/", { kind: "delay", ms: 150 }, 12);
  const saveIds: string[] = [];
  for (const name of ["One", "Two"]) saveIds.push(await begin(t, user, provider, [id], { subfolder: "Captures/Today", name }));
  await t.startWorker();
  const states = async () => Promise.all(saveIds.map(async (saveId) => (await read(t, user, saveId)).state));
  await vi.waitUntil(async () => (await states()).every((state) => state !== "running"), { timeout: 20_000, interval: 200 });
  expect(await states()).toEqual(["done", "done"]);
  const folders =
    provider === "drive"
      ? [...vendors.google.files.values()].filter(({ mimeType }) => mimeType.includes("folder")).map(({ name }) => name)
      : [...vendors.dropbox.folders.values()];
  expect(folders).toEqual(provider === "drive" ? ["Captures", "Today"] : ["/Captures", "/Captures/Today"]);
  const files = [...vendors.google.files.values()].filter(({ mimeType }) => !mimeType.includes("folder"));
  expect(new Set(files.map(({ parents }) => parents[0])).size).toBe(provider === "drive" ? 1 : 0);
  double.clearFaults();
  await t.close();
});
