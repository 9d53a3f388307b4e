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
import { deviation, type Group, row, type RequestContext } from "./request-context.ts";
import { type Cells, OWNERS } from "./expected-responses.ts";

/** A deleted workspace exists only for its owners. */
const RESTORING: Cells = { ...OWNERS, none: "404", view: "404", edit: "404", viewer: "404", member: "404", teamOwner: "404", admin: "404" };

/** Creates a workspace for deletion; where refused, returns the common one. */
async function endable(context: RequestContext): Promise<string> {
  return context.isDone ? (await context.workspace({ joined: false })).id : context.workspaceId;
}

async function deleted(context: RequestContext): Promise<string> {
  if (!context.isDone) return context.known(context.fixture.deletedId);
  const { id } = await context.workspace({ joined: false });
  await context.fixture.data(context.fixture.owner, deleteWorkspace, { params: { workspaceId: id } });
  return id;
}

/** Creates a removable member. */
async function newMember(context: RequestContext): Promise<string> {
  const { fixture } = context;
  if (!context.isDone) return context.known(fixture.people.member?.id ?? "");
  const person = await context.account();
  const { inviteId } = await fixture.data(fixture.owner, createInvite, { params: { id: fixture.workspaceId } });
  await fixture.data(person, joinWorkspace, { params: { id: inviteId } });
  return person.id;
}

/** The workspace, its invites and its audit log. */
export const WORKSPACES: Group = {
  title: "Workspaces and invites",
  rows: [
    row(listWorkspaces, () => to(listWorkspaces)),
    row(createWorkspace, (context) => to(createWorkspace, { query: { name: context.name("space") } })),
    row(getWorkspace, ({ workspaceId, folderId }) => to(getWorkspace, { params: { workspaceId }, query: { folderId } }), {
      note: "with a folder; the response omits folders that the caller may not read",
    }),
    row(renameWorkspace, ({ workspaceId }) => to(renameWorkspace, { params: { workspaceId }, body: { newName: "Aviary" } })),
    row(updateWorkspaceProfile, ({ workspaceId }) =>
      to(updateWorkspaceProfile, { params: { workspaceId }, body: { organizationName: "Birds" } }),
    ),
    row(uploadWorkspaceAvatar, (context) =>
      context.form(to(uploadWorkspaceAvatar, { params: { workspaceId: context.workspaceId } }), {}, context.picture),
    ),
    row(uploadWorkspaceThumbnail, (context) =>
      context.form(to(uploadWorkspaceThumbnail, { params: { workspaceId: context.workspaceId } }), {}, context.picture),
    ),
    row(
      leaveWorkspace,
      async (context) =>
        to(leaveWorkspace, {
          params: { workspaceId: context.isDone ? (await context.workspace({ joined: true })).id : context.workspaceId },
        }),
      { note: "the last owner must transfer ownership before" },
    ),
    row(deleteWorkspace, async (context) => to(deleteWorkspace, { params: { workspaceId: await endable(context) } })),
    row(listDeletedWorkspaces, () => to(listDeletedWorkspaces)),
    deviation(restoreWorkspace, RESTORING, async (context) => to(restoreWorkspace, { params: { workspaceId: await deleted(context) } })),
    row(createInvite, ({ workspaceId }) => to(createInvite, { params: { id: workspaceId } })),
    row(
      readInvite,
      async ({ fixture }) => {
        const { inviteId } = await fixture.data(fixture.owner, createInvite, { params: { id: fixture.workspaceId } });
        return to(readInvite, { params: { id: inviteId } });
      },
      { note: "every caller with the invite; expired after seven days: 410" },
    ),
    row(joinWorkspace, async (context) => to(joinWorkspace, { params: { id: (await context.workspace({ joined: false })).inviteId } }), {
      note: "every signed-in user with the invite",
    }),
    row(revokeInvite, async ({ fixture, workspaceId }) => {
      await fixture.data(fixture.owner, createInvite, { params: { id: fixture.workspaceId } });
      return to(revokeInvite, { params: { id: workspaceId } });
    }),
    row(listInvites, ({ workspaceId }) => to(listInvites, { params: { workspaceId } })),
    row(withdrawInvite, async (context) => {
      const { fixture, workspaceId } = context;
      return to(withdrawInvite, { params: { workspaceId, pendingId: context.known(await pending(fixture)) } });
    }),
    row(sendWorkspaceInvites, async (context) => {
      const { inviteId } = await context.fixture.data(context.fixture.owner, createInvite, { params: { id: context.fixture.workspaceId } });
      return to(sendWorkspaceInvites, {
        body: { emails: [context.fixture.people.invited?.email ?? ""], inviteId: context.known(inviteId) },
      });
    }),
    row(listAudit, ({ workspaceId }) => to(listAudit, { params: { workspaceId } })),
  ],
};

