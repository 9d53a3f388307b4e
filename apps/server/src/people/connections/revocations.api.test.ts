import { deleteManagedUser, deleteUser, type IntegrationProvider } from "@stillreel/contract";
import { createTestApp, expectData, type TestApp, type TestUser } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "./connections.fixture.ts";

const PROVIDERS = ["drive", "dropbox", "slack", "jira", "trello"] as const satisfies readonly IntegrationProvider[];
const JOB = "connections.revoke-grant";

let vendors: Vendors;
let t: TestApp;
let administrator: TestUser;
let user: TestUser;
beforeAll(async () => {
  vendors = await startVendors();
  t = await createTestApp({ config: vendors.environment });
  administrator = await t.user();
});
beforeEach(async () => {
  user = await t.user();
  vendors.slack.clearFaults();
});
afterAll(async () => {
  await t.close();
  await vendors.close();
});

const deleteOwn = () => t.call(deleteUser, { body: { email: user.email, password: user.password, phrase: "delete my account" } }, user);
const queued = async (): Promise<string[]> => {
  const { rows } = await t.ports.pool.query<{ payload: unknown }>(
    `select job.payload from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     where task.identifier = $1`,
    [JOB],
  );
  return rows.map(({ payload }) => JSON.stringify(payload));
};

test("a deleted account ends its permissions at all services that offer that", async () => {
  for (const provider of PROVIDERS) await connect(t, user, provider);
  const grants = PROVIDERS.map((provider) => vendors.grants[provider].all.at(-1));
  expectData(await deleteOwn());
  expect(grants.map((grant) => grant?.isRevoked)).toEqual([false, false, false, false, false]);
  const payloads = await queued();
  expect(payloads).toHaveLength(PROVIDERS.length);
  for (const grant of grants) expect(payloads.join(" ")).not.toContain(grant?.accessToken);
  const report = await t.runJobs();
  expect(report.failed).toEqual([]);
  expect(report.done.filter((name) => name === JOB)).toHaveLength(3);
  expect(grants.map((grant) => grant?.isRevoked)).toEqual([true, true, true, false, false]);
  expect(await queued()).toEqual([]);
});

test("so does an account that an administrator deletes", async () => {
  await connect(t, user, "slack");
  const grant = vendors.grants.slack.all.at(-1);
  expectData(await t.call(deleteManagedUser, { params: { userId: user.id }, body: { items: "delete" } }, administrator));
  await t.runJobs();
  expect(grant?.isRevoked).toBe(true);
});

test("an unreachable service does not prevent the deletion, and the job is repeated by the next worker", async () => {
  await connect(t, user, "slack");
  const grant = vendors.grants.slack.all.at(-1);
  vendors.slack.failNext("auth.revoke", { kind: "drop" }, 20);
  expectData(await deleteOwn());
  const report = await t.runJobs();
  expect(report.failed.map(({ name }) => name)).toEqual([JOB]);
  expect((await t.ports.pool.query("select 1 from users where id = $1", [user.id])).rowCount).toBe(0);
  vendors.slack.clearFaults();
  const worker = await t.startWorker();
  await expect.poll(() => grant?.isRevoked, { timeout: 10_000 }).toBe(true);
  await expect.poll(queued, { timeout: 10_000 }).toEqual([]);
  // It would take the jobs of the next tests.
  await worker.stop();
});

test("a permission that has ended at the service needs nothing more", async () => {
  await connect(t, user, "dropbox");
  vendors.grants.dropbox.revokeAll();
  expectData(await deleteOwn());
  const report = await t.runJobs();
  expect([report.failed, report.skipped.filter((name) => name === JOB)]).toEqual([[], [JOB]]);
});

test("a job that was given up is deleted with its tokens", async () => {
  await connect(t, user, "jira");
  expectData(await deleteOwn());
  await t.ports.pool.query(
    `update graphile_worker._private_jobs job set attempts = max_attempts
     from graphile_worker._private_tasks task where task.id = job.task_id and task.identifier = $1`,
    [JOB],
  );
  expect(await queued()).toHaveLength(1);
  const sweeper = t.modules.connections.sweepers.find(({ name }) => name === "forget-ended-grants");
  expect(await sweeper?.run(new AbortController().signal, null)).toBe(1);
  expect(await queued()).toEqual([]);
});
