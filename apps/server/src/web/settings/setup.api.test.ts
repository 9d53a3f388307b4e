import { writeFile } from "node:fs/promises";
import path from "node:path";
import { getSettings, getSetup, listRateLimits, login, updateSettings } from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { expect, it } from "vitest";

const doneOf = async (t: TestApp, admin: TestUser) => {
  const { steps, isDismissed } = (await t.call(getSetup, {}, admin)).data();
  return { isDismissed, done: steps.filter(({ isDone }) => isDone).map(({ id }) => id) };
};

it("the first steps are done when the server sees their result, and stay dismissed for every administrator", async () => {
  await using t = await createTestApp({ config: { SMTP_URL: "smtp://127.0.0.1:9" } });
  const admin = await t.user();
  expectError(await t.call(getSetup, {}, await t.user()), "forbidden");
  expect(await doneOf(t, admin)).toEqual({ isDismissed: false, done: ["mail"] });
  await writeFile(path.join(t.dataDir, "last-backup"), "");
  const origin = "https://stills.example";
  const body = {
    registration: { value: { mode: "open" as const, domains: [] }, version: 0 },
    publicUrl: { value: origin, version: 0 },
    setupDismissed: { value: true, version: 0 },
  };
  expectData(await t.call(updateSettings, { body }, admin, { origin }));
  expect(await doneOf(t, admin)).toEqual({ isDismissed: true, done: ["publicAddress", "mail", "registration", "backup"] });
  const { setupDismissed } = (await t.call(getSettings, {}, admin)).data();
  expect(setupDismissed).toEqual({ value: true, source: "saved", version: 1 });
});

it("every rate limit is listed with the callers that it refuses now", async () => {
  await using t = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
  const admin = await t.user();
  const limits = async () => (await t.call(listRateLimits, {}, admin)).data().items;
  const before = await limits();
  expect(before.find(({ name }) => name === "password")).toEqual({ name: "password", max: 5, windowS: 900, limited: 0 });
  for (let tried = 0; tried < 6; tried += 1) await t.call(login, { body: { email: "no@example.test", password: "wrong 1 password" } });
  expect((await limits()).filter(({ limited }) => limited > 0)).toEqual([{ name: "password", max: 5, windowS: 900, limited: 1 }]);
  expectError(await t.call(listRateLimits, {}, await t.user()), "forbidden");
});
