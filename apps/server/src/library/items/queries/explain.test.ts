import nodePath from "node:path";
import {
  addFromPersonal,
  copyItem,
  countItems,
  deleteItems,
  favoriteItem,
  favoriteItems,
  getImage,
  getVideo,
  listItems,
  moveItem,
  moveManyItems,
  restoreItems,
  revertItem,
  saveOriginal,
  trashItems,
  updateItem,
} from "@stillreel/contract";
import {
  createTestApp,
  expectData,
  fillLargeWorkspace,
  multipart,
  planOf,
  type PlanNode,
  planText,
  png,
  type TestApp,
  type TestUser,
} from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadedStatements } from "../../../platform/db/statement.ts";
import { COUNTS, READABLE_COUNTS } from "./counts.repo.ts";
import {
  AMONG,
  CANDIDATES,
  EDGE,
  GATHER_EDGE,
  GATHER_PAGE,
  GATHER_WALK,
  type GatheredList,
  NEWEST,
  PAGE,
  WALK,
  WORDS_AMONG_FEW,
} from "./list-statements.repo.ts";
import { BY_FILE_NAME } from "./pictures.repo.ts";

/** Tables that are large in a large workspace. This test forbids reading one of them completely. */
const LARGE = new Set([
  "items",
  "search_entries",
  "favorites",
  "renditions",
  "blobs",
  "share_links",
  "comments",
  "item_counts",
  "space_counts",
  "star_counts",
  "picture_details",
]);
/** Maximum rows of a sort. Some statements sort given ids or a folder, but none sorts a workspace. */
const SORTED_MAX = 12_000;

let test: TestApp;
let anna: TestUser;
let ben: TestUser;
let workspaceId: string;
let folderIds: string[];
let allFolderIds: string[];
let imageIds: string[];

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
  ben = await test.user();
  ({ workspaceId } = await test.image<{ workspaceId: string }>(anna));
  await test.image(ben);
  await fillLargeWorkspace(test, workspaceId, ben.email);
  const ids = async (text: string): Promise<string[]> =>
    (await test.ports.pool.query<{ id: string }>(text, [workspaceId])).rows.map((row) => row.id);
  folderIds = await ids("select id from folders where workspace_id = $1 and kind = 'image' order by id limit 3");
  allFolderIds = await ids("select id from folders where workspace_id = $1");
  imageIds = await ids("select id from items where workspace_id = $1 and type = 'image' and trashed_at is null order by id limit 2000");
}, 300_000);
afterAll(() => test.close());

/** Returns the problems of a plan node. */
function faults({ "Node Type": node, "Relation Name": relation = "", "Plan Rows": rows }: PlanNode): string[] {
  if (node === "Seq Scan" && LARGE.has(relation)) return [`reads all of ${relation}`];
  return node === "Sort" && rows > SORTED_MAX ? [`sorts ${rows} rows`] : [];
}

/** Returns the problems of a statement with these values and, for a named statement (generic plan), with any values. */
async function faultsOf(text: string, values: unknown[], name?: string): Promise<string[]> {
  const nodes = [...(await planOf(test, text, values)), ...(name === undefined ? [] : await planOf(test, text))];
  return nodes.flatMap(faults);
}

const KINDS = (["folder", "all", "shared", "starred", "trash"] as const).flatMap((view) =>
  (["newest", "oldest", "name"] as const).flatMap((sort) =>
    ([null, "image", "video"] as const).flatMap((type) => [false, true].map((after) => ({ view, sort, type, after }))),
  ),
);
type Kind = (typeof KINDS)[number];
const titleOf = ({ view, sort, type, after }: Kind): string =>
  `${view}, ${sort}, ${type ?? "both types"}, ${after ? "further" : "first"} page`;

/** The position after which a page begins. */
function positionOf({ sort, after }: Kind): [key: string, id: string] {
  const [nil, max] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
  if (after) return [sort === "name" ? "Item 5" : new Date(Date.now() - 86_400_000).toISOString(), imageIds[0] ?? nil];
  if (sort === "name") return ["", nil];
  return sort === "newest" ? ["infinity", max] : ["-infinity", nil];
}

