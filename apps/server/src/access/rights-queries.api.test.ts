import {
  copyItem,
  countItems,
  createFolder,
  createInvite,
  createTeam,
  createWorkspace,
  favoriteFolder,
  getUserData,
  getWorkspace,
  joinWorkspace,
  listAudit,
  listFileRights,
  listFolderRights,
  listFolders,
  listItems,
  listMembers,
  listTeams,
  listWorkspaces,
  search,
  setFileRight,
  setFolderRight,
  trashItems,
} from "@stillreel/contract";
import { countStatements, createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Ensures a constant number of statements: a large workspace needs as many as a small one. */
interface Person extends TestUser {
  id: string;
}
/** A workspace with a member to whom entries apply. */
interface Space {
  workspaceId: string;
  folderId: string;
  itemId: string;
}

const FEW = { items: 5, folders: 3, members: 5, teams: 2 };
const MANY = { items: 200, folders: 40, members: 50, teams: 12 };
const WORD = "zebrafinch";
let t: TestApp;
let owner: Person;
let member: Person;
let people: Person[];
let few: Space;
let many: Space;

beforeAll(async () => {
  t = await createTestApp();
  people = [];
  for (let at = 0; at < MANY.members; at += 1) {
    const user = await t.user();
    people.push({ ...user, id: (await t.call(getUserData, {}, user)).data().id });
  }
  [owner, member] = people as [Person, Person];
  few = await grow(FEW);
  many = await grow(MANY);
}, 120_000);
afterAll(() => t.close());

async function grow(sizes: typeof FEW): Promise<Space> {
  const { id: workspaceId } = (await t.call(createWorkspace, { query: { name: `Aviary ${sizes.items}` } }, owner)).data();
  const { inviteId } = (await t.call(createInvite, { params: { id: workspaceId } }, owner)).data();
  const members = people.slice(0, sizes.members);
  for (const person of members.slice(1)) (await t.call(joinWorkspace, { params: { id: inviteId } }, person)).data();
  const params = { workspaceId };
  const teams: string[] = [];
  for (let at = 0; at < sizes.teams; at += 1) {
    const body = { name: `Team ${at}`, members: members.filter((_person, index) => index % sizes.teams === at).map(({ id }) => id) };
    teams.push((await t.call(createTeam, { params, body }, owner)).data().id);
  }
  const folders: string[] = [];
  for (let at = 0; at < sizes.folders; at += 1) {
    const body = { name: `${WORD} ${at}`, parentId: folders[Math.floor((at - 1) / 2)] ?? null };
    folders.push((await t.call(createFolder, { params, body }, owner)).data().id);
  }
  const [folderId = ""] = folders;
  const { id: pictureId } = await t.image(owner, { title: WORD });
  await t.runJobs();
  const items: string[] = [];
  for (let at = 0; at < sizes.items; at += 1)
    items.push((await t.call(copyItem, { params: { itemId: pictureId }, body: { workspaceId, folderId } }, owner)).data().id);
  await t.call(trashItems, { params, body: { itemIds: items.slice(-Math.ceil(sizes.items / 4)) } }, owner);
  const none = { read: false, write: false };
  for (const id of teams)
    await t.call(
      setFolderRight,
      { params: { workspaceId, itemId: folderId }, body: { id, permissionType: "team", read: true, write: false } },
      owner,
    );
  for (const itemId of folders.slice(-Math.ceil(sizes.folders / 4)))
    await t.call(
      setFolderRight,
      { params: { workspaceId, itemId }, body: { id: workspaceId, permissionType: "everyone", ...none } },
      owner,
    );
  for (const itemId of items.slice(0, Math.ceil(sizes.items / 5)))
    await t.call(setFileRight, { params: { workspaceId, itemId }, body: { id: member.id, permissionType: "member", ...none } }, owner);
  return { workspaceId, folderId, itemId: items[Math.floor(sizes.items / 2)] ?? "" };
}

type Call = (space: Space, user: Person) => Promise<{ body: string; data(): unknown }>;

const CALLS: Record<string, Call> = {
  "all items": ({ workspaceId }, user) => t.call(listItems, { params: { workspaceId }, query: { view: "all", limit: 200 } }, user),
  "a folder's items": ({ workspaceId, folderId }, user) =>
    t.call(listItems, { params: { workspaceId }, query: { view: "folder", folderId, limit: 200 } }, user),
  "the bin": ({ workspaceId }, user) => t.call(listItems, { params: { workspaceId }, query: { view: "trash", limit: 200 } }, user),
  "items with a word": ({ workspaceId }, user) =>
    t.call(listItems, { params: { workspaceId }, query: { view: "all", q: WORD, limit: 200 } }, user),
  "the search": ({ workspaceId }, user) => t.call(search, { query: { q: WORD, workspaceId, limit: 50 } }, user),
  "the numbers": ({ workspaceId }, user) => t.call(countItems, { params: { workspaceId } }, user),
  "the tree of folders": ({ workspaceId }, user) => t.call(listFolders, { params: { workspaceId }, query: {} }, user),
  "a workspace with a folder": ({ workspaceId, folderId }, user) =>
    t.call(getWorkspace, { params: { workspaceId }, query: { folderId } }, user),
  "rights on a folder": ({ workspaceId, folderId: itemId }, user) => t.call(listFolderRights, { params: { workspaceId, itemId } }, user),
  "rights on a file": ({ workspaceId, itemId }, user) => t.call(listFileRights, { params: { workspaceId, itemId } }, user),
  members: ({ workspaceId }, user) => t.call(listMembers, { params: { workspaceId }, query: { limit: 200 } }, user),
  teams: ({ workspaceId }, user) => t.call(listTeams, { params: { workspaceId } }, user),
};

/** Returns the statements of a warm request. */
async function statementsOf(call: Call, space: Space, user: Person): Promise<{ count: number; size: number }> {
  (await call(space, user)).data();
  // Counters are folded after the first response.
  await t.runJobs();
  const { answer, count } = await countStatements(() => call(space, user));
  return { count, size: answer.body.length };
}

describe.each(Object.entries(CALLS))("%s", (name, call) => {
  it.each(["owner", "member"] as const)("sends as many statements for many rows as for few, to the %s", async (role) => {
    const user = role === "owner" ? owner : member;
    const small = await statementsOf(call, few, user);
    const large = await statementsOf(call, many, user);
    if (name !== "the numbers") expect(large.size).toBeGreaterThan(small.size * 1.5);
    expect(small.count).toBeGreaterThan(0);
    // A search that fills its page does not query misspelt words.
    if (name === "the search") expect(large.count).toBeLessThanOrEqual(small.count);
    else expect(large.count).toBe(small.count);
  });
});

it("sends as many statements for many audit log rows as for few", async () => {
  const audit: Call = ({ workspaceId }, user) => t.call(listAudit, { params: { workspaceId }, query: { limit: 200 } }, user);
  expect((await statementsOf(audit, many, owner)).count).toBe((await statementsOf(audit, few, owner)).count);
});

describe("a member of many workspaces", () => {
  const ACROSS: Record<string, Call> = {
    "one's workspaces": (_space, user) => t.call(listWorkspaces, {}, user),
    "one's account, with favourite folders": (_space, user) => t.call(getUserData, {}, user),
  };
  const counts = async (): Promise<Record<string, number>> => {
    const counted: Record<string, number> = {};
    for (const [name, call] of Object.entries(ACROSS)) counted[name] = (await statementsOf(call, few, member)).count;
    return counted;
  };

  it("needs as many statements as a member of few workspaces", async () => {
    const before = await counts();
    for (let at = 0; at < 6; at += 1) {
      const { workspaceId, folderId } = await grow({ items: 2, folders: 2, members: 2, teams: 1 });
      (await t.call(favoriteFolder, { params: { workspaceId, folderId }, body: { favorite: true } }, member)).data();
    }
    expect(await counts()).toEqual(before);
  });
});