/** Creates a pending invite by mail. */
async function pending({ data, owner, people, workspaceId }: RequestContext["fixture"]): Promise<string> {
  const { inviteId } = await data(owner, createInvite, { params: { id: workspaceId } });
  await data(owner, sendWorkspaceInvites, { body: { emails: [people.invited?.email ?? ""], inviteId } });
  const [first] = (await data(owner, listInvites, { params: { workspaceId } })).pending;
  return first?.id ?? "";
}

const oneTeam = async (context: RequestContext) => ({ workspaceId: context.workspaceId, teamId: await context.team() });

/** Members and teams. */
export const PEOPLE: Group = {
  title: "Members and teams",
  rows: [
    row(listMembers, ({ workspaceId }) => to(listMembers, { params: { workspaceId } })),
    row(updateMember, async (context) => {
      const userId = await newMember(context);
      return to(updateMember, { params: { workspaceId: context.workspaceId, userId }, body: { role: "viewer" } });
    }),
    row(removeMember, async (context) => {
      const userId = await newMember(context);
      return to(removeMember, { params: { workspaceId: context.workspaceId, userId } });
    }),
    row(listTeams, ({ workspaceId }) => to(listTeams, { params: { workspaceId } })),
    row(createTeam, (context) => to(createTeam, { params: { workspaceId: context.workspaceId }, body: { name: context.name("team") } })),
    row(updateTeam, async (context) => to(updateTeam, { params: await oneTeam(context), body: { name: context.name("team") } })),
    row(uploadTeamIcon, async (context) => context.form(to(uploadTeamIcon, { params: await oneTeam(context) }), {}, context.picture)),
    row(
      joinTeam,
      async (context) =>
        to(joinTeam, { params: { workspaceId: context.workspaceId, teamId: await context.team([context.fixture.owner.id]) } }),
      { note: "an open team; a closed one only for callers who may edit it: 403" },
    ),
    row(leaveTeam, async (context) => to(leaveTeam, { params: await oneTeam(context) }), { note: "a team of the caller" }),
    row(setTeamMembers, async (context) => to(setTeamMembers, { params: await oneTeam(context), body: { members: context.teamMembers } })),
    row(deleteTeam, async (context) => to(deleteTeam, { params: await oneTeam(context) })),
  ],
};

const everyone = (fixture: RequestContext["fixture"]) =>
  ({ id: fixture.workspaceId, permissionType: "everyone", read: true, write: false }) as const;
const THEIR_OWN = "also for the creator of the folder or owner of the item, while they may write";

/** Permission entries. */
export const RIGHTS: Group = {
  title: "Rights",
  rows: [
    row(listFolderRights, ({ workspaceId, folderId: itemId }) => to(listFolderRights, { params: { workspaceId, itemId } })),
    row(listFileRights, ({ workspaceId, itemId }) => to(listFileRights, { params: { workspaceId, itemId } })),
    row(
      setFolderRight,
      async (context) =>
        to(setFolderRight, {
          params: { workspaceId: context.workspaceId, itemId: await context.folder() },
          body: everyone(context.fixture),
        }),
      { note: THEIR_OWN },
    ),
    row(
      setFileRight,
      async (context) => {
        const { id: itemId } = await context.item();
        return to(setFileRight, { params: { workspaceId: context.workspaceId, itemId }, body: everyone(context.fixture) });
      },
      { note: THEIR_OWN },
    ),
    row(
      removeFolderRight,
      async (context) => {
        const { fixture, workspaceId } = context;
        const params = { workspaceId, itemId: await context.folder() };
        if (context.isDone) await fixture.data(fixture.owner, setFolderRight, { params, body: everyone(fixture) });
        return to(removeFolderRight, { params: { ...params, id: fixture.workspaceId } });
      },
      { note: THEIR_OWN },
    ),
    row(
      removeFileRight,
      async (context) => {
        const { fixture, workspaceId } = context;
        const params = { workspaceId, itemId: (await context.item()).id };
        if (context.isDone) await fixture.data(fixture.owner, setFileRight, { params, body: everyone(fixture) });
        return to(removeFileRight, { params: { ...params, id: fixture.workspaceId } });
      },
      { note: THEIR_OWN },
    ),
  ],
};
