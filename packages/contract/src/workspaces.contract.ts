import { z } from "zod";
import { Email, folderNameKey, Id, IsoDate, Name, Nothing, page, Paging, Person, WorkspaceRef } from "./common.contract.ts";
import { FOLDER_KEY_BYTES_MAX, INVITE_EMAILS_MAX, NAME_MAX } from "./limits.ts";
import { defineRoute } from "./route.ts";

export const MemberRole = z.enum(["owner", "admin", "member", "viewer"]);

/**
 * Returns whether entries limit a role. They limit members and viewers; owners and admins may do everything. The only place of this rule: the
 * server decides with it, and the portal explains with it.
 */
export function isBoundByEntries(role: z.output<typeof MemberRole>): boolean {
  return role === "member" || role === "viewer";
}

export const Member = z.object({
  id: Id,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string().nullable(),
  role: MemberRole,
  joinedAt: IsoDate,
  /** Last activity of the member, to the minute. Null when never since joining. */
  lastSeenAt: IsoDate.nullable(),
});

/** Name of a team, unique in its workspace as folder names are among their siblings. */
const TeamName = Name.refine(
  (text) => new TextEncoder().encode(folderNameKey(text)).length <= FOLDER_KEY_BYTES_MAX,
  `At most ${NAME_MAX} characters.`,
);

export const Team = z.object({
  id: Id,
  name: z.string(),
  icon: z.string().nullable(),
  /** A member of the team, or null when it has no members. */
  owner: Id.nullable(),
  members: z.array(Id),
  isMember: z.boolean(),
  /** Members cannot join a closed team themselves: its owner, or a workspace owner or admin, adds them. */
  closed: z.boolean(),
});

export const Workspace = z.object({
  id: Id,
  name: z.string(),
  /** Name of the company or organization of the workspace. Empty when none was given. */
  organizationName: z.string(),
  avatar: z.string().nullable(),
  thumbnail: z.string().nullable(),
  role: MemberRole,
  members: z.array(Member),
  teams: z.array(Team),
  favFolders: z.array(Id),
  /** For callers who may invite. Null for all others, and without a valid invite. */
  inviteLink: z.string().nullable(),
  permission: z.object({ read: z.boolean(), write: z.boolean() }),
});

const WorkspaceHead = Workspace.omit({ members: true, teams: true });
const OfWorkspace = z.object({ workspaceId: WorkspaceRef });

export const listWorkspaces = defineRoute({
  id: "workspaces.list",
  method: "GET",
  path: "/workspace/all",
  summary: "The workspaces that the caller is a member of; the personal space is not among them",
  auth: "user",
  response: z.array(WorkspaceHead),
});

export const createWorkspace = defineRoute({
  id: "workspaces.create",
  method: "POST",
  path: "/workspace/new",
  summary: "Make a workspace, with the caller as its owner",
  auth: "user",
  query: z.object({ name: Name }),
  response: Workspace,
  success: 201,
});

export const renameWorkspace = defineRoute({
  id: "workspaces.rename",
  method: "PUT",
  path: "/workspace/{workspaceId}/name",
  summary: "Rename a workspace; for owners and admins",
  auth: "user",
  params: OfWorkspace,
  body: z.object({ newName: Name }),
  response: WorkspaceHead,
});

export const updateWorkspaceProfile = defineRoute({
  id: "workspaces.profile",
  method: "PUT",
  path: "/workspace/{workspaceId}/profile",
  summary: "Change the organization's name, or take away avatar or thumbnail by null; for owners and admins",
  auth: "user",
  params: OfWorkspace,
  body: z.object({
    organizationName: z.union([z.literal(""), Name]).optional(),
    avatar: z.null().optional(),
    thumbnail: z.null().optional(),
  }),
  response: WorkspaceHead,
});

const logo = (what: "avatar" | "thumbnail") =>
  defineRoute({
    id: `workspaces.${what}`,
    method: "POST",
    path: `/workspace/{workspaceId}/${what}`,
    summary: `Set the workspace's ${what}: JPG, JPEG or PNG by content, at most 30 KB; for owners and admins`,
    auth: "user",
    params: OfWorkspace,
    form: { file: { type: "file", description: "The picture", required: true } },
    response: WorkspaceHead,
    errors: ["file-too-large", "unsupported-file-type", "image-too-large", "unreadable-file"],
  });
export const uploadWorkspaceAvatar = logo("avatar");
export const uploadWorkspaceThumbnail = logo("thumbnail");

