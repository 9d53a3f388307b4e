import { isBoundByEntries } from "@stillreel/contract";
import { ALLOW, type Decision, deny } from "./decision.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { effectivePermission, type MemberRole, type Permission } from "./items.policy.ts";

/** Kind of an entry's principal: one member, one team, or everyone in the workspace. */
export type PrincipalKind = "member" | "team" | "everyone";

/** A permission entry on a folder or item. `principalId` is the member's, the team's or the workspace's id. */
export interface Grant extends Permission {
  principalKind: PrincipalKind;
  principalId: string;
}

/** The principals that apply to a user: the member and their teams. */
export interface Grantee {
  userId: string;
  teamIds: ReadonlySet<string>;
}

/** The decision of the entries at one folder or item, with its source. */
export interface GrantDecision {
  permission: Permission;
  principalKind: PrincipalKind;
  /** The member, the workspace, or every team that contributed. */
  principalIds: string[];
}

/** Returns the union of permissions. Write implies read, whatever is stored. */
const union = (grants: readonly Grant[]): Permission => ({
  read: grants.some((grant) => grant.read || grant.write),
  write: grants.some((grant) => grant.write),
});

/**
 * Decides by the entries of ONE folder or item: a member entry overrides team entries (their union), and these override everyone's.
 * Null when no entry applies: the parent folder decides then.
 */
export function decideAt(grantee: Grantee, grants: readonly Grant[]): GrantDecision | null {
  const byPrincipal: Record<PrincipalKind, Grant[]> = { member: [], team: [], everyone: [] };
  for (const grant of grants) if (isFor(grantee, grant)) byPrincipal[grant.principalKind].push(grant);
  for (const principalKind of ["member", "team", "everyone"] as const) {
    const deciding = byPrincipal[principalKind];
    if (deciding.length > 0)
      return { permission: union(deciding), principalKind, principalIds: deciding.map((grant) => grant.principalId) };
  }
  return null;
}

function isFor(grantee: Grantee, grant: Grant): boolean {
  if (grant.principalKind === "member") return grant.principalId === grantee.userId;
  return grant.principalKind === "everyone" || grantee.teamIds.has(grant.principalId);
}

/** A permission with the distance of the deciding entry from the target. Null for role defaults. */
export interface DecidedRight {
  permission: Permission;
  decision: (GrantDecision & { step: number }) | null;
}

/** Decides for a target. `way` holds the entries of the target, its folder, and so on up to the root. */
export function decideAlong(grantee: Grantee & { role: MemberRole }, chain: readonly (readonly Grant[])[]): DecidedRight {
  for (const [step, grants] of isBoundByEntries(grantee.role) ? chain.entries() : []) {
    const decision = decideAt(grantee, grants);
    if (decision) return { permission: effectivePermission(grantee.role, decision.permission), decision: { ...decision, step } };
  }
  return { permission: effectivePermission(grantee.role, null), decision: null };
}

/**
 * Returns entries for ONE target that decide for all these members as the entries of a chain do, nearest first. Where entries of several
 * levels overlap, the members concerned have separate entries.
 */
export function flattenChain<G extends Grant>(chain: readonly (readonly G[])[], members: readonly Grantee[]): G[] {
  const levels = chain.filter((grants) => grants.length > 0);
  const flat = new Map<string, G>();
  for (const grants of levels) {
    for (const grant of grants) if (!flat.has(grant.principalId)) flat.set(grant.principalId, grant);
    // No entry above applies to anyone.
    if (grants.some(({ principalKind }) => principalKind === "everyone")) break;
  }
  if (levels.length < 2) return [...flat.values()];
  const merged = [...flat.values()];
  for (const member of members) {
    const level = levels.find((grants) => decideAt(member, grants) !== null);
    const [source] = level ?? [];
    const permission = level && decideAt(member, level)?.permission;
    if (!source || !permission || isSame(permission, decideAt(member, merged)?.permission)) continue;
    flat.set(member.userId, { ...source, principalKind: "member", principalId: member.userId, ...permission });
  }
  return [...flat.values()];
}

const isSame = (one: Permission, other: Permission | undefined): boolean => one.read === other?.read && one.write === other.write;

/** Returns whether the caller may edit entries: owners and admins everywhere, members where they may write and on their own content. */
export function canEditGrants(actor: Actor, target: { role: MemberRole; permission: Permission; madeBy: string | null }): Decision {
  if (actor.kind !== "user" || !target.permission.read) return deny("not-found");
  if (!isBoundByEntries(target.role)) return ALLOW;
  const isTheirs = target.role === "member" && target.permission.write && target.madeBy === actor.id;
  return isTheirs ? ALLOW : deny("forbidden");
}
