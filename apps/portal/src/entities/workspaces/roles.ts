import type { MemberView, Role } from "./workspaces.queries.ts";

/** From the one that may most to the one that may least. */
export const ROLES = ["owner", "admin", "member", "viewer"] as const satisfies readonly Role[];

/** May manage people, access and profile. */
export const canManage = (role: Role): boolean => role === "owner" || role === "admin";
/** May invite others. */
export const canInvite = (role: Role): boolean => role !== "viewer";
/** May make teams, and join them. */
export const canJoinTeams = (role: Role): boolean => role !== "viewer";

const isLower = (role: Role): boolean => role === "member" || role === "viewer";

/** The only owner there is. */
export const isLastOwner = (member: MemberView, members: readonly MemberView[]): boolean =>
  member.role === "owner" && members.filter(({ role }) => role === "owner").length === 1;

/**
 * The roles that somebody can be given by one who has `mine`, their own among them; empty where nothing can be changed.
 * Owners change all roles, admins those of members and viewers; a workspace keeps an owner.
 */
export function rolesToGive(mine: Role, member: MemberView, members: readonly MemberView[]): readonly Role[] {
  if (isLastOwner(member, members)) return [];
  if (mine === "owner") return ROLES;
  return mine === "admin" && isLower(member.role) ? ROLES.filter(isLower) : [];
}

/** Can somebody be taken out by one who has `mine`? Oneself one leaves. */
export const canRemove = (mine: Role, member: MemberView, isMe: boolean): boolean =>
  !isMe && (mine === "owner" || (mine === "admin" && isLower(member.role)));
