import { ALLOW, type Decision, deny } from "./decision.ts";
import type { MemberRole } from "./items.policy.ts";

/** Returns whether a member may read the audit log of their workspace: owners and admins. */
export function canSeeActs(role: MemberRole): Decision {
  return role === "owner" || role === "admin" ? ALLOW : deny("forbidden");
}
