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
import { type Group, row, type Scene } from "./scene.ts";
import { ACCOUNT, ADMINS, type Cells, EDIT_RIGHTS, MEMBERS, NO_VIEWERS, OWNERS, PUBLIC, READ, SIGNED_IN, TEAM_OWNERS } from "./verdicts.ts";

/** The last owner must transfer ownership before leaving. */
const LEAVING: Cells = { ...MEMBERS, owner: "409" };
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
    row(listWorkspaces, ACCOUNT, () => to(listWorkspaces)),
    row(createWorkspace, ACCOUNT, (scene) => to(createWorkspace, { query: { name: scene.name("space") } })),
    row(getWorkspace, READ, ({ workspaceId, folderId }) => to(getWorkspace, { params: { workspaceId }, query: { folderId } }), {
      note: "with a folder; folders that one may not read are left out",
    }),
    row(renameWorkspace, ADMINS, ({ workspaceId }) => to(renameWorkspace, { params: { workspaceId }, body: { newName: "Aviary" } })),
    row(updateWorkspaceProfile, ADMINS, ({ workspaceId }) =>
      to(updateWorkspaceProfile, { params: { workspaceId }, body: { organizationName: "Birds" } }),
    ),
    row(uploadWorkspaceAvatar, ADMINS, (scene) =>
      scene.form(to(uploadWorkspaceAvatar, { params: { workspaceId: scene.workspaceId } }), {}, scene.picture),
    ),
    row(uploadWorkspaceThumbnail, ADMINS, (scene) =>
      scene.form(to(uploadWorkspaceThumbnail, { params: { workspaceId: scene.workspaceId } }), {}, scene.picture),
    ),
    row(
      leaveWorkspace,
      LEAVING,
      async (scene) =>
        to(leaveWorkspace, { params: { workspaceId: scene.isDone ? (await scene.workspace({ joined: true })).id : scene.workspaceId } }),
      { note: "the last owner hands over first" },
    ),
    row(deleteWorkspace, OWNERS, async (scene) => to(deleteWorkspace, { params: { workspaceId: await endable(scene) } })),
    row(listDeletedWorkspaces, ACCOUNT, () => to(listDeletedWorkspaces)),
    row(restoreWorkspace, RESTORING, async (scene) => to(restoreWorkspace, { params: { workspaceId: await deleted(scene) } })),
    row(createInvite, NO_VIEWERS, ({ workspaceId }) => to(createInvite, { params: { id: workspaceId } })),
    row(
      readInvite,
      PUBLIC,
      async ({ world }) => {
        const { inviteId } = await world.data(world.owner, createInvite, { params: { id: world.workspaceId } });
        return to(readInvite, { params: { id: inviteId } });
      },
      { note: "whoever holds it; over after seven days: 410" },
    ),
    row(
      joinWorkspace,
      SIGNED_IN,
      async (scene) => to(joinWorkspace, { params: { id: (await scene.workspace({ joined: false })).inviteId } }),
      { note: "whoever holds the invite" },
    ),
    row(revokeInvite, NO_VIEWERS, async ({ world, workspaceId }) => {
      await world.data(world.owner, createInvite, { params: { id: world.workspaceId } });
      return to(revokeInvite, { params: { id: workspaceId } });
    }),
    row(listInvites, NO_VIEWERS, ({ workspaceId }) => to(listInvites, { params: { workspaceId } })),
    row(withdrawInvite, NO_VIEWERS, async (scene) => {
      const { world, workspaceId } = scene;
      return to(withdrawInvite, { params: { workspaceId, pendingId: scene.known(await pending(world)) } });
    }),
    row(sendWorkspaceInvites, NO_VIEWERS, async (scene) => {
      const { inviteId } = await scene.world.data(scene.world.owner, createInvite, { params: { id: scene.world.workspaceId } });
      return to(sendWorkspaceInvites, { body: { emails: [scene.world.people.invited?.email ?? ""], inviteId: scene.known(inviteId) } });
    }),
    row(listAudit, ADMINS, ({ workspaceId }) => to(listAudit, { params: { workspaceId } })),
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
    row(listMembers, MEMBERS, ({ workspaceId }) => to(listMembers, { params: { workspaceId } })),
    row(updateMember, ADMINS, async (scene) => {
      const userId = await newcomer(scene);
      return to(updateMember, { params: { workspaceId: scene.workspaceId, userId }, body: { role: "viewer" } });
    }),
    row(removeMember, ADMINS, async (scene) => {
      const userId = await newcomer(scene);
      return to(removeMember, { params: { workspaceId: scene.workspaceId, userId } });
    }),
    row(listTeams, MEMBERS, ({ workspaceId }) => to(listTeams, { params: { workspaceId } })),
    row(createTeam, NO_VIEWERS, (scene) =>
      to(createTeam, { params: { workspaceId: scene.workspaceId }, body: { name: scene.name("team") } }),
    ),
    row(updateTeam, TEAM_OWNERS, async (scene) => to(updateTeam, { params: await oneTeam(scene), body: { name: scene.name("team") } })),
    row(uploadTeamIcon, TEAM_OWNERS, async (scene) => scene.form(to(uploadTeamIcon, { params: await oneTeam(scene) }), {}, scene.picture)),
    row(
      joinTeam,
      NO_VIEWERS,
      async (scene) => to(joinTeam, { params: { workspaceId: scene.workspaceId, teamId: await scene.team([scene.world.owner.id]) } }),
      { note: "an open team; of a closed one, only who may edit it: 403" },
    ),
    row(leaveTeam, MEMBERS, async (scene) => to(leaveTeam, { params: await oneTeam(scene) }), { note: "a team that one is in" }),
    row(setTeamMembers, TEAM_OWNERS, async (scene) =>
      to(setTeamMembers, { params: await oneTeam(scene), body: { members: scene.teamMembers } }),
    ),
    row(deleteTeam, TEAM_OWNERS, async (scene) => to(deleteTeam, { params: await oneTeam(scene) })),
  ],
};

const everyone = (world: Scene["world"]) => ({ id: world.workspaceId, permissionType: "everyone", read: true, write: false }) as const;
const THEIR_OWN = "also whoever made the folder or owns the file, where they may write";

/** Permission entries. */
export const RIGHTS: Group = {
  title: "Rights",
  rows: [
    row(listFolderRights, READ, ({ workspaceId, folderId: itemId }) => to(listFolderRights, { params: { workspaceId, itemId } })),
    row(listFileRights, READ, ({ workspaceId, itemId }) => to(listFileRights, { params: { workspaceId, itemId } })),
    row(
      setFolderRight,
      EDIT_RIGHTS,
      async (scene) =>
        to(setFolderRight, { params: { workspaceId: scene.workspaceId, itemId: await scene.folder() }, body: everyone(scene.world) }),
      { note: THEIR_OWN },
    ),
    row(
      setFileRight,
      EDIT_RIGHTS,
      async (scene) => {
        const { id: itemId } = await scene.item();
        return to(setFileRight, { params: { workspaceId: scene.workspaceId, itemId }, body: everyone(scene.world) });
      },
      { note: THEIR_OWN },
    ),
    row(
      removeFolderRight,
      EDIT_RIGHTS,
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
      EDIT_RIGHTS,
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
