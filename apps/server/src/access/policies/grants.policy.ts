import { ALLOW, type Decision, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { effectivePermission, isBoundByEntries, type MemberRole, type Permission } from "./items.policy.ts";

/** For whom an entry stands: one member, one team, or everyone in the workspace. */
export type PrincipalKind = "member" | "team" | "everyone";

/** One entry of rights on a folder or a file. `principalId` is the member's, the team's or the workspace's id. */
export interface Grant extends Permission {
  principalKind: PrincipalKind;
  principalId: string;
}

/** Whose entries count for somebody: their own, and those of the teams that they are in. */
export interface Grantee {
  userId: string;
  teamIds: ReadonlySet<string>;
}

/** What the entries of one place say for somebody, and which of them said it. */
export interface GrantDecision {
  permission: Permission;
  principalKind: PrincipalKind;
  /** The member, the workspace, or every team that had a say. */
  principalIds: string[];
}

/** Writing implies reading, whatever is stored. */
const union = (grants: readonly Grant[]): Permission => ({
  read: grants.some((grant) => grant.read || grant.write),
  write: grants.some((grant) => grant.write),
});

/**
 * What the entries of ONE folder or file say for somebody: their own beats their teams' (the union of those), and these beat
 * everyone's. Null when none of them is for them: then the next place upwards is asked.
 */
export function decideAt(grantee: Grantee, grants: readonly Grant[]): GrantDecision | null {
  const said: Record<PrincipalKind, Grant[]> = { member: [], team: [], everyone: [] };
  for (const grant of grants) if (isFor(grantee, grant)) said[grant.principalKind].push(grant);
  for (const principalKind of ["member", "team", "everyone"] as const) {
    const heard = said[principalKind];
    if (heard.length > 0) return { permission: union(heard), principalKind, principalIds: heard.map((grant) => grant.principalId) };
  }
  return null;
}

function isFor(grantee: Grantee, grant: Grant): boolean {
  if (grant.principalKind === "member") return grant.principalId === grantee.userId;
  return grant.principalKind === "everyone" || grantee.teamIds.has(grant.principalId);
}

/** What somebody may do at one place, and which entry says so: the how-manieth place of the way up it stands at. Null for roles. */
export interface DecidedRight {
  permission: Permission;
  decision: (GrantDecision & { step: number }) | null;
}

/** What somebody may do at a place. `way` holds the entries of the place itself, of the folder around it, and so on up to the root. */
export function decideAlong(grantee: Grantee & { role: MemberRole }, way: readonly (readonly Grant[])[]): DecidedRight {
  for (const [step, grants] of isBoundByEntries(grantee.role) ? way.entries() : []) {
    const decision = decideAt(grantee, grants);
    if (decision) return { permission: effectivePermission(grantee.role, decision.permission), decision: { ...decision, step } };
  }
  return { permission: effectivePermission(grantee.role, null), decision: null };
}

/** May the caller edit the entries of a folder or file? Owners and admins may anywhere, members where they may write and what is theirs. */
export function canEditGrants(actor: Actor, place: { role: MemberRole; permission: Permission; madeBy: string | null }): Decision {
  if (actor.kind !== "user" || !place.permission.read) return deny("not-found");
  if (!isBoundByEntries(place.role)) return ALLOW;
  const isTheirs = place.role === "member" && place.permission.write && place.madeBy === actor.id;
  return isTheirs ? ALLOW : deny("forbidden");
}