export const leaveWorkspace = defineRoute({
  id: "workspaces.leave",
  method: "DELETE",
  path: "/workspace/{workspaceId}/leave",
  summary: "Leave a workspace. Teams that the caller owns pass to their longest-standing member; the last owner hands over first",
  auth: "user",
  params: OfWorkspace,
  response: Nothing,
  errors: ["last-owner"],
});

export const deleteWorkspace = defineRoute({
  id: "workspaces.delete",
  method: "DELETE",
  path: "/workspace/{workspaceId}/delete",
  summary: "Delete a workspace; for its owners. It is gone for everybody at once, and can be brought back for 30 days",
  auth: "user",
  params: OfWorkspace,
  response: z.object({ deletedAt: IsoDate, purgedAt: IsoDate }),
});

export const listDeletedWorkspaces = defineRoute({
  id: "workspaces.listDeleted",
  method: "GET",
  path: "/workspace/deleted",
  summary: "Workspaces of the caller's that were deleted and can still be brought back",
  auth: "user",
  response: z.array(z.object({ id: Id, name: z.string(), avatar: z.string().nullable(), deletedAt: IsoDate, purgedAt: IsoDate })),
});

export const restoreWorkspace = defineRoute({
  id: "workspaces.restore",
  method: "POST",
  path: "/workspace/{workspaceId}/restore",
  summary: "Bring a deleted workspace back, with everybody and everything in it; for its owners",
  auth: "user",
  params: OfWorkspace,
  response: WorkspaceHead,
});

/** A link to join. `inviteId` is the secret in the link: every user who has it can join. */
export const Invite = z.object({ inviteId: Id, inviteLink: z.string(), expiresAt: IsoDate });

export const createInvite = defineRoute({
  id: "invites.create",
  method: "POST",
  path: "/workspace/invite/{id}",
  summary: "The invite of a workspace (`id` is the workspace's), made anew: a link given out before is dead",
  auth: "user",
  params: z.object({ id: Id }),
  response: Invite,
});

export const readInvite = defineRoute({
  id: "invites.read",
  method: "GET",
  path: "/workspace/invite/{id}",
  summary: "Where an invite leads, for whoever holds it; `id` is the invite's",
  auth: "optional",
  params: z.object({ id: Id }),
  response: z.object({
    workspace: z.object({ id: Id, name: z.string(), avatar: z.string().nullable() }),
    inviter: z.object({ displayName: z.string(), photoURL: z.string().nullable() }).nullable(),
    valid: z.boolean(),
    /** Whether the caller is already a member of the workspace. */
    isMember: z.boolean(),
    expiresAt: IsoDate,
  }),
  errors: ["invite-expired"],
});

export const revokeInvite = defineRoute({
  id: "invites.revoke",
  method: "DELETE",
  path: "/workspace/invite/{id}",
  summary: "End the invite of a workspace (`id` is the workspace's); nobody joins by it any more",
  auth: "user",
  params: z.object({ id: Id }),
  response: Nothing,
});

export const joinWorkspace = defineRoute({
  id: "invites.join",
  method: "POST",
  path: "/workspace/join/{id}",
  summary: "Join by an invite; whoever is in already stays as they are",
  auth: "user",
  params: z.object({ id: Id }),
  response: Workspace,
  errors: ["invite-expired"],
});

/** A user who was invited by e-mail and has not joined yet. */
export const PendingInvite = z.object({ id: Id, email: z.string(), invitedBy: Person.nullable(), sentAt: IsoDate, expiresAt: IsoDate });

export const listInvites = defineRoute({
  id: "invites.list",
  method: "GET",
  path: "/workspace/{workspaceId}/invites",
  summary: "The live invite, and whom it was mailed to without their having joined; for those who may invite",
  auth: "user",
  params: OfWorkspace,
  response: z.object({ invite: Invite.nullable(), pending: z.array(PendingInvite) }),
});

export const withdrawInvite = defineRoute({
  id: "invites.withdraw",
  method: "DELETE",
  path: "/workspace/{workspaceId}/invites/{pendingId}",
  summary: "Take somebody off the list of those invited by e-mail",
  auth: "user",
  params: z.object({ workspaceId: WorkspaceRef, pendingId: Id }),
  response: Nothing,
});

export const sendWorkspaceInvites = defineRoute({
  id: "emails.sendWorkspaceInvite",
  method: "POST",
  path: "/email/send-workspace-invite-email",
  summary: "Send a live invite by e-mail; link and sender's name are the server's own. Every address is answered for",
  auth: "user",
  body: z.object({
    emails: z.array(Email).min(1, "Please enter an email.").max(INVITE_EMAILS_MAX, `At most ${INVITE_EMAILS_MAX} addresses at once.`),
    inviteId: Id,
    inviterDisplayName: z.unknown().optional(),
  }),
  response: z.object({
    sent: z.array(z.string()),
    failed: z.array(z.string()),
    /** Addresses of users who are already members. Nothing was sent to them. */
    already: z.array(z.string()),
  }),
  errors: ["invite-expired", "mail-not-sent"],
});

