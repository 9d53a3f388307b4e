import { ALLOW, type Decision, deny } from "./decision.ts";
import type { MemberRole } from "./items.policy.ts";

/** May a member see who did what in their workspace? Owners and admins may. */
export function canSeeActs(role: MemberRole): Decision {
  return role === "owner" || role === "admin" ? ALLOW : deny("forbidden");
}
