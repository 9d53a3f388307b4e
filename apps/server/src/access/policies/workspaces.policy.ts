import type { Decision } from "./decision.ts";
import { ALLOW, deny } from "./decision.ts";
import type { MemberRole } from "./items.policy.ts";

/** Facts about a workspace: its kind and the caller's role. A personal space cannot be shared, renamed or left. */
export interface PlaceFacts {
  kind: "personal" | "team";
  role: MemberRole;
}

function onlyFor(place: PlaceFacts, roles: readonly MemberRole[]): Decision {
  return place.kind === "team" && roles.includes(place.role) ? ALLOW : deny("forbidden");
}

/** Returns whether the caller may invite, and see and revoke the link. */
export function canInvite(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner", "admin", "member"]);
}

/** Returns whether the caller may rename the workspace and change its pictures. */
export function canManage(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner", "admin"]);
}

/** Returns whether the caller may delete and restore the workspace. */
export function canDelete(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner"]);
}

/** Returns whether the caller may leave. The service checks that an owner remains. */
export function canLeave(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner", "admin", "member", "viewer"]);
}

/** Returns whether the caller may change a role. Owners change owners and admins; owners and admins change all others. */
export function canChangeRole(place: PlaceFacts, from: MemberRole, to: MemberRole): Decision {
  const isOfOwners = [from, to].some((role) => role === "owner" || role === "admin");
  return onlyFor(place, isOfOwners ? ["owner"] : ["owner", "admin"]);
}

/** Returns whether the caller may remove a member with this role. */
export function canRemove(place: PlaceFacts, role: MemberRole): Decision {
  return canChangeRole(place, role, role);
}

/** Returns whether the caller may create and join teams. Viewers are added by others. */
export function canJoinTeams(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner", "admin", "member"]);
}

/** Returns whether the caller may rename and delete the team and set its members. */
export function canEditTeam(place: PlaceFacts, isTeamOwner: boolean): Decision {
  return onlyFor(place, isTeamOwner ? ["owner", "admin", "member"] : ["owner", "admin"]);
}
