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
  summary: "Create a workspace, with the caller as its owner",
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
  summary: "Change the company name, or remove avatar or thumbnail with null; for owners and admins",
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
    form: { file: { type: "file", description: "The image", required: true } },
    response: WorkspaceHead,
    errors: ["file-too-large", "unsupported-file-type", "image-too-large", "unreadable-file"],
  });
export const uploadWorkspaceAvatar = logo("avatar");
export const uploadWorkspaceThumbnail = logo("thumbnail");

export const leaveWorkspace = defineRoute({
  id: "workspaces.leave",
  method: "DELETE",
  path: "/workspace/{workspaceId}/leave",
  summary:
    "Leave a workspace. Teams of the caller pass to their member of longest membership; the last owner must transfer ownership first",
  auth: "user",
  params: OfWorkspace,
  response: Nothing,
  errors: ["last-owner"],
});

export const deleteWorkspace = defineRoute({
  id: "workspaces.delete",
  method: "DELETE",
  path: "/workspace/{workspaceId}/delete",
  summary: "Delete a workspace immediately; for its owners. It can be restored for 30 days",
  auth: "user",
  params: OfWorkspace,
  response: z.object({ deletedAt: IsoDate, purgedAt: IsoDate }),
});

export const listDeletedWorkspaces = defineRoute({
  id: "workspaces.listDeleted",
  method: "GET",
  path: "/workspace/deleted",
  summary: "Deleted workspaces of the caller that can be restored",
  auth: "user",
  response: z.array(z.object({ id: Id, name: z.string(), avatar: z.string().nullable(), deletedAt: IsoDate, purgedAt: IsoDate })),
});

export const restoreWorkspace = defineRoute({
  id: "workspaces.restore",
  method: "POST",
  path: "/workspace/{workspaceId}/restore",
  summary: "Restore a deleted workspace with its members and items; for its owners",
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
  summary: "Create a new invite of a workspace (`id` is the workspace's); an earlier link becomes invalid",
  auth: "user",
  params: z.object({ id: Id }),
  response: Invite,
});

export const readInvite = defineRoute({
  id: "invites.read",
  method: "GET",
  path: "/workspace/invite/{id}",
  summary: "The workspace of an invite, for a user with its link; `id` is the invite's",
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
  summary: "Revoke the invite of a workspace (`id` is the workspace's)",
  auth: "user",
  params: z.object({ id: Id }),
  response: Nothing,
});

export const joinWorkspace = defineRoute({
  id: "invites.join",
  method: "POST",
  path: "/workspace/join/{id}",
  summary: "Join a workspace by an invite; for members nothing changes",
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
  summary: "The valid invite, and the addresses it was mailed to that have not joined; for users who may invite",
  auth: "user",
  params: OfWorkspace,
  response: z.object({ invite: Invite.nullable(), pending: z.array(PendingInvite) }),
});

export const withdrawInvite = defineRoute({
  id: "invites.withdraw",
  method: "DELETE",
  path: "/workspace/{workspaceId}/invites/{pendingId}",
  summary: "Remove an address from the list of invited addresses",
  auth: "user",
  params: z.object({ workspaceId: WorkspaceRef, pendingId: Id }),
  response: Nothing,
});

export const sendWorkspaceInvites = defineRoute({
  id: "emails.sendWorkspaceInvite",
  method: "POST",
  path: "/email/send-workspace-invite-email",
  summary: "Send a valid invite by e-mail. The server sets link and sender's name. The response has a result for each address",
  auth: "user",
  body: z.object({
    emails: z
      .array(Email)
      .min(1, "Please enter an email.")
      .max(INVITE_EMAILS_MAX, `At most ${INVITE_EMAILS_MAX} addresses in one request.`),
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
  summary: "Members of a workspace, by name",
  auth: "user",
  params: OfWorkspace,
  query: z.object({ ...Paging, q: z.string().max(200).optional() }),
  response: page(Member),
});

export const updateMember = defineRoute({
  id: "members.update",
  method: "PUT",
  path: "/workspace/{workspaceId}/members/{userId}",
  summary: "Change the role of a member. Only owners assign or change the roles owner and admin; the last owner cannot be changed",
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
  summary: "Remove a member from a workspace; the member's items remain",
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
  summary: "Create a team, with the caller as its owner and first member; not for viewers",
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
    "Rename a team, transfer it to another member, close or open it, or remove its icon with null; for its owner, and owners and admins",
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
  form: { file: { type: "file", description: "The image", required: true } },
  response: Team,
  errors: ["file-too-large", "unsupported-file-type", "image-too-large", "unreadable-file"],
});

export const deleteTeam = defineRoute({
  id: "teams.delete",
  method: "DELETE",
  path: "/workspace/{workspaceId}/teams/{teamId}",
  summary: "Delete a team with its permissions",
  auth: "user",
  params: OneTeam,
  response: Nothing,
});

export const joinTeam = defineRoute({
  id: "teams.join",
  method: "POST",
  path: "/workspace/{workspaceId}/teams/{teamId}/join",
  summary: "Join an open team; viewers are added by other members",
  auth: "user",
  params: OneTeam,
  response: Team,
});

export const leaveTeam = defineRoute({
  id: "teams.leave",
  method: "POST",
  path: "/workspace/{workspaceId}/teams/{teamId}/leave",
  summary: "Leave a team. Ownership passes to the member of longest membership; an empty team gets its next member as owner",
  auth: "user",
  params: OneTeam,
  response: Team,
});

export const setTeamMembers = defineRoute({
  id: "teams.members",
  method: "PUT",
  path: "/workspace/{workspaceId}/teams/{teamId}/members",
  summary: "Set the members of a team; all must be members of the workspace. Without its owner, the member of longest membership owns it",
  auth: "user",
  params: OneTeam,
  body: z.object({ members: z.array(Id).max(1_000) }),
  response: Team,
});
