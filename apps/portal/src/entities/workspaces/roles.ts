import type { MemberView, Role } from "./workspaces.queries.ts";

/** Roles from most to least permissions. */
const ROLES = ["owner", "admin", "member", "viewer"] as const satisfies readonly Role[];

/** Returns whether a role may manage members, permissions and profile. */
export const canManage = (role: Role): boolean => role === "owner" || role === "admin";
/** Returns whether a role may invite. */
export const canInvite = (role: Role): boolean => role !== "viewer";
/** Returns whether a role may create and join teams. */
export const canJoinTeams = (role: Role): boolean => role !== "viewer";

const isLower = (role: Role): boolean => role === "member" || role === "viewer";

/** Returns whether a member is the only owner. */
export const isLastOwner = (member: MemberView, members: readonly MemberView[]): boolean =>
  member.role === "owner" && members.filter(({ role }) => role === "owner").length === 1;

/**
 * Returns the roles that a user with role `mine` can give a member, including the current one; empty when nothing is changeable.
 * Owners change all roles, admins those of members and viewers; a workspace always has an owner.
 */
export function rolesToGive(mine: Role, member: MemberView, members: readonly MemberView[]): readonly Role[] {
  if (isLastOwner(member, members)) return [];
  if (mine === "owner") return ROLES;
  return mine === "admin" && isLower(member.role) ? ROLES.filter(isLower) : [];
}

/** Returns whether a user with role `mine` can remove a member. Users leave instead of removing themselves. */
export const canRemove = (mine: Role, member: MemberView, isMe: boolean): boolean =>
  !isMe && (mine === "owner" || (mine === "admin" && isLower(member.role)));