const OneMember = z.object({ workspaceId: WorkspaceRef, userId: Id });

export const listMembers = defineRoute({
  id: "members.list",
  method: "GET",
  path: "/workspace/{workspaceId}/members",
  summary: "Who is in a workspace, by name",
  auth: "user",
  params: OfWorkspace,
  query: z.object({ ...Paging, q: z.string().max(200).optional() }),
  response: page(Member),
});

export const updateMember = defineRoute({
  id: "members.update",
  method: "PUT",
  path: "/workspace/{workspaceId}/members/{userId}",
  summary: "Give a member another role. Only owners make owners and admins or change theirs; the last owner stays one",
  auth: "user",
  params: OneMember,
  body: z.object({ role: MemberRole }),
  response: Member,
  errors: ["last-owner"],
});

export const removeMember = defineRoute({
  id: "members.remove",
  method: "DELETE",
  path: "/workspace/{workspaceId}/members/{userId}",
  summary: "Take somebody out of a workspace; what they made stays",
  auth: "user",
  params: OneMember,
  response: Nothing,
  errors: ["last-owner"],
});

const OneTeam = z.object({ workspaceId: WorkspaceRef, teamId: Id });

export const listTeams = defineRoute({
  id: "teams.list",
  method: "GET",
  path: "/workspace/{workspaceId}/teams",
  summary: "The teams of a workspace, by name",
  auth: "user",
  params: OfWorkspace,
  response: page(Team),
});

export const createTeam = defineRoute({
  id: "teams.create",
  method: "POST",
  path: "/workspace/{workspaceId}/teams",
  summary: "Make a team, with the caller as its owner and first member; viewers may not",
  auth: "user",
  params: OfWorkspace,
  body: z.object({ name: TeamName, members: z.array(Id).max(1_000).optional(), closed: z.boolean().optional() }),
  response: Team,
  success: 201,
  errors: ["team-exists"],
});

export const updateTeam = defineRoute({
  id: "teams.update",
  method: "PUT",
  path: "/workspace/{workspaceId}/teams/{teamId}",
  summary:
    "Rename a team, hand it to another of its members, close or open it, or take its icon away by null; for its owner, and owners and admins",
  auth: "user",
  params: OneTeam,
  body: z.object({ name: TeamName.optional(), owner: Id.optional(), icon: z.null().optional(), closed: z.boolean().optional() }),
  response: Team,
  errors: ["team-exists"],
});

export const uploadTeamIcon = defineRoute({
  id: "teams.icon",
  method: "POST",
  path: "/workspace/{workspaceId}/teams/{teamId}/icon",
  summary: "Set a team's icon: JPG, JPEG or PNG by content, at most 30 KB",
  auth: "user",
  params: OneTeam,
  form: { file: { type: "file", description: "The picture", required: true } },
  response: Team,
  errors: ["file-too-large", "unsupported-file-type", "image-too-large", "unreadable-file"],
});

export const deleteTeam = defineRoute({
  id: "teams.delete",
  method: "DELETE",
  path: "/workspace/{workspaceId}/teams/{teamId}",
  summary: "Delete a team, and the rights that it had",
  auth: "user",
  params: OneTeam,
  response: Nothing,
});

export const joinTeam = defineRoute({
  id: "teams.join",
  method: "POST",
  path: "/workspace/{workspaceId}/teams/{teamId}/join",
  summary: "Join a team that is not closed; viewers are put into one by others",
  auth: "user",
  params: OneTeam,
  response: Team,
});

export const leaveTeam = defineRoute({
  id: "teams.leave",
  method: "POST",
  path: "/workspace/{workspaceId}/teams/{teamId}/leave",
  summary:
    "Leave a team. Its owner's place passes to its longest-standing member; with nobody left the team stays without one, and whoever joins next owns it",
  auth: "user",
  params: OneTeam,
  response: Team,
});

export const setTeamMembers = defineRoute({
  id: "teams.members",
  method: "PUT",
  path: "/workspace/{workspaceId}/teams/{teamId}/members",
  summary: "Say who is in a team; all of them must be in the workspace. Without its owner, its longest-standing member owns it",
  auth: "user",
  params: OneTeam,
  body: z.object({ members: z.array(Id).max(1_000) }),
  response: Team,
});
