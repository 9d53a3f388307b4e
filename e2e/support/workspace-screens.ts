import {
  createFolder,
  createInvite,
  createTeam,
  createWorkspace,
  favoriteFolder,
  joinWorkspace,
  listMembers,
  revokeInvite,
  sendWorkspaceInvites,
  uploadImage,
} from "@stillreel/contract";
import { type Person, registerPerson } from "./people.ts";
import { stripedPng } from "./pictures.ts";
import type { Screen } from "./screen.ts";
import { choose, workspaceLibraryScreens } from "./workspace-library-screens.ts";

/** Creates a workspace of a user, with members who joined by its invite. Returns its id and the invite's id. */
export async function makeWorkspace(
  owner: Person,
  name: string,
  others: readonly Person[] = [],
): Promise<{ id: string; inviteId: string }> {
  const { id } = await owner.client.call(createWorkspace, { query: { name } });
  const { inviteId } = await owner.client.call(createInvite, { params: { id } });
  for (const { client } of others) await client.call(joinWorkspace, { params: { id: inviteId } });
  return { id, inviteId };
}

/** Creates a company in use (members, teams, items, a starred folder, an invited user), and lists its screens. */
// oxlint-disable-next-line max-lines-per-function -- a table of screens, with the data that they show
export async function workspaceScreens(serverUrl: string, owner: Person, newcomer: Person): Promise<Screen[]> {
  const aiko = await registerPerson(serverUrl, "Aiko Tanaka");
  const colleagues = [aiko, await registerPerson(serverUrl, "Samuel Okafor"), await registerPerson(serverUrl, "Leïla Haddad")];
  const { id, inviteId } = await makeWorkspace(owner, "Lumen Transit", colleagues);
  const params = { workspaceId: id };
  const dead = await makeWorkspace(owner, "Harbour Collective");
  await owner.client.call(revokeInvite, { params: { id: dead.id } });
  const folder = await owner.client.call(createFolder, { params, body: { name: "Fare table", parentId: null } });
  await owner.client.call(favoriteFolder, { params: { ...params, folderId: folder.id }, body: { favorite: true } });
  for (const title of ["Homepage hero, option B", "Ticket card variants"]) {
    const body = new FormData();
    body.append("title", title);
    body.append("file", new Blob([new Uint8Array(stripedPng(640, 400, [20, 110, 90]))], { type: "image/png" }), `${title}.png`);
    await owner.client.call(uploadImage, { params, body });
  }
  await owner.client.call(createTeam, { params, body: { name: "Design" } });
  await aiko.client.call(createTeam, { params, body: { name: "Mobile" } });
  await owner.client.call(sendWorkspaceInvites, { body: { emails: ["somebody.new@people.example"], inviteId } });
  const { items: members } = await owner.client.call(listMembers, { params, query: {} });
  const memberId = members.find(({ email }) => email === aiko.email)?.id ?? "";
  const at = (page: string): string => `/w/${id}/${page}`;
  return [
    ...(await workspaceLibraryScreens({ workspaceId: id, owner, member: aiko, memberId, stranger: newcomer })),
    {
      name: "team-files-empty",
      path: `/w/${dead.id}`,
      person: owner,
      isVariant: true,
      landmark: { role: "button", name: "Add from my library" },
    },
    { name: "workspace", path: at("overview"), person: owner, landmark: { role: "heading", name: "Lumen Transit" } },
    { name: "workspace-members", path: at("members"), person: owner, landmark: { role: "heading", name: "Pending invites" } },
    { name: "workspace-teams", path: at("teams"), person: owner, isVariant: true, landmark: { role: "button", name: "Leave Design" } },
    {
      name: "workspace-settings",
      path: at("settings"),
      person: owner,
      isVariant: true,
      landmark: { role: "button", name: "Delete workspace" },
    },
    { name: "workspace-activity", path: at("activity"), person: owner, isVariant: true, landmark: { role: "link", name: "Export CSV" } },
    {
      name: "workspace-invite",
      path: at("members"),
      person: owner,
      isVariant: true,
      prepare: (page) => page.getByRole("button", { name: "Invite people" }).click(),
      landmark: { role: "button", name: "Revoke" },
    },
    {
      name: "workspace-new-team",
      path: at("teams"),
      person: owner,
      prepare: (page) => page.getByRole("button", { name: "New team" }).click(),
      isVariant: true,
      landmark: { role: "button", name: "Create team" },
    },
    {
      name: "workspace-team",
      path: at("teams"),
      person: owner,
      prepare: (page) => choose(page, "More about the team Design", "Edit team"),
      isVariant: true,
      landmark: { role: "button", name: "Save team" },
    },
    {
      name: "workspace-team-delete",
      path: at("teams"),
      person: owner,
      prepare: (page) => choose(page, "More about the team Design", "Delete team"),
      isVariant: true,
      landmark: { role: "dialog", name: "Delete the team Design?" },
    },
    {
      name: "workspace-invite-mail",
      path: at("members"),
      person: owner,
      prepare: async (page) => {
        await page.getByRole("button", { name: "Invite people" }).click();
        await page.getByRole("dialog").getByLabel("By e-mail").fill("one@people.example, two@people.example, nobody");
        await page.getByRole("dialog").getByRole("button", { name: "Send invites" }).click();
      },
      isVariant: true,
      landmark: { role: "button", name: "Remove nobody" },
    },
    {
      name: "workspace-remove",
      path: at("members"),
      person: owner,
      prepare: (page) => choose(page, "More about Aiko Tanaka", "Remove from workspace"),
      isVariant: true,
      landmark: { role: "dialog", name: "Remove Aiko Tanaka?" },
    },
    {
      name: "workspace-leave",
      path: at("settings"),
      person: owner,
      prepare: (page) => page.getByRole("button", { name: "Leave workspace" }).click(),
      isVariant: true,
      landmark: { role: "button", name: "Hand over and leave" },
    },
    {
      name: "workspace-delete",
      path: at("settings"),
      person: owner,
      prepare: (page) => page.getByRole("button", { name: "Delete workspace" }).click(),
      isVariant: true,
      landmark: { role: "dialog", name: /^Delete Lumen/u },
    },
    { name: "workspaces", path: "/workspaces", person: owner, isVariant: true, landmark: { role: "link", name: /^Lumen Transit Owner/u } },
    {
      name: "workspaces-empty",
      path: "/workspaces",
      person: newcomer,
      landmark: { role: "heading", name: "Create a workspace for your team" },
    },
    { name: "invite", path: `/invite/${inviteId}`, landmark: { role: "heading", name: "Join Lumen Transit" } },
    {
      name: "invite-signed-in",
      path: `/invite/${inviteId}`,
      person: newcomer,
      isVariant: true,
      landmark: { role: "button", name: "Join now" },
    },
    {
      name: "invite-expired",
      path: `/invite/${dead.inviteId}`,
      isVariant: true,
      landmark: { role: "heading", name: "This invite has expired" },
      isDeadEnd: true,
    },
  ];
}
