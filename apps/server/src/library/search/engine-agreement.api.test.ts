import { createComment, deleteItems, moveManyItems, restoreItems, trashItems, updateItem } from "@stillreel/contract";
import { createTeam, createTestApp, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { type OpenSearchDouble, startOpenSearch } from "@stillreel/testing/search";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMemberships } from "../../access/memberships/index.ts";
import { absentUser } from "../../platform/http/actor.ts";
import { createOpenSearch } from "../../platform/ports/search/opensearch.engine.ts";
import { createSearchService, type SearchService } from "./search.service.ts";

const WORDS = ["alpha", "alphabet", "beta", "Übersicht", "gamma-ray", "設計図", "fooBar7", "delta"] as const;
const QUERIES = ["alpha", "alph bet", "b", "uber", "gamma ray", "計図", "bar", "foo del", "remark alpha", "nothing"] as const;
const FOLDERS = 4;

type Right = "none" | "read" | "write";
/** One change of a workspace. Numbers choose an item or a folder. */
type Step =
  | { do: "add"; words: string[]; folder: number }
  | { do: "rename"; item: number; words: string[] }
  | { do: "comment"; item: number; words: string[] }
  | { do: "move"; item: number; folder: number }
  | { do: "trash" | "restore" | "delete"; item: number }
  | { do: "grantFolder"; folder: number; right: Right; isForAll: boolean }
  | { do: "grantItem"; item: number; right: Right }
  | { do: "send" };

const index = fc.nat(99);
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 });
const right = fc.constantFrom<Right>("none", "read", "write");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), words, folder: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), item: index, words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("comment" as const), item: index, words }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move" as const), item: index, folder: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("trash" as const, "restore" as const, "delete" as const), item: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("grantFolder" as const), folder: index, right, isForAll: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("grantItem" as const), item: index, right }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("send" as const) }) },
);

/** Time limit of a search in milliseconds, for slow machines. */
const PATIENT_MS = 60_000;

let engine: OpenSearchDouble;
let test: TestApp;
let owner: TestUser;
let member: TestUser;
let byEngine: SearchService;
let byPostgres: SearchService;

beforeAll(async () => {
  engine = await startOpenSearch();
  test = await createTestApp({ ports: { searchEngine: createOpenSearch(engine.origin, engine.key, PATIENT_MS) } });
  owner = await test.user();
  member = await test.user();
  const { searchIndex, items, folders, rights } = test.modules;
  const deps = { index: searchIndex, items, folders, rights, memberships: createMemberships(test.ports) };
  byEngine = createSearchService(test.ports, deps);
  byPostgres = createSearchService({ ...test.ports, searchEngine: undefined }, deps);
  await test.modules.searchIndex.feed?.drain();
});
afterAll(async () => {
  await test.close();
  await engine.close();
});

/** A workspace on which steps are performed. */
interface Stage {
  team: TestTeam;
  folders: string[];
  items: string[];
}

async function newStage(): Promise<Stage> {
  const team = await createTeam(test, [
    [owner, "owner"],
    [member, "member"],
  ]);
  const folders: string[] = [];
  for (let number = 0; number < FOLDERS; number += 1)
    folders.push(await team.folder(`Alpha folder ${number}`, number === 3 ? folders[0] : null));
  return { team, folders, items: [] };
}

/** Adds an image without bytes. */
async function add({ team, folders, items }: Stage, title: string, folder: number): Promise<void> {
  const id = test.ports.ids.id();
  const createdAt = test.clock.now();
  test.clock.advance(1_000);
  await test.ports.pool.query(
    `insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type, created_at)
     values ($1, $2, $3, 'image', $4, 'x.png', gen_random_uuid()::text, 'ready', 'image/png', $5)`,
    [id, team.id, folders[folder % (FOLDERS + 1)] ?? null, title, createdAt],
  );
  const found = { id, workspaceId: team.id, title, description: "", pageUrl: null, chapters: [], createdAt };
  await test.modules.searchIndex.indexItem(test.ports.db, found);
  items.push(id);
}

async function perform(stage: Stage, taken: Step): Promise<void> {
  const { team, folders, items } = stage;
  const params = { workspaceId: team.id };
  const itemId = "item" in taken ? (items[taken.item % Math.max(1, items.length)] ?? "") : "";
  if ("item" in taken && itemId === "") return;
  switch (taken.do) {
    case "add":
      return add(stage, taken.words.join(" "), taken.folder);
    case "rename":
      return void (await test.call(
        updateItem,
        { params: { ...params, type: "image", itemId }, body: { title: taken.words.join(" ") } },
        owner,
      ));
    case "comment":
      return void (await test.call(
        createComment,
        { params: { itemId }, query: {}, body: { text: `remark ${taken.words.join(" ")}` } },
        owner,
      ));
    case "move": {
      const folderId = folders[taken.folder % (FOLDERS + 1)] ?? "root";
      return void (await test.call(moveManyItems, { params, body: { itemIds: [itemId], folderId } }, owner));
    }
    case "trash":
      return void (await test.call(trashItems, { params, body: { itemIds: [itemId] } }, owner));
    case "restore":
      return void (await test.call(restoreItems, { params, body: { itemIds: [itemId] } }, owner));
    case "delete":
      return void (await test.call(deleteItems, { params, body: { itemIds: [itemId] } }, owner));
    case "grantFolder":
      return team.grant({ folderId: folders[taken.folder % FOLDERS] ?? "" }, taken.isForAll ? "everyone" : member, taken.right);
    case "grantItem":
      return team.grant({ itemId }, member, taken.right);
    case "send":
      return test.modules.searchIndex.feed?.drain();
  }
}

/** Returns what a search shows, sorted. */
async function shown(service: SearchService, user: TestUser, q: string, workspaceId: string): Promise<string[]> {
  const { items, folders } = await service.find(absentUser(user.id, ""), { q, workspaceId, limit: 50 });
  return [...items.map(({ id, match }) => `${id} ${match.kind}`), ...folders.map(({ id }) => `folder ${id}`)].toSorted();
}

it("shows what PostgreSQL shows, after every change, whatever the engine has received", async () => {
  const { answered } = test.ports.searchEngine?.counts ?? { answered: 0 };
  let comparisons = 0;
  let results = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const stage = await newStage();
      for (const [folder, title] of WORDS.entries()) await add(stage, `${title} foo`, folder);
      for (const taken of steps) await perform(stage, taken);
      for (const sends of [false, true]) {
        if (sends) await test.modules.searchIndex.feed?.drain();
        for (const user of [owner, member]) {
          for (const q of QUERIES) {
            const seen = await shown(byEngine, user, q, stage.team.id);
            expect(seen).toEqual(await shown(byPostgres, user, q, stage.team.id));
            comparisons += 1;
            results += seen.length;
          }
        }
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
  const { counts } = test.ports.searchEngine ?? {};
  expect(counts?.answered).toBeGreaterThanOrEqual(answered + comparisons);
  expect(counts?.failed).toBe(0);
  expect(results).toBeGreaterThan(comparisons);
}, 300_000);
