import { listNotifications } from "@stillreel/contract";
import { createTestApp } from "@stillreel/testing";
import { expect, it } from "vitest";
import { createNotifier } from "../../platform/notifier/index.ts";
import { createFailures } from "./media.failures.ts";

it("the end of work on a video that took more than a minute is reported to its owner, that of shorter work is not", async () => {
  await using t = await createTestApp();
  const owner = await t.user();
  const { id } = await t.image<{ id: string }>(owner, { title: "Harbour" });
  const failures = createFailures(t.ports, createNotifier(t.ports, t.modules.events));
  const startedAt = t.clock.now();
  const kinds = async () => (await t.call(listNotifications, {}, owner)).data().items.map(({ kind, job, itemId }) => [kind, job, itemId]);
  t.clock.advance(59_000);
  await failures.reportEncoded({ id }, startedAt);
  expect(await kinds()).toEqual([]);
  t.clock.advance(1_000);
  await failures.reportEncoded({ id }, startedAt);
  expect(await kinds()).toEqual([["job-done", "encoding", id]]);
  await failures.reportEncoded({ id: "00000000-0000-0000-0000-000000000000" }, startedAt);
  expect(await kinds()).toHaveLength(1);
});
