import { createBoard, createWorkspace, getStorage, listAllWorkspaces, recountStorage, updateManagedUser } from "@stillreel/contract";
import { createTestApp, expectError, planOf, type TestApp, type TestUser } from "@stillreel/testing";
import { expect, it, vi } from "vitest";
import { createStorageService } from "./storage.service.ts";

const view = async (t: TestApp, admin: TestUser, query: object = {}) => (await t.call(getStorage, { query }, admin)).data();
const trash = (t: TestApp, id: string) => t.ports.pool.query("update items set trashed_at = now() where id = $1", [id]);

it("counts storage by kind and space, with renditions, and the trash apart", async () => {
  await using t = await createTestApp();
  const [admin, mira] = [await t.user(), await t.user({ username: "Mira" })];
  const { id } = await t.image(mira);
  await t.image(mira);
  await t.runJobs();
  await trash(t, id);
  await t.call(createBoard, { body: { title: "Plan" } }, mira);
  await t.ports.pool.query("update items set size_bytes = 700 where type = 'board'");
  const first = await view(t, admin);
  expect(first).toMatchObject({ countedAt: null, isCounting: true, items: [] });
  expect(first.disk?.freeBytes).toBeGreaterThan(0);
  await t.runJobs();
  const { items, kinds, countedAt, isCounting } = await view(t, admin);
  expect([countedAt, isCounting]).toEqual([expect.any(String), false]);
  const { rows } = await t.ports.pool.query(
    `select sum(i.size_bytes)::int as bytes, (select sum(b.size_bytes)::int from renditions r join blobs b on b.id = r.blob_id where r.item_id = i.id) as derived
     from items i where i.id <> $1 and i.type = 'image' group by i.id`,
    [id],
  );
  const [{ bytes, derived }] = rows;
  expect(derived).toBeGreaterThan(0);
  expect(kinds).toEqual({
    images: { items: 1, bytes },
    videos: { items: 0, bytes: 0 },
    boards: { items: 1, bytes: 700 },
    originals: { items: 0, bytes: 0 },
    renditions: { items: 2, bytes: derived },
    trash: { items: 1, bytes: bytes + derived },
  });
  expect(items[0]).toMatchObject({
    kind: "personal",
    name: "Mira",
    owner: { id: mira.id },
    items: 2,
    trashedItems: 1,
    storedBytes: 2 * (bytes + derived) + 700,
    usedBytes: 2 * bytes + 700,
    quota: 0,
  });
});

it("lists the largest spaces first, page by page, with the quota that applies", async () => {
  await using t = await createTestApp({ config: { DEFAULT_QUOTA: "50000000" } });
  const [admin, mira] = [await t.user({ username: "Ada" }), await t.user({ username: "Mira" })];
  await t.call(createWorkspace, { query: { name: "Lumen" } }, mira);
  await t.image(mira);
  await t.call(updateManagedUser, { params: { userId: mira.id }, body: { quota: 7_000_000 } }, admin);
  await t.call(recountStorage, {}, admin);
  await t.runJobs();
  const whole = await view(t, admin);
  expect(whole.items.map(({ name, kind, quota }) => [name, kind, quota])).toEqual(
    expect.arrayContaining([
      ["Mira", "personal", 7_000_000],
      ["Ada", "personal", 50_000_000],
      ["Lumen", "workspace", 0],
    ]),
  );
  expect(whole.items[0]?.name).toBe("Mira");
  const paged = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await view(t, admin, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    paged.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(whole.items);
  expectError(await t.call(getStorage, { query: { cursor: "x" } }, admin), "validation-failed");
});

it("continues a long count in further jobs, and starts none while one waits", async () => {
  await using t = await createTestApp();
  const admin = await t.user();
  for (const name of ["A", "B", "C"]) await t.call(createWorkspace, { query: { name } }, admin);
  const service = createStorageService(t.ports, { page: 1, sliceMs: 0 });
  await service.count(null, AbortSignal.timeout(10_000));
  expect((await view(t, admin)).countedAt).toBeNull();
  await t.call(recountStorage, {}, admin);
  const { rows } = await t.ports.pool.query(
    "select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'storage.count-spaces'",
  );
  expect(rows[0].n).toBe(1);
  await t.runJobs();
  expect((await view(t, admin)).items).toHaveLength(4);
});

it("is for administrators, and starts a count when the last is older than an hour", async () => {
  await using t = await createTestApp();
  const [admin, mira] = [await t.user(), await t.user()];
  for (const route of [getStorage, recountStorage] as const) expectError(await t.call(route, {}, mira), "forbidden");
  await view(t, admin);
  await t.runJobs();
  expect((await view(t, admin)).isCounting).toBe(false);
  t.clock.advance(3_700_000);
  expect((await view(t, admin)).isCounting).toBe(true);
});

const LARGE = ["space_usage", "space_counts", "workspaces", "users", "members"];

it("reads no large table completely with 20,000 spaces, on any page, nor does the list of workspaces", async () => {
  await using t = await createTestApp();
  const admin = await t.user();
  for (const statement of [
    `insert into users (id, email, email_key, display_name, provider) select md5('user ' || n)::uuid, n || '@x.test', n || '@x.test', 'Person ' || n, 'password'`,
    `insert into workspaces (id, kind, name, personal_owner_id) select md5('own ' || n)::uuid, 'personal', 'personal', md5('user ' || n)::uuid`,
    `insert into workspaces (id, kind, name) select md5('team ' || n)::uuid, 'team', 'Workspace ' || n`,
    `insert into members (workspace_id, user_id, role) select md5('own ' || n)::uuid, md5('user ' || n)::uuid, 'owner'`,
    `insert into space_counts (workspace_id, images, videos, shared, trash, stored_bytes, trash_bytes) select md5('own ' || n)::uuid, 1, 0, 0, 0, n, 0`,
    `insert into space_usage (workspace_id, images, image_bytes, stored_bytes) select md5('own ' || n)::uuid, 1, n, n`,
  ])
    await t.ports.pool.query(`${statement} from generate_series(1, 20000) n`);
  await t.ports.pool.query("analyze users, workspaces, space_counts, space_usage, members");
  const sent = vi.spyOn(t.ports.pool, "query");
  const { nextCursor, items } = await view(t, admin);
  expect(items[0]).toMatchObject({ name: "Person 20000", storedBytes: 20_000 });
  await view(t, admin, { cursor: nextCursor });
  for (const query of [{}, { q: "space 777" }])
    expect((await t.call(listAllWorkspaces, { query }, admin)).data().items.length).toBeGreaterThan(0);
  const statements = (sent.mock.calls as unknown as [{ text: string }, unknown[]][]).filter(([{ text }]) =>
    /space_usage|with shown/u.test(text ?? ""),
  );
  sent.mockRestore();
  expect(statements).toHaveLength(4);
  for (const [{ text }, values] of statements) {
    const whole = (await planOf(t, text, values)).filter(({ "Node Type": node }) => node === "Seq Scan");
    expect(whole.map((node) => node["Relation Name"]).filter((name) => LARGE.includes(name ?? ""))).toEqual([]);
  }
});
