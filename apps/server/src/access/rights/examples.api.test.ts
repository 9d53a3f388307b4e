import fs from "node:fs";
import path from "node:path";
import { createFolder, getImage, listFileRights, listFolders, listItems, search, setFileRight, setFolderRight } from "@stillreel/contract";
import { addMembers, createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

/** Tests the worked examples of docs/rights.md over HTTP, each in a separate workspace. */
const DOCUMENT = path.join(import.meta.dirname, "../../../../../docs/rights.md");

let test: TestApp;
let owner: TestUser;
let anna: TestUser;
let vic: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  [owner, anna, vic] = [await test.user({ username: "Olga" }), await test.user({ username: "Anna" }), await test.user({ username: "Vic" })];
});
afterAll(() => test.close());

const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await test.ports.pool.query<T>(text, values)).rows;

/** Creates `Campaigns / Autumn / poster.png`. Anna is a member, in the teams Design and Mobile. Vic is a viewer. */
async function createFixture() {
  const [workspaceId, item] = [test.ports.ids.id(), test.ports.ids.id()];
  await sql("insert into workspaces (id, kind, name) values ($1, 'team', 'Crew')", [workspaceId]);
  await addMembers(test, workspaceId, [
    [owner, "owner"],
    [anna, "member"],
    [vic, "viewer"],
  ]);
  const ids: Record<string, string> = { everyone: workspaceId, Anna: anna.id, Vic: vic.id };
  for (const name of ["Design", "Mobile"]) {
    const id = (ids[name] = test.ports.ids.id());
    await sql("insert into teams (id, workspace_id, name, name_key) values ($1, $2, $3, lower($3))", [id, workspaceId, name]);
    await sql("insert into team_members (team_id, workspace_id, user_id) values ($1, $2, $3)", [id, workspaceId, anna.id]);
  }
  const folder = async (name: string, parentId: string | null): Promise<string> =>
    (await test.call(createFolder, { params: { workspaceId }, body: { name, parentId } }, owner)).data().id;
  const campaigns = (ids["Campaigns"] = await folder("Campaigns", null));
  const autumn = (ids["Autumn"] = await folder("Autumn", campaigns));
  await sql(
    `insert into items (id, workspace_id, folder_id, owner_id, type, title, full_file_name, ref_name, stage, mime_type)
     values ($1, $2, $3, $4, 'image', 'poster', 'poster.png', gen_random_uuid()::text, 'ready', 'image/png')`,
    [item, workspaceId, autumn, owner.id],
  );
  const found = { id: item, workspaceId, title: "poster", description: "", pageUrl: null, chapters: [], createdAt: test.clock.now() };
  await test.modules.searchIndex.indexItem(test.ports.db, found);
  ids["poster.png"] = item;
  return { workspaceId, item, ids };
}

type Fixture = Awaited<ReturnType<typeof createFixture>>;
/** Sets an entry from a text such as `Anna on poster.png: View`. */
async function set({ workspaceId, ids }: Fixture, entry: string): Promise<void> {
  const [, who = "", where = "", right = ""] = /^(\w+) on ([\w.]+): (None|View|Edit)$/u.exec(entry) ?? [];
  const permissionType = who === "everyone" ? "everyone" : who === "Anna" || who === "Vic" ? "member" : "team";
  const answer = await test.call(
    where === "poster.png" ? setFileRight : setFolderRight,
    {
      params: { workspaceId, itemId: ids[where] ?? "" },
      body: { id: ids[who] ?? "", permissionType, read: right !== "None", write: right === "Edit" },
    },
    owner,
  );
  expect(answer.statusCode, `${entry}: ${answer.body}`).toBe(200);
}

