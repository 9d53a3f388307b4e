// Workspace, people and requests for the tests of permission entries.
import { createFolder, removeFolderRight, setFileRight, setFolderRight } from "@stillreel/contract";
import { addMembers, createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach } from "vitest";

export let test: TestApp;
export let owner: TestUser;
export let admin: TestUser;
export let anna: TestUser;
export let ben: TestUser;
export let vic: TestUser;
export let stranger: TestUser;
export let crew: string;

/** Registers the hooks of a test file that uses this fixture. Each such file has its own database. */
export function setUpEntries(): void {
  beforeAll(async () => {
    test = await createTestApp();
    const named = (username: string) => test.user({ username });
    owner = await named("Olga");
    admin = await named("Ada");
    anna = await named("Anna");
    ben = await named("Ben");
    vic = await named("Vic");
    stranger = await named("Stranger");
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    crew = await workspace();
  });
}

export const sql = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await test.ports.pool.query<T>(text, values)).rows;

/** Makes another workspace the one that the functions below use. */
export function switchTo(id: string): void {
  crew = id;
}

export async function workspace(): Promise<string> {
  const id = test.ports.ids.id();
  await sql("insert into workspaces (id, kind, name) values ($1, 'team', 'Crew')", [id]);
  await addMembers(test, id, [
    [owner, "owner"],
    [admin, "admin"],
    [anna, "member"],
    [ben, "member"],
    [vic, "viewer"],
  ]);
  return id;
}
export const folder = async (user: TestUser, name: string, parentId: string | null = null): Promise<string> =>
  (await test.call(createFolder, { params: { workspaceId: crew }, body: { name, parentId } }, user)).data().id;

export async function picture(user: TestUser, folderId: string | null): Promise<string> {
  const id = test.ports.ids.id();
  await sql(
    `insert into items (id, workspace_id, folder_id, owner_id, type, title, full_file_name, ref_name, stage, mime_type)
     values ($1, $2, $3, $4, 'image', 'poster.png', 'poster.png', gen_random_uuid()::text, 'ready', 'image/png')`,
    [id, crew, folderId, user.id],
  );
  return id;
}
type Kind = "member" | "team" | "everyone";
export type RequestedEntry = { id: string; permissionType: Kind; read: boolean; write: boolean; permissionItemType?: "folder" | "file" };
export const setFolder = (user: TestUser, itemId: string, body: RequestedEntry) =>
  test.call(setFolderRight, { params: { workspaceId: crew, itemId }, body }, user);
export const setFile = (user: TestUser, itemId: string, body: RequestedEntry) =>
  test.call(setFileRight, { params: { workspaceId: crew, itemId }, body }, user);
export const dropFolder = (user: TestUser, itemId: string, id: string) =>
  test.call(removeFolderRight, { params: { workspaceId: crew, itemId, id } }, user);
export const forEveryone = (right: "none" | "read" | "write"): RequestedEntry => ({
  id: crew,
  permissionType: "everyone",
  read: right !== "none",
  write: right === "write",
});
export const forMember = (user: TestUser, right: "none" | "read" | "write"): RequestedEntry => ({
  ...forEveryone(right),
  id: user.id,
  permissionType: "member",
});
