// Workspace, folders and entries for the tests of rights on folders.
import { createFolder, favoriteFolder, type Folder, updateFolder } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { z } from "zod";

export type Shown = z.output<typeof Folder>;
type Right = "none" | "read" | "write";
export let test: TestApp;
export let owner: TestUser;
export let admin: TestUser;
export let member: TestUser;
export let viewer: TestUser;
export let crew: string;

/** Registers the hooks of a test file that uses this fixture. Each such file has its own database. */
export function setUpFolderRights(): void {
  beforeAll(async () => {
    test = await createTestApp();
    [owner, admin, member, viewer] = [await test.user(), await test.user(), await test.user(), await test.user()];
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    crew = await workspace();
  });
}

export const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await test.ports.pool.query<T>(text, values)).rows;
export const idOf = async (user: TestUser): Promise<string> =>
  (await sql<{ id: string }>("select id from users where email = $1", [user.email]))[0]?.id ?? "";

export async function workspace(): Promise<string> {
  const id = test.ports.ids.id();
  await sql("insert into workspaces (id, kind, name) values ($1, 'team', 'Crew')", [id]);
  for (const [user, role] of [
    [owner, "owner"],
    [admin, "admin"],
    [member, "member"],
    [viewer, "viewer"],
  ] as const)
    await sql("insert into members (workspace_id, user_id, role) values ($1, $2, $3)", [id, await idOf(user), role]);
  return id;
}
export const make = (user: TestUser, name: string, parentId: string | null = null) =>
  test.call(createFolder, { params: { workspaceId: crew }, body: { name, parentId } }, user);
export const folder = async (name: string, parentId: string | null = null): Promise<string> =>
  (await make(owner, name, parentId)).data().id;
export const change = (user: TestUser, folderId: string, given: Record<string, unknown>) =>
  test.call(updateFolder, { params: { workspaceId: crew, folderId }, body: { folder: given } as never }, user);
export const star = (user: TestUser, folderId: string) =>
  test.call(favoriteFolder, { params: { workspaceId: crew, folderId }, body: {} }, user);

/** Adds a rights entry to a folder or an item: for everyone in the workspace, or for one user. */
export async function grant(target: { folderId: string } | { itemId: string }, right: Right, user?: TestUser): Promise<void> {
  const [folderId, itemId] = "folderId" in target ? [target.folderId, null] : [null, target.itemId];
  await sql(
    `insert into grants (id, workspace_id, folder_id, item_id, principal_kind, principal_id, read, write) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      test.ports.ids.id(),
      crew,
      folderId,
      itemId,
      user ? "member" : "everyone",
      user ? await idOf(user) : crew,
      right !== "none",
      right === "write",
    ],
  );
}

export async function fill(count: number, folderId: string | null = null): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type, thumbnail_small_key)
     select gen_random_uuid(), $1, $2, 'image', 'Shot ' || n, 'shot.png', gen_random_uuid()::text, 'ready', 'image/png', 'key-' || n
     from generate_series(1, $3::int) n returning id`,
    [crew, folderId, count],
  );
  return rows.map((row) => row.id);
}
