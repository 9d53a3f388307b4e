import {
  createInvite,
  createTeam,
  createWorkspace,
  deleteTeam,
  deleteWorkspace,
  getWorkspace,
  joinTeam,
  joinWorkspace,
  leaveTeam,
  leaveWorkspace,
  listAudit,
  listDeletedWorkspaces,
  listFileRights,
  listFolderRights,
  listInvites,
  listMembers,
  listTeams,
  listWorkspaces,
  readInvite,
  removeFileRight,
  removeFolderRight,
  removeMember,
  renameWorkspace,
  restoreWorkspace,
  revokeInvite,
  sendWorkspaceInvites,
  setFileRight,
  setFolderRight,
  setTeamMembers,
  updateMember,
  updateTeam,
  updateWorkspaceProfile,
  uploadTeamIcon,
  uploadWorkspaceAvatar,
  uploadWorkspaceThumbnail,
  withdrawInvite,
} from "@stillreel/contract";
import { to } from "./requests.ts";
import { deviation, type Group, row, type Scene } from "./request-context.ts";
import { type Cells, OWNERS } from "./expected-responses.ts";

/** A deleted workspace exists only for its owners. */
const RESTORING: Cells = { ...OWNERS, none: "404", view: "404", edit: "404", viewer: "404", member: "404", teamOwner: "404", admin: "404" };

/** Creates a workspace for deletion; where refused, returns the common one. */
async function endable(scene: Scene): Promise<string> {
  return scene.isDone ? (await scene.workspace({ joined: false })).id : scene.workspaceId;
}

async function deleted(scene: Scene): Promise<string> {
  if (!scene.isDone) return scene.known(scene.world.deletedId);
  const { id } = await scene.workspace({ joined: false });
  await scene.world.data(scene.world.owner, deleteWorkspace, { params: { workspaceId: id } });
  return id;
}

/** Creates a removable member. */
async function newcomer(scene: Scene): Promise<string> {
  const { world } = scene;
  if (!scene.isDone) return scene.known(world.people.member?.id ?? "");
  const person = await scene.account();
  const { inviteId } = await world.data(world.owner, createInvite, { params: { id: world.workspaceId } });
  await world.data(person, joinWorkspace, { params: { id: inviteId } });
  return person.id;
}

/** The workspace, its invites and its audit log. */
export const WORKSPACES: Group = {
  title: "Workspaces and invites",
  rows: [
    row(listWorkspaces, () => to(listWorkspaces)),
    row(createWorkspace, (scene) => to(createWorkspace, { query: { name: scene.name("space") } })),
    row(getWorkspace, ({ workspaceId, folderId }) => to(getWorkspace, { params: { workspaceId }, query: { folderId } }), {
      note: "with a folder; the response omits folders that the caller may not read",
    }),
    row(renameWorkspace, ({ workspaceId }) => to(renameWorkspace, { params: { workspaceId }, body: { newName: "Aviary" } })),
    row(updateWorkspaceProfile, ({ workspaceId }) =>
      to(updateWorkspaceProfile, { params: { workspaceId }, body: { organizationName: "Birds" } }),
    ),
    row(uploadWorkspaceAvatar, (scene) =>
      scene.form(to(uploadWorkspaceAvatar, { params: { workspaceId: scene.workspaceId } }), {}, scene.picture),
    ),
    row(uploadWorkspaceThumbnail, (scene) =>
      scene.form(to(uploadWorkspaceThumbnail, { params: { workspaceId: scene.workspaceId } }), {}, scene.picture),
    ),
    row(
      leaveWorkspace,
      async (scene) =>
        to(leaveWorkspace, { params: { workspaceId: scene.isDone ? (await scene.workspace({ joined: true })).id : scene.workspaceId } }),
      { note: "the last owner must transfer ownership before" },
    ),
    row(deleteWorkspace, async (scene) => to(deleteWorkspace, { params: { workspaceId: await endable(scene) } })),
    row(listDeletedWorkspaces, () => to(listDeletedWorkspaces)),
    deviation(restoreWorkspace, RESTORING, async (scene) => to(restoreWorkspace, { params: { workspaceId: await deleted(scene) } })),
    row(createInvite, ({ workspaceId }) => to(createInvite, { params: { id: workspaceId } })),
    row(
      readInvite,
      async ({ world }) => {
        const { inviteId } = await world.data(world.owner, createInvite, { params: { id: world.workspaceId } });
        return to(readInvite, { params: { id: inviteId } });
      },
      { note: "every caller with the invite; expired after seven days: 410" },
    ),
    row(joinWorkspace, async (scene) => to(joinWorkspace, { params: { id: (await scene.workspace({ joined: false })).inviteId } }), {
      note: "every signed-in user with the invite",
    }),
    row(revokeInvite, async ({ world, workspaceId }) => {
      await world.data(world.owner, createInvite, { params: { id: world.workspaceId } });
      return to(revokeInvite, { params: { id: workspaceId } });
    }),
    row(listInvites, ({ workspaceId }) => to(listInvites, { params: { workspaceId } })),
    row(withdrawInvite, async (scene) => {
      const { world, workspaceId } = scene;
      return to(withdrawInvite, { params: { workspaceId, pendingId: scene.known(await pending(world)) } });
    }),
    row(sendWorkspaceInvites, async (scene) => {
      const { inviteId } = await scene.world.data(scene.world.owner, createInvite, { params: { id: scene.world.workspaceId } });
      return to(sendWorkspaceInvites, { body: { emails: [scene.world.people.invited?.email ?? ""], inviteId: scene.known(inviteId) } });
    }),
    row(listAudit, ({ workspaceId }) => to(listAudit, { params: { workspaceId } })),
  ],
};

