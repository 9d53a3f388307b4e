import { createFolder, createInvite, createWorkspace, joinWorkspace, listItems, updateMember, uploadImage } from "@stillreel/contract";
import type { Person } from "./people.ts";
import { stripedPng } from "./pictures.ts";

/** Creates a workspace through the API and returns its id. */
export async function makeWorkspace({ client }: Person, name: string): Promise<string> {
  return (await client.call(createWorkspace, { query: { name } })).id;
}

/** Lets a user join by an invite of the owner, and sets the user's role. */
export async function join(
  owner: Person,
  workspaceId: string,
  person: Person,
  role: "admin" | "member" | "viewer" = "member",
): Promise<string> {
  const { inviteId } = await owner.client.call(createInvite, { params: { id: workspaceId } });
  const { members } = await person.client.call(joinWorkspace, { params: { id: inviteId } });
  const userId = members.find(({ email }) => email === person.email)?.id;
  if (userId === undefined) throw new Error(`${person.name} is not in the workspace.`);
  if (role !== "member") await owner.client.call(updateMember, { params: { workspaceId, userId }, body: { role } });
  return userId;
}

/** Creates a folder of a workspace and returns its id. */
export async function makeTeamFolder(
  { client }: Person,
  workspaceId: string,
  name: string,
  parentId: string | null = null,
): Promise<string> {
  return (await client.call(createFolder, { params: { workspaceId }, body: { name, parentId } })).id;
}

/** Uploads an image into a workspace and returns the item's id. */
export async function uploadTo({ client }: Person, workspaceId: string, title: string, folderId?: string): Promise<string> {
  const body = new FormData();
  body.append("title", title);
  if (folderId !== undefined) body.append("folderId", folderId);
  const colour = [title.length * 17, 90, 140] as const;
  body.append("file", new Blob([new Uint8Array(stripedPng(640, 400, colour))], { type: "image/png" }), `${title}.png`);
  return (await client.call(uploadImage, { params: { workspaceId }, body })).id;
}

/** Returns the titles of a list of a workspace, sorted alphabetically. */
export async function teamTitles(
  { client }: Person,
  workspaceId: string,
  query: { view?: "folder" | "trash" | "all"; folderId?: string } = {},
): Promise<string[]> {
  const { items } = await client.call(listItems, { params: { workspaceId }, query: { view: "folder", ...query } as never });
  return items.map((item) => item.title).toSorted();
}
