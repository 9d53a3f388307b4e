import type { Decision } from "./decision.ts";
import { ALLOW, deny } from "./decision.ts";
import type { MemberRole } from "./items.policy.ts";

/** Facts about a workspace: its kind and the caller's role. A personal space cannot be shared, renamed or left. */
export interface MembershipFacts {
  kind: "personal" | "team";
  role: MemberRole;
}

function onlyFor(membership: MembershipFacts, roles: readonly MemberRole[]): Decision {
  return membership.kind === "team" && roles.includes(membership.role) ? ALLOW : deny("forbidden");
}

/** Returns whether the caller may invite, and see and revoke the link. */
export function canInvite(membership: MembershipFacts): Decision {
  return onlyFor(membership, ["owner", "admin", "member"]);
}

/** Returns whether the caller may rename the workspace and change its pictures. */
export function canManage(membership: MembershipFacts): Decision {
  return onlyFor(membership, ["owner", "admin"]);
}

/** Returns whether the caller may delete and restore the workspace. */
export function canDelete(membership: MembershipFacts): Decision {
  return onlyFor(membership, ["owner"]);
}

/** Returns whether the caller may leave. The service checks that an owner remains. */
export function canLeave(membership: MembershipFacts): Decision {
  return onlyFor(membership, ["owner", "admin", "member", "viewer"]);
}

/** Returns whether the caller may change a role. Owners change owners and admins; owners and admins change all others. */
export function canChangeRole(membership: MembershipFacts, from: MemberRole, to: MemberRole): Decision {
  const isOfOwners = [from, to].some((role) => role === "owner" || role === "admin");
  return onlyFor(membership, isOfOwners ? ["owner"] : ["owner", "admin"]);
}

/** Returns whether the caller may remove a member with this role. */
export function canRemove(membership: MembershipFacts, role: MemberRole): Decision {
  return canChangeRole(membership, role, role);
}

/** Returns whether the caller may create and join teams. Viewers are added by others. */
export function canJoinTeams(membership: MembershipFacts): Decision {
  return onlyFor(membership, ["owner", "admin", "member"]);
}

/** Returns whether the caller may rename and delete the team and set its members. */
export function canEditTeam(membership: MembershipFacts, isTeamOwner: boolean): Decision {
  return onlyFor(membership, isTeamOwner ? ["owner", "admin", "member"] : ["owner", "admin"]);
}