/** Creates a pending invite by mail. */
async function pending({ data, owner, people, workspaceId }: Scene["world"]): Promise<string> {
  const { inviteId } = await data(owner, createInvite, { params: { id: workspaceId } });
  await data(owner, sendWorkspaceInvites, { body: { emails: [people.invited?.email ?? ""], inviteId } });
  const [first] = (await data(owner, listInvites, { params: { workspaceId } })).pending;
  return first?.id ?? "";
}

const oneTeam = async (scene: Scene) => ({ workspaceId: scene.workspaceId, teamId: await scene.team() });

/** Members and teams. */
export const PEOPLE: Group = {
  title: "Members and teams",
  rows: [
    row(listMembers, ({ workspaceId }) => to(listMembers, { params: { workspaceId } })),
    row(updateMember, async (scene) => {
      const userId = await newcomer(scene);
      return to(updateMember, { params: { workspaceId: scene.workspaceId, userId }, body: { role: "viewer" } });
    }),
    row(removeMember, async (scene) => {
      const userId = await newcomer(scene);
      return to(removeMember, { params: { workspaceId: scene.workspaceId, userId } });
    }),
    row(listTeams, ({ workspaceId }) => to(listTeams, { params: { workspaceId } })),
    row(createTeam, (scene) => to(createTeam, { params: { workspaceId: scene.workspaceId }, body: { name: scene.name("team") } })),
    row(updateTeam, async (scene) => to(updateTeam, { params: await oneTeam(scene), body: { name: scene.name("team") } })),
    row(uploadTeamIcon, async (scene) => scene.form(to(uploadTeamIcon, { params: await oneTeam(scene) }), {}, scene.picture)),
    row(
      joinTeam,
      async (scene) => to(joinTeam, { params: { workspaceId: scene.workspaceId, teamId: await scene.team([scene.world.owner.id]) } }),
      { note: "an open team; a closed one only for callers who may edit it: 403" },
    ),
    row(leaveTeam, async (scene) => to(leaveTeam, { params: await oneTeam(scene) }), { note: "a team of the caller" }),
    row(setTeamMembers, async (scene) => to(setTeamMembers, { params: await oneTeam(scene), body: { members: scene.teamMembers } })),
    row(deleteTeam, async (scene) => to(deleteTeam, { params: await oneTeam(scene) })),
  ],
};

const everyone = (world: Scene["world"]) => ({ id: world.workspaceId, permissionType: "everyone", read: true, write: false }) as const;
const THEIR_OWN = "also for the creator of the folder or owner of the item, while they may write";

/** Permission entries. */
export const RIGHTS: Group = {
  title: "Rights",
  rows: [
    row(listFolderRights, ({ workspaceId, folderId: itemId }) => to(listFolderRights, { params: { workspaceId, itemId } })),
    row(listFileRights, ({ workspaceId, itemId }) => to(listFileRights, { params: { workspaceId, itemId } })),
    row(
      setFolderRight,
      async (scene) =>
        to(setFolderRight, { params: { workspaceId: scene.workspaceId, itemId: await scene.folder() }, body: everyone(scene.world) }),
      { note: THEIR_OWN },
    ),
    row(
      setFileRight,
      async (scene) => {
        const { id: itemId } = await scene.item();
        return to(setFileRight, { params: { workspaceId: scene.workspaceId, itemId }, body: everyone(scene.world) });
      },
      { note: THEIR_OWN },
    ),
    row(
      removeFolderRight,
      async (scene) => {
        const { world, workspaceId } = scene;
        const params = { workspaceId, itemId: await scene.folder() };
        if (scene.isDone) await world.data(world.owner, setFolderRight, { params, body: everyone(world) });
        return to(removeFolderRight, { params: { ...params, id: world.workspaceId } });
      },
      { note: THEIR_OWN },
    ),
    row(
      removeFileRight,
      async (scene) => {
        const { world, workspaceId } = scene;
        const params = { workspaceId, itemId: (await scene.item()).id };
        if (scene.isDone) await world.data(world.owner, setFileRight, { params, body: everyone(world) });
        return to(removeFileRight, { params: { ...params, id: world.workspaceId } });
      },
      { note: THEIR_OWN },
    ),
  ],
};