/** Returns a user's permission on each target with its reason, read through every available route. */
async function permissionsOf({ workspaceId, item }: Fixture, user: TestUser) {
  const params = { workspaceId };
  const folders = (await test.call(listFolders, { params, query: {} }, user)).data().items;
  const single = await test.call(getImage, { params: { workspaceId, itemId: item } }, user);
  const all = (await test.call(listItems, { params, query: { view: "all" } }, user)).data().items;
  const hits = (await test.call(search, { query: { q: "poster", workspaceId } }, user)).data().items;
  const { members } = (await test.call(listFileRights, { params: { workspaceId, itemId: item } }, owner)).data();
  const { displayName } = user;
  const mine = members.find(({ member }) => member.displayName === displayName);
  const word = (permission: { read: boolean; write: boolean } | undefined) =>
    permission?.write ? "Edit" : permission?.read ? "View" : "None";
  const rightOn = (name: string) => word(folders.find((folder) => folder.name === name)?.permission);
  const right = single.statusCode === 200 ? word(single.data().permission) : "None";
  // All routes return the same permission.
  expect([all.length, hits.length, word(mine?.permission)]).toEqual(right === "None" ? [0, 0, "None"] : [1, 1, right]);
  const from = mine?.from;
  const teams = from?.teams.map((team) => team.name).toSorted() ?? [];
  return [rightOn("Campaigns"), rightOn("Autumn"), right, [from?.kind, ...teams, from?.place?.name].filter(Boolean).join(" ")];
}

interface Example {
  /** Text of the first table column. */
  entries: string;
  sets: string[];
  who: "anna" | "vic";
  /** Permissions on Campaigns, Autumn and poster.png, and the reason for the last. */
  may: [string, string, string, string];
}

const CLOSED = "everyone on Campaigns: None";
const EXAMPLES: Example[] = [
  { entries: "none", sets: [], who: "anna", may: ["Edit", "Edit", "Edit", "role"] },
  { entries: "everyone on *Campaigns*: None", sets: [CLOSED], who: "anna", may: ["None", "None", "None", "everyone Campaigns"] },
  {
    entries: "the same, and Design on *Campaigns*: View",
    sets: [CLOSED, "Design on Campaigns: View"],
    who: "anna",
    may: ["View", "View", "View", "team Design Campaigns"],
  },
  {
    entries: "the same, and Mobile on *Campaigns*: Edit",
    sets: [CLOSED, "Design on Campaigns: View", "Mobile on Campaigns: Edit"],
    who: "anna",
    may: ["Edit", "Edit", "Edit", "team Design Mobile Campaigns"],
  },
  {
    entries: "the same, and Anna on *Campaigns*: View",
    sets: [CLOSED, "Design on Campaigns: View", "Mobile on Campaigns: Edit", "Anna on Campaigns: View"],
    who: "anna",
    may: ["View", "View", "View", "member Campaigns"],
  },
  {
    entries: "everyone on *Campaigns*: None, Design on *Autumn*: Edit",
    sets: [CLOSED, "Design on Autumn: Edit"],
    who: "anna",
    may: ["None", "Edit", "Edit", "team Design Autumn"],
  },
  {
    entries: "Design on *Campaigns*: Edit, everyone on *Autumn*: None",
    sets: ["Design on Campaigns: Edit", "everyone on Autumn: None"],
    who: "anna",
    may: ["Edit", "None", "None", "everyone Autumn"],
  },
  {
    entries: "everyone on *Campaigns*: None, Anna on *poster.png*: View",
    sets: [CLOSED, "Anna on poster.png: View"],
    who: "anna",
    may: ["None", "None", "View", "member poster"],
  },
  { entries: "Vic on *Autumn*: Edit", sets: ["Vic on Autumn: Edit"], who: "vic", may: ["View", "Edit", "Edit", "member Autumn"] },
];

it.each(EXAMPLES)("$entries", async ({ sets, who, may }) => {
  const made = await createFixture();
  for (const entry of sets) await set(made, entry);
  expect(await permissionsOf(made, who === "anna" ? anna : vic)).toEqual(may);
});

it("the tests cover exactly the examples of the document", () => {
  const text = fs.readFileSync(DOCUMENT, "utf8");
  const [, table = ""] = /\| grants \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/u.exec(text) ?? [];
  const rows = table.trim().split("\n");
  expect(rows.map((row) => row.split("|")[1]?.trim())).toEqual(EXAMPLES.map((example) => example.entries));
});
