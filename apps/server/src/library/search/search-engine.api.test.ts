import { createComment, trashItems, updateItem } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { type OpenSearchDouble, startOpenSearch } from "@stillreel/testing/search";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createMemberships } from "../../access/memberships/index.ts";
import { absentUser } from "../../platform/http/actor.ts";
import { createOpenSearch } from "../../platform/ports/search/opensearch.engine.ts";
import { searchEngineProblem } from "../search-index/index.ts";
import { createSearchService, type SearchService } from "./search.service.ts";

/** Time limit of a search in milliseconds, for slow machines. */
const PATIENT_MS = 60_000;

let engine: OpenSearchDouble;
let test: TestApp;
/** A new user for each test, who finds only own items. */
let anna: TestUser;
/** A process that searches; each one has its own pauses. */
let service: SearchService;

const newService = (searchEngine = test.ports.searchEngine): SearchService => {
  const { searchIndex: index, items, folders, rights } = test.modules;
  return createSearchService(
    { ...test.ports, searchEngine },
    { index, items, folders, rights, memberships: createMemberships(test.ports) },
  );
};

beforeAll(async () => {
  engine = await startOpenSearch();
  test = await createTestApp({ ports: { searchEngine: createOpenSearch(engine.origin, engine.key, PATIENT_MS) } });
});
beforeEach(async () => {
  anna = await test.user();
  service = newService();
  engine.clearFaults();
});
afterAll(async () => {
  await test.close();
  await engine.close();
});

const feed = () => {
  const { feed: found } = test.modules.searchIndex;
  if (!found) throw new Error("no feed");
  return found;
};
const find = async (q: string, { id } = anna) => {
  const { rows } = await test.ports.pool.query<{ id: string }>(
    "select id from workspaces join members on workspace_id = id where user_id = $1 and kind = 'personal'",
    [id],
  );
  return service.find(absentUser(id, rows[0]?.id ?? ""), { q, limit: 20 });
};
const titles = async (q: string, user = anna): Promise<string[]> => (await find(q, user)).items.map(({ title }) => title);
const changes = async (): Promise<number> =>
  (await test.ports.pool.query<{ count: number }>("select count(*)::int as count from search_changes")).rows[0]?.count ?? -1;
const state = async () =>
  (
    await test.ports.pool.query<{ build: string; cursor: string | null; ready: boolean; failure: string | null }>(
      "select * from search_engine",
    )
  ).rows[0];
const image = (title: string) => test.image<{ id: string; workspaceId: string }>(anna, { title });
/** Returns the documents of an item and its comments. */
const documentsOf = (itemId: string) => engine.documents().filter(({ item }) => item === itemId);
const answered = (): number => test.ports.searchEngine?.counts.answered ?? 0;
const requests = (path: string): number => engine.requests.filter((request) => request.path.includes(path)).length;

