import type { Decision } from "./decision.ts";
import { ALLOW, deny } from "./decision.ts";
import type { MemberRole } from "./items.policy.ts";

/** What decides about a workspace itself: its kind, and the caller's role in it. A personal space is not to be shared, renamed or left. */
export interface PlaceFacts {
  kind: "personal" | "team";
  role: MemberRole;
}

function onlyFor(place: PlaceFacts, roles: readonly MemberRole[]): Decision {
  return place.kind === "team" && roles.includes(place.role) ? ALLOW : deny("forbidden");
}

/** May the caller ask others in, see the link for that, and end it? */
export function canInvite(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner", "admin", "member"]);
}

/** May the caller rename the workspace and change its pictures? */
export function canManage(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner", "admin"]);
}

/** May the caller delete the workspace, and bring it back? */
export function canDelete(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner"]);
}

/** May the caller go? Whether an owner stays behind is for the service to see. */
export function canLeave(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner", "admin", "member", "viewer"]);
}

/** May the caller give somebody of this role another one? Owners decide about owners and admins, both about all others. */
export function canChangeRole(place: PlaceFacts, from: MemberRole, to: MemberRole): Decision {
  const isOfOwners = [from, to].some((role) => role === "owner" || role === "admin");
  return onlyFor(place, isOfOwners ? ["owner"] : ["owner", "admin"]);
}

/** May the caller take somebody of this role out of the workspace? */
export function canRemove(place: PlaceFacts, role: MemberRole): Decision {
  return canChangeRole(place, role, role);
}

/** May the caller make teams, and join those of others? Viewers are put into teams by others. */
export function canJoinTeams(place: PlaceFacts): Decision {
  return onlyFor(place, ["owner", "admin", "member"]);
}

/** May the caller rename the team, delete it and say who is in it? */
export function canEditTeam(place: PlaceFacts, isTeamOwner: boolean): Decision {
  return onlyFor(place, isTeamOwner ? ["owner", "admin", "member"] : ["owner", "admin"]);
}
