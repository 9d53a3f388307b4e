import { createWorkspace, listJobs, retryJob, retryJobs } from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

let t: TestApp;
let admin: TestUser;
let other: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.user();
  other = await t.user();
});
afterAll(() => t.close());

beforeEach(async () => {
  await t.ports.pool.query("delete from graphile_worker._private_jobs");
  for (let n = 0; n < 5; n += 1)
    await t.ports.pool.query(`select graphile_worker.add_job('outbox.send-mail', '{"mailId":"top-secret"}'::json, max_attempts => 3)`);
  const { rows } = await t.ports.pool.query<{ id: string }>("select id from graphile_worker._private_jobs order by id");
  const [running, failed] = rows;
  await t.ports.pool.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = $1", [running?.id]);
  await t.ports.pool.query("update graphile_worker._private_jobs set attempts = 3, last_error = $2 where id = $1", [
    failed?.id,
    "The mail server refused mira@example.test.\n    at secret.ts:1",
  ]);
});
const list = async (query: object = {}) => (await t.call(listJobs, { query }, admin)).data();

it("jobs are listed by state with their counts, without payloads and addresses", async () => {
  const all = await t.call(listJobs, {}, admin);
  expect(all.body).not.toMatch(/top-secret|mira@|secret\.ts/u);
  expect(all.data().counts).toEqual({ running: 1, waiting: 3, failed: 1 });
  expect(all.data().items.map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting", "failed", "running"]);
  const [failed] = (await list({ state: "failed" })).items;
  expect(failed).toMatchObject({ name: "outbox.send-mail", attempts: 3, maxAttempts: 3, error: "The mail server refused [address]" });
  const first = await list({ state: "waiting", limit: 2 });
  const second = await list({ state: "waiting", limit: 2, cursor: first.nextCursor });
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
  expectError(await t.call(listJobs, { query: { cursor: "x" } }, admin), "validation-failed");
});

it("a failed job is repeated with all of its attempts, and this is recorded", async () => {
  const [failed] = (await list({ state: "failed" })).items;
  const params = { jobId: failed?.id ?? "" };
  expectData(await t.call(retryJob, { params }, admin));
  expect((await list()).counts).toEqual({ running: 1, waiting: 4, failed: 0 });
  const { rows } = await t.ports.pool.query("select user_id, details from audit where action = 'job.retried'");
  expect(rows).toEqual([{ user_id: admin.id, details: { subject: "outbox.send-mail" } }]);
});

it("a running or unknown job cannot be repeated, and other users see no jobs", async () => {
  const [running] = (await list({ state: "running" })).items;
  for (const jobId of [running?.id ?? "", "999999", "x", "-1"])
    expectError(await t.call(retryJob, { params: { jobId } }, admin), "not-found");
  expectError(await t.call(listJobs, {}, other), "forbidden");
  expectError(await t.call(retryJob, { params: { jobId: running?.id ?? "" } }, other), "forbidden");
});

it("every failed job of a kind is repeated by one request, and others are not", async () => {
  await t.ports.pool.query(`update graphile_worker._private_jobs set attempts = 3 where locked_at is null`);
  await t.ports.pool.query(`select graphile_worker.add_job('items.fold-counts', '{}'::json, max_attempts => 1)`);
  await t.ports.pool.query(`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`);
  expect((await list()).kinds).toEqual([
    { name: "items.fold-counts", failed: 1 },
    { name: "outbox.send-mail", failed: 4 },
  ]);
  const again = (name: string, user = admin) => t.call(retryJobs, { body: { name } }, user);
  expectError(await again("outbox.send-mail", other), "forbidden");
  expect(expectData(await again("outbox.send-mail"))).toEqual({ retried: 4 });
  expect(expectData(await again("outbox.send-mail"))).toEqual({ retried: 0 });
  expect(expectData(await again("made-up"))).toEqual({ retried: 0 });
  expect((await list()).counts).toEqual({ running: 1, waiting: 4, failed: 1 });
  expect((await list({ name: "items.fold-counts" })).items.map(({ name, state }) => [name, state])).toEqual([
    ["items.fold-counts", "failed"],
  ]);
  const { rows } = await t.ports.pool.query("select details from audit where action = 'job.retried' and details ? 'count'");
  expect(rows).toEqual([{ details: { subject: "outbox.send-mail", count: 4 } }]);
});

it("a job shows its object, with a path only for members of its space", async () => {
  const item = await t.image(other);
  const workspaceId = (await t.call(createWorkspace, { query: { name: "Harbour" } }, admin)).data().id;
  await t.ports.pool.query("delete from graphile_worker._private_jobs");
  for (const [name, payload] of [
    ["media.make-renditions", { itemId: item.id }],
    ["items.fold-counts", { workspaceId }],
    ["items.notify-quota", { ownerId: other.id }],
    ["items.notify-quota", { ownerId: "not an id" }],
  ])
    await t.ports.pool.query("select graphile_worker.add_job($1, $2::json)", [name, JSON.stringify(payload)]);
  const { items } = await list();
  expect(items.map(({ subject }) => subject)).toMatchObject([
    null,
    { kind: "person", path: null, owner: null },
    { kind: "workspace", title: "Harbour", path: `/w/${workspaceId}` },
    { kind: "item", title: expect.any(String), path: null, owner: { id: other.id } },
  ]);
});