describe("index use with 100,000 items in 500 folders", () => {
  const userId = async (): Promise<string> =>
    (await test.ports.pool.query<{ user_id: string }>("select user_id from members where workspace_id = $1", [workspaceId])).rows[0]
      ?.user_id ?? "";
  const everything = ["{}", false, "{}", "{}"];

  it.each(KINDS.map((kind) => [titleOf(kind), kind] as const))("%s", async (_title, kind) => {
    const list = `${kind.view}-${kind.sort}` as const;
    for (const containerId of kind.view === "folder" ? [workspaceId, folderIds[0]] : [workspaceId]) {
      const values = [containerId, await userId(), kind.type, ...positionOf(kind)];
      for (const size of [51, 201]) {
        expect(await faultsOf(PAGE[list].text, [...values, "{}", size], PAGE[list].name)).toEqual([]);
        const found = WALK[`${list}-800`];
        expect(await faultsOf(found.text, [...values, ...everything, "'n999'", size], found.name)).toEqual([]);
        const among = AMONG[list];
        expect(await faultsOf(among.text, [...values, ...everything, imageIds.slice(0, 500), size], among.name)).toEqual([]);
      }
      const edge = EDGE[`${list}-800`];
      expect(await faultsOf(edge.text, values, edge.name)).toEqual([]);
    }
  });

  /** Sets as a member's rights give them: few containers, most of them, or all but a few; and some single items. */
  const scopes = () => {
    const set = (ids: readonly string[]): string => `{${ids.join(",")}}`;
    const singles = [set(imageIds.slice(0, 30)), set(imageIds.slice(30, 60))];
    const [few, most] = [allFolderIds.slice(0, 5), allFolderIds.slice(0, 240)];
    return [
      { mode: "gather" as const, values: [set([workspaceId, ...few]), ...singles] },
      { mode: "gather" as const, values: [set([workspaceId, ...allFolderIds]), ...singles] },
      { mode: "within" as const, values: [set([workspaceId, ...most]), ...singles] },
      { mode: "without" as const, values: [set(few), ...singles] },
      { mode: "without" as const, values: ["{}", ...singles] },
    ];
  };

  it.each(KINDS.filter(({ view }) => view !== "folder").map((kind) => [titleOf(kind), kind] as const))(
    "%s, for a member with restricted permissions",
    async (_title, kind) => {
      const list = `${kind.view}-${kind.sort}` as const;
      const base = [workspaceId, await userId(), kind.type, ...positionOf(kind)];
      const few = scopes()[0]?.values[0];
      for (const { mode, values } of scopes()) {
        if (mode === "gather" && kind.view === "starred") continue;
        const gathered = list as GatheredList;
        const access = [values[0], mode !== "without", ...values.slice(1)];
        const page = mode === "gather" ? GATHER_PAGE[gathered] : WALK[`${list}-800`];
        const pageValues = mode === "gather" ? [...base, ...values, 51] : [...base, ...access, null, 51];
        expect(await faultsOf(page.text, pageValues, page.name)).toEqual([]);
        // Words are searched in few containers only: see `strategyFor`.
        if (mode === "gather" && values[0] !== few) continue;
        const found = mode === "gather" ? GATHER_WALK[gathered] : WALK[`${list}-800`];
        const foundValues = mode === "gather" ? [...base, ...values, 800, "'n999'", 51] : [...base, ...access, "'n999'", 51];
        expect(await faultsOf(found.text, foundValues, found.name)).toEqual([]);
        const among = AMONG[list];
        expect(await faultsOf(among.text, [...base, ...access, imageIds.slice(0, 500), 51], among.name)).toEqual([]);
        if (mode !== "gather") continue;
        const edge = GATHER_EDGE[gathered];
        expect(await faultsOf(edge.text, [...base, ...values, 800], edge.name)).toEqual([]);
      }
    },
  );

  it("a folder with single unreadable items is listed by an index", async () => {
    for (const kind of KINDS.filter(({ view, after }) => view === "folder" && !after))
      for (const containerId of [workspaceId, folderIds[0] ?? ""]) {
        const page = PAGE[`folder-${kind.sort}`];
        const values = [containerId, await userId(), kind.type, ...positionOf(kind), `{${imageIds.slice(0, 500).join(",")}}`, 51];
        expect(await faultsOf(page.text, values, page.name)).toEqual([]);
      }
  });

  it("counts of readable items use an index", async () => {
    for (const { mode, values } of scopes()) {
      const given = [workspaceId, await userId(), values[0], mode !== "without", ...values.slice(1)];
      expect(await faultsOf(READABLE_COUNTS.text, given, READABLE_COUNTS.name)).toEqual([]);
    }
  });

  it("the check detects a plan without an index", async () => {
    expect(await faultsOf("select * from items where full_file_name = $1", ["x"])).toEqual(["reads all of items"]);
    const sorted = await faultsOf("select * from items where workspace_id = $1 order by full_file_name", [workspaceId]);
    expect(sorted).toContainEqual(expect.stringMatching(/^sorts/u));
  });

  it("pictures are found by file name with an index", async () => {
    for (const fileName of ["x.png", "nowhere.png"]) {
      expect(await faultsOf(BY_FILE_NAME.text, [workspaceId, fileName, ...everything], BY_FILE_NAME.name)).toEqual([]);
      for (const { mode, values } of scopes()) {
        const given = [workspaceId, fileName, values[0], mode !== "without", ...values.slice(1)];
        expect(await faultsOf(BY_FILE_NAME.text, given, BY_FILE_NAME.name)).toEqual([]);
      }
    }
    const bytes = { name: "blob", fileName: "x.png", bytes: png(9, 9) };
    const seen = await overheard(async () => {
      const { id: itemId, refName } = await test.image<{ id: string; refName: string }>(anna);
      const form = multipart({ refName, keepOriginal: "true", markers: '{"version":1,"shapes":[]}' }, bytes);
      const url = "/api/v1/workspace/personal/files/image";
      expectData(await test.app.inject({ method: "PUT", url, headers: { ...anna.headers, ...form.headers }, payload: form.payload }));
      (await test.call(revertItem, { params: { itemId } }, anna)).data();
      const personal = { params: { workspaceId: "personal" } };
      (await test.call(saveOriginal, { ...personal, body: { fullFileName: refName } }, anna)).data();
      const update = { params: { workspaceId: "personal", type: "image" as const, itemId } };
      (await test.call(updateItem, { ...update, body: { originalImage: null } }, anna)).data();
      await test.runJobs();
    });
    expect(seen.length).toBeGreaterThan(20);
    for (const { text, values } of seen) expect([text, await faultsOf(text, values)]).toEqual([text, []]);
  });

  it("counts and search candidates of a list use an index", async () => {
    expect(await faultsOf(COUNTS.text, [workspaceId, await userId()], COUNTS.name)).toEqual([]);
    expect(await faultsOf(CANDIDATES.text, ["'n999'"], CANDIDATES.name)).toEqual([]);
    const among = [workspaceId, allFolderIds.slice(0, 20), imageIds.slice(0, 20), "'n999'", 2_000];
    expect(await faultsOf(WORDS_AMONG_FEW.text, among, WORDS_AMONG_FEW.name)).toEqual([]);
    const first = ["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
    const values = [workspaceId, await userId(), null, ...first, ...everything, "'n999'", 102, 51];
    expect(await faultsOf(NEWEST.text, values, NEWEST.name)).toEqual([]);
  });

  it("every statement of typical requests uses an index", async () => {
    const ids = (from: number, count = 50): string[] => imageIds.slice(from, from + count);
    const [first, second] = folderIds as [string, string];
    const personal = { params: { workspaceId: "personal" } };
    const seen = await overheard(async () => {
      for (const view of ["all", "trash", "starred"] as const)
        for (const q of ["", "item 999"]) (await test.call(listItems, { ...personal, query: { view, q, limit: 20 } }, anna)).data();
      (await test.call(countItems, personal, anna)).data();
      const itemId = ids(0)[0] ?? "";
      (await test.call(getImage, { params: { workspaceId: "personal", itemId } }, anna)).data();
      await test.call(getVideo, { params: { workspaceId: "personal", itemId } }, anna);
      const update = { params: { workspaceId: "personal", type: "image" as const, itemId } };
      (await test.call(updateItem, { ...update, body: { title: "New", parentId: first, trash: true } }, anna)).data();
      (await test.call(updateItem, { ...update, body: { trash: false } }, anna)).data();
      (await test.call(favoriteItem, { params: { itemId }, body: {} }, anna)).data();
      (await test.call(copyItem, { params: { itemId }, body: {} }, anna)).data();
      (await test.call(moveItem, { params: { itemId }, body: { folderId: second } }, anna)).data();
      (await test.call(addFromPersonal, { params: { workspaceId, type: "image" }, query: { itemId } }, anna)).data();
      (await test.call(moveManyItems, { ...personal, body: { itemIds: ids(0, 1_000), folderId: second } }, anna)).data();
      for (const favorite of [true, false])
        (await test.call(favoriteItems, { ...personal, body: { itemIds: ids(100, 1_000), favorite } }, anna)).data();
      (await test.call(trashItems, { ...personal, body: { itemIds: ids(0, 100) } }, anna)).data();
      (await test.call(restoreItems, { ...personal, body: { itemIds: ids(50) } }, anna)).data();
      (await test.call(deleteItems, { ...personal, body: { itemIds: ids(0) } }, anna)).data();
      (
        await test.call(
          moveManyItems,
          { ...personal, body: { all: true, from: { folderId: second, type: "image" }, folderId: first } },
          anna,
        )
      ).data();
      (
        await test.call(
          favoriteItems,
          { ...personal, body: { all: true, from: { view: "starred", type: "video" }, favorite: false } },
          anna,
        )
      ).data();
      (await test.call(trashItems, { ...personal, body: { all: true, from: { folderId: first } } }, anna)).data();
      (await test.call(restoreItems, { ...personal, body: { all: true, from: { folderId: first } } }, anna)).data();
      (await test.call(deleteItems, { ...personal, body: { all: true, from: { type: "video" } } }, anna)).data();
      await test.runJobs();
      await test.modules.items.purgeTrash(AbortSignal.timeout(60_000));
      await test.modules.items.removeUnreferenced(AbortSignal.timeout(60_000));
    });
    expect(seen.length).toBeGreaterThan(60);
    const bad: Record<string, string[]> = {};
    for (const { text, values } of seen) {
      const found = await faultsOf(text, values);
      if (found.length > 0) bad[text.replaceAll(/\s+/gu, " ")] = found;
    }
    expect(bad).toEqual({});
  }, 120_000);
});

describe("statements in files", () => {
  const files = Map.groupBy(loadedStatements(), ({ path }) => path);

  // To accept changed plans: npm run test:unit -- library/items/explain.test.ts -u
  it.each([...files].map(([path, statements]) => [nodePath.basename(path), path, statements] as const))(
    "%s has the committed query plan",
    async (_name, path, statements) => {
      const plans: string[] = [];
      for (const { name, text } of statements) plans.push(`${name}\n${await planText(test, text)}\n`);
      await expect(plans.join("\n")).toMatchFileSnapshot(path.replace(/\.sql$/u, ".plan.txt"));
    },
  );
});

/** Records every distinct statement that reaches the database during `work`. */
async function overheard(work: () => Promise<void>): Promise<{ text: string; values: unknown[] }[]> {
  const seen = new Map<string, { text: string; values: unknown[] }>();
  const patched = new WeakSet<object>();
  const listen = (client: { query: (...args: never[]) => unknown }): void => {
    if (patched.has(client)) return;
    patched.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [asked, given] = args as [string | { text: string; values?: unknown[] }, unknown];
      const { text, values = Array.isArray(given) ? (given as unknown[]) : [] } = typeof asked === "string" ? { text: asked } : asked;
      if (/^\s*(select|with|insert|update|delete)\b/iu.test(text) && !seen.has(text)) seen.set(text, { text, values });
      return query(...args);
    }) as never;
  };
  test.ports.pool.on("acquire", listen as never);
  try {
    await work();
  } finally {
    test.ports.pool.off("acquire", listen as never);
  }
  return [...seen.values()];
}
