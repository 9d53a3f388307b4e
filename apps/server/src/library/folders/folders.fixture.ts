// Folders, items and requests for the tests of folders.
import { createFolder, deleteFolder, favoriteFolder, type Folder, getImage, listFolders, moveItems } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect } from "vitest";
import type { z } from "zod";

export type Shown = z.output<typeof Folder>;
export let test: TestApp;

/** Registers the hooks of a test file that uses this fixture. Each such file has its own database. */
export function setUpFolders(): void {
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());
}
export const PERSONAL = "personal";
export const tryMake = (user: TestUser, body: Record<string, unknown>, workspaceId = PERSONAL) =>
  test.call(createFolder, { params: { workspaceId }, body: body as never }, user);
export const make = async (user: TestUser, body: Record<string, unknown>, workspaceId = PERSONAL): Promise<Shown> =>
  (await tryMake(user, body, workspaceId)).data();
export const remove = (user: TestUser, folderId: string, query: { withItems?: string } = {}, workspaceId = PERSONAL) =>
  test.call(deleteFolder, { params: { workspaceId, folderId }, query }, user);
export const move = (user: TestUser, folderId: string, body: { itemIds: string[]; fromFolderId?: string | null }, workspaceId = PERSONAL) =>
  test.call(moveItems, { params: { workspaceId, folderId }, body }, user);
export const star = (user: TestUser, folderId: string, body: { favorite?: boolean } = {}, workspaceId = PERSONAL) =>
  test.call(favoriteFolder, { params: { workspaceId, folderId }, body }, user);
export const tree = async (user: TestUser, query: Record<string, string> = {}, workspaceId = PERSONAL): Promise<Shown[]> =>
  (await test.call(listFolders, { params: { workspaceId }, query }, user)).data().items;
export const image = (user: TestUser, itemId: string) => test.call(getImage, { params: { workspaceId: PERSONAL, itemId } }, user);
export const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await test.ports.pool.query<T>(text, values)).rows;
export const personalOf = async (user: TestUser): Promise<string> =>
  (
    await sql<{ id: string }>("select w.id from workspaces w join users u on u.id = w.personal_owner_id where u.email = $1", [user.email])
  )[0]?.id ?? "";

export async function team(members: [TestUser, string][]): Promise<string> {
  const id = test.ports.ids.id();
  await sql("insert into workspaces (id, kind, name) values ($1, 'team', 'Crew')", [id]);
  for (const [user, role] of members)
    await sql("insert into members (workspace_id, user_id, role) select $1, id, $3 from users where email = $2", [id, user.email, role]);
  return id;
}

/** Inserts picture rows without bytes directly into the database. */
export async function fill(
  workspaceId: string,
  count: number,
  location: { folderId?: string; type?: "image" | "video" } = {},
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `insert into items (id, workspace_id, folder_id, type, title, full_file_name, ref_name, stage, mime_type)
     select gen_random_uuid(), $1, $2, $3, 'Shot ' || n, 'shot.png', gen_random_uuid()::text, 'ready', 'image/png' from generate_series(1, $4::int) n returning id`,
    [workspaceId, location.folderId ?? null, location.type ?? "image", count],
  );
  return rows.map((row) => row.id);
}

/** Checks that levels and paths match the parents and that no folder is its own ancestor. */
export async function expectSoundTree(workspaceId: string): Promise<void> {
  const [row] = await sql<{ total: number; sound: number }>(
    `with recursive down as (
       select id, array[]::uuid[] as path, 0 as level from folders where workspace_id = $1 and parent_id is null
       union all select f.id, d.path || d.id, d.level + 1 from folders f join down d on f.parent_id = d.id)
     select (select count(*)::int from folders where workspace_id = $1) as total,
       (select count(*)::int from down d join folders f on f.id = d.id and f.path = d.path and f.nest_level = d.level) as sound`,
    [workspaceId],
  );
  expect(row?.sound).toBe(row?.total);
}
