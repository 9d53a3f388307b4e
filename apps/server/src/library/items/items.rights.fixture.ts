// Team, folders, rights and pictures for the tests of rights on items.
import { type ClientResult, type getImage, moveItem } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { folders, grants, members, workspaces } from "../../platform/db/schema/index.ts";

export type Item = ClientResult<typeof getImage>;
type Level = "none" | "view" | "edit";
export let test: TestApp;
export let anna: TestUser;
export let ben: TestUser;
export let vic: TestUser;
export let space: string;
const people = new Map<TestUser, string>();
export const idOf = (user: TestUser): string => people.get(user) ?? "";

/** Registers the hooks of a test file that uses this fixture. Each such file has its own database. */
export function setUpItemRights(): void {
  beforeAll(async () => {
    test = await createTestApp();
    anna = await test.user();
    ben = await test.user();
    vic = await test.user();
    for (const user of [anna, ben, vic]) {
      const { rows } = await test.ports.db.execute<{ id: string }>(sql`select id from users where email = ${user.email}`);
      people.set(user, rows[0]?.id ?? "");
    }
  });
  afterAll(() => test.close());
  // A team with an owner, a member and a viewer for each test.
  beforeEach(async () => {
    space = await team([anna, "owner"], [ben, "member"], [vic, "viewer"]);
  });
}

export async function team(...who: [TestUser, "owner" | "admin" | "member" | "viewer"][]): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.db.insert(workspaces).values({ id, kind: "team", name: "Team" });
  for (const [user, role] of who) await test.ports.db.insert(members).values({ workspaceId: id, userId: idOf(user), role });
  return id;
}

export async function folder(parentId: string | null = null, workspaceId = space): Promise<string> {
  const id = test.ports.ids.id();
  await test.ports.db.insert(folders).values({ id, workspaceId, parentId, kind: "mixed", name: id, nameKey: id, color: "#2F6FB4" });
  return id;
}

/** Sets a rights entry on a folder or an item, for a user, a team or (without either) everyone. */
export async function grant(
  target: { folderId: string } | { itemId: string },
  level: Level,
  whom?: TestUser | string,
  workspaceId = space,
): Promise<void> {
  const principal =
    whom === undefined
      ? { principalKind: "everyone" as const, principalId: workspaceId }
      : typeof whom === "string"
        ? { principalKind: "team" as const, principalId: whom }
        : { principalKind: "member" as const, principalId: idOf(whom) };
  const right = { read: level !== "none", write: level === "edit" };
  await test.ports.db.insert(grants).values({ id: test.ports.ids.id(), workspaceId, ...target, ...principal, ...right });
}

/** Creates a picture with bytes in a folder of the team, owned by the team's owner. */
export async function picture(
  folderId: string | null,
  given: { title?: string; fileName?: string; workspaceId?: string } = {},
): Promise<Item> {
  const { id } = await test.image<Item>(anna, given);
  return (await move(anna, id, { workspaceId: given.workspaceId ?? space, folderId })).data();
}
export const move = (user: TestUser, itemId: string, body: { workspaceId?: string; folderId?: string | null }) =>
  test.call(moveItem, { params: { itemId }, body }, user);
export const complaintOf = (answer: Parameters<typeof expectError>[0]): string | undefined =>
  expectError(answer, "validation-failed")[0]?.field;