describe("sending", () => {
  it("sends what exists when an engine is configured, and then every change", async () => {
    const before = await image("Pangolin before");
    expect(await changes()).toBe(0);
    expect(await titles("pangolin")).toEqual(["Pangolin before"]);
    expect(answered()).toBe(0);
    await feed().drain();
    expect(await state()).toMatchObject({ cursor: null, ready: true, failure: null });
    const { id, workspaceId } = await image("Pangolin after");
    expect(await changes()).toBeGreaterThan(0);
    await feed().drain();
    expect(await changes()).toBe(0);
    const headings = [before.id, id].flatMap(documentsOf).map(({ heading }) => String(heading).slice(13));
    expect(headings).toEqual(["pangolin before", "pangolin after"]);
    await test.call(createComment, { params: { itemId: id }, query: {}, body: { text: "an aardvark" } }, anna);
    await feed().drain();
    expect(documentsOf(id)).toHaveLength(2);
    // Trash and deletion arrive, with the comments of the item.
    await test.call(trashItems, { params: { workspaceId }, body: { itemIds: [id] } }, anna);
    await feed().drain();
    expect(documentsOf(id)).toEqual([]);
    await test.ports.pool.query("delete from items where id = $1", [before.id]);
    await feed().drain();
    expect(documentsOf(before.id)).toEqual([]);
  });

  it("sends no text in its order", async () => {
    const { id } = await image("Zeta before alpha");
    await feed().drain();
    const sent = engine.requests.filter(({ path }) => path.endsWith("_bulk")).map(({ body }) => body.toString());
    const [{ words } = { words: [] }] = documentsOf(id) as { words: string[] }[];
    expect(words.map((word) => word.slice(13))).toEqual(["alpha", "before", "zeta"]);
    expect(sent.join("")).not.toContain(anna.email);
  });

  it("repeats a batch whose answer was lost, without another effect", async () => {
    await feed().drain();
    const { id } = await image("Okapi");
    engine.failNext("_bulk", { kind: "lose-answer" });
    await expect(feed().drain()).rejects.toMatchObject({ kind: "unreachable" });
    expect(await changes()).toBeGreaterThan(0);
    await feed().drain();
    expect(await changes()).toBe(0);
    expect(documentsOf(id)).toHaveLength(1);
    expect(await titles("okapi")).toEqual(["Okapi"]);
  });

  it("never replaces a newer state with an older one that arrives late", async () => {
    const { id, workspaceId } = await image("Quoll");
    await feed().drain();
    const late = createOpenSearch(engine.origin, engine.key);
    const content = { itemId: id, containerId: workspaceId, kind: "image", at: 1, words: ["stale"], heading: null };
    expect(await late.write([{ entryId: id, workspaceId, content }], { version: 1, build: 1, waits: true })).toEqual([]);
    expect(documentsOf(id)).toHaveLength(1);
    expect(documentsOf(id)[0]?.["words"]).not.toContain("stale");
  });

  it("is a part of the transaction of the change", async () => {
    await feed().drain();
    const { id } = await image("Numbat");
    await feed().drain();
    await expect(
      test.ports.db.transaction(async (tx) => {
        await tx.execute(`delete from items where id = '${id}'` as never);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await changes()).toBe(0);
    await feed().drain();
    expect(documentsOf(id)).toHaveLength(1);
  });
});

describe("transfers", () => {
  it("continue after an interruption, and do not begin again", async () => {
    const { id } = await image("First");
    const { pool } = test.ports;
    await pool.query(
      `insert into items (id, workspace_id, type, title, full_file_name, ref_name, stage, mime_type)
       select gen_random_uuid(), workspace_id, 'image', 'Many ' || n, 'x.png', 'n' || n, 'ready', 'image/png'
       from items cross join generate_series(1, 2000) n where id = $1`,
      [id],
    );
    await pool.query(
      `insert into search_entries (id, workspace_id, item_id, words, at)
       select id, workspace_id, id, array_to_tsvector(array[right(replace(workspace_id::text, '-', ''), 12) || 'imany']), created_at
       from items where title like 'Many %'`,
    );
    await feed().drain();
    const { rows } = await pool.query<{ pages: number }>("select (count(*) / 1000 + 1)::int as pages from search_entries");
    const pages = rows[0]?.pages ?? 0;
    expect(pages).toBeGreaterThan(2);
    expect(engine.documents().length).toBeGreaterThan(2_000);
    await feed().rebuild();
    const before = requests("_bulk");
    const { build } = (await state()) ?? {};
    // The second page fails.
    engine.failNext("_bulk", { kind: "delay", ms: 0 });
    engine.failNext("_bulk", { kind: "status", status: 503, body: {} });
    await expect(feed().drain()).rejects.toMatchObject({ kind: "unreachable" });
    expect(requests("_bulk")).toBe(before + 2);
    const interrupted = await state();
    expect(interrupted).toMatchObject({ build, ready: true });
    expect(interrupted?.cursor).not.toBe("00000000-0000-0000-0000-000000000000");
    await feed().drain();
    // The failed page and those after it, but not the first one.
    expect(requests("_bulk")).toBe(before + 2 + pages - 1);
    await pool.query("delete from items where title like 'Many %'");
    expect(await state()).toMatchObject({ build, cursor: null, ready: true });
  });

  it("remove what has no entry any more", async () => {
    const { id } = await image("Dugong");
    await feed().drain();
    await test.ports.pool.query("alter table search_entries disable trigger search_entries_removed_changes");
    await test.ports.pool.query("delete from items where id = $1", [id]);
    expect(documentsOf(id)).toHaveLength(1);
    // PostgreSQL decides, so nothing that is only in the engine is shown.
    expect(await titles("dugong")).toEqual([]);
    await feed().rebuild();
    await feed().drain();
    expect(documentsOf(id)).toEqual([]);
  });

  it("begin again when the engine has lost its index, and PostgreSQL searches meanwhile", async () => {
    const { id } = await image("Vicuna");
    await feed().drain();
    engine.lose();
    expect(await titles("vicuna")).toEqual(["Vicuna"]);
    await feed().drain();
    expect(documentsOf(id)).toHaveLength(1);
    expect(await state()).toMatchObject({ ready: true });
  });
});

describe("a failing engine", () => {
  it.each([
    ["does not answer", { kind: "drop" }],
    ["is too slow", { kind: "delay", ms: 5_000 }],
    ["fails", { kind: "status", status: 500, body: {} }],
    ["is busy", { kind: "status", status: 429, body: { error: { type: "rejected_execution_exception" } } }],
    ["answers junk", { kind: "status", status: 200, body: "<html>" }],
    ["answers partly", { kind: "status", status: 200, body: { responses: [] } }],
  ] as const)("that %s is replaced by PostgreSQL, and not asked for a while", async (_name, fault) => {
    await image("Axolotl");
    await feed().drain();
    engine.failNext("_msearch", fault);
    const impatient = createOpenSearch(engine.origin, engine.key, 500);
    service = newService(impatient);
    expect(await titles("axolotl")).toEqual(["Axolotl"]);
    const asked = requests("_msearch");
    expect(await titles("axolotl")).toEqual(["Axolotl"]);
    // The pause ends by time, and a slow machine may need that long.
    expect(impatient.counts.failed).toBeGreaterThan(0);
    expect(requests("_msearch") - asked).toBeLessThanOrEqual(1);
  });

  it("is named with its reason, without the key", async () => {
    await feed().drain();
    const refused = createOpenSearch(engine.origin, "stillreel:wrong secret");
    await expect(refused.isPrepared()).rejects.toMatchObject({ kind: "refused" });
    expect(await refused.check()).toBe("refused");
    expect(await test.ports.searchEngine?.check()).toBeNull();
    engine.failNext("_cluster", { kind: "drop" });
    expect(await test.ports.searchEngine?.check()).toBe("unreachable");
  });

  it("proposes nothing that a user may see who may not read it", async () => {
    const other = await test.user();
    const { id, workspaceId } = await image("Secret");
    const mine = await test.image<{ workspaceId: string }>(other, { title: "Mine" });
    await feed().drain();
    // An engine that places the item of one user into the space of another.
    const tag = mine.workspaceId.replaceAll("-", "").slice(-12);
    const content = {
      itemId: id,
      containerId: mine.workspaceId,
      kind: "image",
      at: 1,
      words: [`${tag}isecret`, `${tag}imine`],
      heading: null,
    };
    await test.ports.searchEngine?.write([{ entryId: id, workspaceId: mine.workspaceId, content }], {
      version: 1,
      build: 9e15,
      waits: true,
    });
    expect(workspaceId).not.toBe(mine.workspaceId);
    const before = answered();
    expect(await find("secret", other)).toMatchObject({ items: [], corrections: [] });
    expect(await titles("mine", other)).toEqual(["Mine"]);
    expect(answered()).toBeGreaterThan(before);
  });
});

it("finds a change before the engine has it, and not what was removed from a title", async () => {
  const { id, workspaceId } = await image("Password hunter2");
  await feed().drain();
  expect(await titles("hunter2")).toEqual(["Password hunter2"]);
  await test.call(updateItem, { params: { workspaceId, type: "image", itemId: id }, body: { title: "Password" } }, anna);
  expect(await titles("hunter2")).toEqual([]);
  const before = answered();
  await image("Brand new");
  expect(await titles("brand")).toEqual(["Brand new"]);
  expect(answered()).toBe(before + 1);
});

it("shows its progress and its problems to the administrator", async () => {
  await feed().drain();
  const problem = () => searchEngineProblem(test.ports);
  expect(await problem()).toBeNull();
  expect(await searchEngineProblem({ ...test.ports, searchEngine: undefined })).toBeNull();
  expect(await feed().status(10)).toEqual({ ready: true, sent: null, waiting: 0, failure: null });
  engine.failNext("_cluster", { kind: "drop" });
  expect(await problem()).toContain("does not answer. PostgreSQL searches instead.");
  engine.failNext("_cluster", { kind: "status", status: 401, body: "Unauthorized" });
  expect(await problem()).toContain("does not accept SEARCH_KEY");
  await test.ports.pool.query("update search_engine set ready = false, cursor = '00000000-0000-0000-0000-000000000000'");
  expect(await problem()).toContain("is being filled");
  await image("Waits");
  expect(await feed().status(10)).toMatchObject({ ready: false, sent: 0, waiting: 1 });
  await feed().drain();
  expect(await problem()).toBeNull();
});

it("notes no changes any more when the engine is not configured for a day", async () => {
  await feed().drain();
  const later = await createTestApp();
  onTestFinished(() => later.close());
  const { searchIndex } = test.modules;
  expect(searchIndex.feed).toBeDefined();
  expect(later.modules.searchIndex.feed).toBeUndefined();
  const retire = later.modules.searchIndex.jobs?.find(({ definition }) => definition.name === "search.retire-engine");
  await later.ports.pool.query("insert into search_engine (target, build, seen_at) values ('x', 1, $1)", [later.clock.now()]);
  await later.ports.pool.query("insert into search_changes (workspace_id, entry_id) values (gen_random_uuid(), gen_random_uuid())");
  const run = () => retire?.handle({} as never, new AbortController().signal);
  expect(await run()).toEqual({ skipped: "there is none" });
  later.clock.advance(2 * 86_400_000);
  expect(await run()).toBe("done");
  const { rows } = await later.ports.pool.query(
    "select (select count(*)::int from search_engine) + (select count(*)::int from search_changes) as left",
  );
  expect(rows).toEqual([{ left: 0 }]);
});
