import { describe, expect, it } from "vitest";
import type { Decision } from "./decision.ts";
import type { MemberRole } from "./items.policy.ts";
import * as policy from "./workspaces.policy.ts";

const ROLES: readonly MemberRole[] = ["owner", "admin", "member", "viewer"];
const outcome = (decision: Decision): string => (decision.ok ? "yes" : decision.code);
const by = (decide: (role: MemberRole) => Decision): string[] => ROLES.map((role) => outcome(decide(role)));
const team = (role: MemberRole): policy.MembershipFacts => ({ kind: "team", role });
const [yes, no] = ["yes", "forbidden"];

describe("a workspace", () => {
  it.each<[string, (membership: policy.MembershipFacts) => Decision, string[]]>([
    ["inviting", policy.canInvite, [yes, yes, yes, no]],
    ["managing", policy.canManage, [yes, yes, no, no]],
    ["deleting", policy.canDelete, [yes, no, no, no]],
    ["leaving", policy.canLeave, [yes, yes, yes, yes]],
    ["making and joining teams", policy.canJoinTeams, [yes, yes, yes, no]],
    ["editing an own team", (membership) => policy.canEditTeam(membership, true), [yes, yes, yes, no]],
    ["editing the team of another", (membership) => policy.canEditTeam(membership, false), [yes, yes, no, no]],
  ])("%s: owner, admin, member, viewer", (_what, decide, expected) => {
    expect(by((role) => decide(team(role)))).toEqual(expected);
    expect(outcome(decide({ kind: "personal", role: "owner" }))).toBe(no);
  });
});

describe("roles", () => {
  it("owner and admin are changed only by owners, other roles also by admins", () => {
    for (const from of ROLES)
      for (const to of ROLES) {
        const expected = [from, to].some((role) => role === "owner" || role === "admin") ? [yes, no, no, no] : [yes, yes, no, no];
        expect(
          by((role) => policy.canChangeRole(team(role), from, to)),
          `${from} to ${to}`,
        ).toEqual(expected);
      }
  });

  it("determine which members a caller may remove", () => {
    for (const role of ["owner", "admin"] as const) expect(by((caller) => policy.canRemove(team(caller), role))).toEqual([yes, no, no, no]);
    for (const role of ["member", "viewer"] as const)
      expect(by((caller) => policy.canRemove(team(caller), role))).toEqual([yes, yes, no, no]);
  });
});
