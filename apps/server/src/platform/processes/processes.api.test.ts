import { randomBytes } from "node:crypto";
import { createTestApp, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createFollowingClock } from "../ports/clock.port.ts";
import { keysFromSecret } from "../ports/keys.port.ts";
import { announceProcess, clockProblem, versionsProblem } from "./index.ts";

let t: TestApp;
const [first, second] = [randomBytes(24).toString("hex"), randomBytes(24).toString("hex")];

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(() => t.ports.pool.query("delete from processes"));

const announce = (secret: string, earlier: string[] = [], isAlone = false) =>
  announceProcess({ ...t.ports, clock: createFollowingClock(), keys: keysFromSecret(secret, earlier) }, t.ports.ids.id(), isAlone);

test("a process with another secret than a running one does not start", async () => {
  const running = await announce(first);
  await expect(announce(second)).rejects.toThrow(/^SECRET: another process of this installation has a different one\./u);
  const same = await announce(first);
  await Promise.all([running.stop(), same.stop()]);
  const later = await announce(second);
  await later.stop();
});

test("a secret is replaced process by process when its earlier value is known", async () => {
  const old = await announce(first);
  const replaced = await announce(second, [first]);
  expect((await t.ports.pool.query("select from processes")).rowCount).toBe(2);
  await Promise.all([old.stop(), replaced.stop()]);
});

test("processes that were killed do not count: after half a minute, or immediately where only one can run", async () => {
  await announce(first);
  const alone = await announce(second, [], true);
  await alone.stop();
  await announce(first);
  await t.ports.pool.query("update processes set seen_at = now() - interval '31 seconds'");
  const later = await announce(second);
  expect((await t.ports.pool.query("select from processes")).rowCount).toBe(1);
  await later.stop();
});

test("an announced process has the time of the database", async () => {
  // The machine is an hour behind.
  const clock = createFollowingClock(() => performance.now());
  await clock.follow(async () => new Date(Date.now() - 3_600_000));
  const running = await announceProcess({ ...t.ports, clock, keys: keysFromSecret(first) }, t.ports.ids.id(), false);
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5_000);
  await running.stop();
});

test("different versions are reported", async () => {
  const running = await announce(first);
  expect(await versionsProblem(t.ports)).toBeNull();
  await t.ports.pool.query("insert into processes (id, version, secret_check) values ($1, '0.0.1', 'x')", [t.ports.ids.id()]);
  expect(await versionsProblem(t.ports)).toMatch(/^Processes of the versions 0\.0\.1 and \S+ run\./u);
  await running.stop();
});

test("a clock that differs by minutes is reported with its direction", async () => {
  const databaseAt = (seconds: number) => ({ execute: async () => ({ rows: [{ now: new Date(Date.now() + seconds * 1_000) }] }) }) as never;
  expect(await clockProblem({ db: databaseAt(5) })).toBeNull();
  expect(await clockProblem({ db: databaseAt(600) })).toMatch(/is 600 seconds behind the clock of the database/u);
  expect(await clockProblem({ db: databaseAt(-600) })).toMatch(/is 600 seconds ahead of the clock/u);
  expect(await clockProblem(t.ports)).toBeNull();
});
