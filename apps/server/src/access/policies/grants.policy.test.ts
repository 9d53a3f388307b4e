import { describe, expect, it } from "vitest";
import type { Actor } from "../../platform/http/actor.ts";
import { canEditGrants, decideAlong, decideAt, flattenChain, type Grant } from "./grants.policy.ts";
import type { MemberRole, Permission } from "./items.policy.ts";

const anna = { userId: "anna", teamIds: new Set(["design", "mobile"]) };
const grant = (principalKind: Grant["principalKind"], principalId: string, right: "none" | "read" | "write"): Grant => ({
  principalKind,
  principalId,
  read: right !== "none",
  write: right === "write",
});
const NONE = { read: false, write: false };
const READ = { read: true, write: false };
const WRITE = { read: true, write: true };

describe("the permission from the entries of one folder or item", () => {
  it.each<[string, Grant[], unknown]>([
    ["no permission without entries", [], null],
    ["no permission when all entries are for other users", [grant("member", "ben", "write"), grant("team", "support", "write")], null],
    ["the entry for everyone", [grant("everyone", "w", "read")], { permission: READ, principalKind: "everyone", principalIds: ["w"] }],
    [
      "a team's entry before the entry for everyone, also when it denies",
      [grant("everyone", "w", "write"), grant("team", "design", "none")],
      { permission: NONE, principalKind: "team", principalIds: ["design"] },
    ],
    [
      "the union of the entries of all teams of the user",
      [grant("team", "design", "none"), grant("team", "mobile", "write"), grant("team", "support", "none")],
      { permission: WRITE, principalKind: "team", principalIds: ["design", "mobile"] },
    ],
    [
      "the user's own entry before all other entries",
      [grant("team", "design", "write"), grant("member", "anna", "read"), grant("everyone", "w", "none")],
      { permission: READ, principalKind: "member", principalIds: ["anna"] },
    ],
  ])("%s", (_name, grants, expected) => {
    expect(decideAt(anna, grants)).toEqual(expected);
  });

  it("write permission implies read permission, for every stored entry", () => {
    const stored: Grant = { principalKind: "member", principalId: "anna", read: false, write: true };
    expect(decideAt(anna, [stored])?.permission).toEqual(WRITE);
  });
});

describe("the permission on a folder or file, and its reason", () => {
  const chain = [[grant("member", "ben", "write")], [grant("team", "design", "read")], [grant("everyone", "w", "none")]];
  it.each<[MemberRole, unknown]>([
    ["owner", { permission: WRITE, decision: null }],
    ["admin", { permission: WRITE, decision: null }],
    ["member", { permission: READ, decision: { permission: READ, principalKind: "team", principalIds: ["design"], step: 1 } }],
    ["viewer", { permission: READ, decision: { permission: READ, principalKind: "team", principalIds: ["design"], step: 1 } }],
  ])("comes from the nearest level with an entry for the user; %s", (role, expected) => {
    expect(decideAlong({ ...anna, role }, chain)).toEqual(expected);
  });

  it("is that of the role when no entry applies to the user", () => {
    expect(decideAlong({ ...anna, role: "member" }, [])).toEqual({ permission: WRITE, decision: null });
    expect(decideAlong({ ...anna, role: "viewer" }, chain.slice(0, 1))).toEqual({ permission: READ, decision: null });
  });
});

describe("the permission to edit entries", () => {
  const user: Actor = { kind: "user", id: "anna", role: "user", sessionId: "s", authenticatedAt: new Date(0), personalWorkspaceId: "p" };
  it.each<[MemberRole, Permission, string | null, string]>([
    ["owner", WRITE, null, "ok"],
    ["admin", WRITE, "ben", "ok"],
    ["member", WRITE, "anna", "ok"],
    ["member", WRITE, "ben", "forbidden"],
    ["member", WRITE, null, "forbidden"],
    ["member", READ, "anna", "forbidden"],
    ["member", NONE, "anna", "not-found"],
    ["viewer", WRITE, "anna", "forbidden"],
    ["viewer", NONE, "anna", "not-found"],
  ])("%s with %j on what %s made: %s", (role, permission, madeBy, expected) => {
    const decision = canEditGrants(user, { role, permission, madeBy });
    expect(decision.ok ? "ok" : decision.code).toBe(expected);
    expect(canEditGrants({ kind: "anonymous" }, { role, permission, madeBy })).toEqual({ ok: false, code: "not-found" });
  });
});

describe("entries of several levels on one target", () => {
  const members = [anna, { userId: "ben", teamIds: new Set(["mobile"]) }, { userId: "cleo", teamIds: new Set<string>() }];
  const levels: [string, Grant[][]][] = [
    ["one level", [[grant("team", "design", "read"), grant("everyone", "w", "none")]]],
    ["everyone's entry above which no other counts", [[grant("everyone", "w", "none")], [grant("member", "anna", "read")]]],
    ["a team's entry nearer than that of its member", [[grant("team", "design", "none")], [grant("member", "anna", "write")]]],
    ["entries of two teams of one member", [[grant("team", "design", "read")], [grant("team", "mobile", "write")]]],
    ["a member's entry nearer than that of a team", [[grant("member", "anna", "none")], [grant("team", "design", "write")]]],
    ["no entries in between", [[], [grant("member", "cleo", "read")], [], [grant("everyone", "w", "none")]]],
  ];
  it.each(levels)("decide for every member as the levels do: %s", (_name, chain) => {
    const flat = flattenChain(chain, members);
    for (const member of members) {
      const expected = decideAlong({ ...member, role: "member" }, chain).permission;
      expect([member.userId, decideAlong({ ...member, role: "member" }, [flat]).permission]).toEqual([member.userId, expected]);
    }
    expect(new Set(flat.map(({ principalId }) => principalId)).size).toBe(flat.length);
  });

  it("are those of the only level unchanged, and none without entries", () => {
    const [only = []] = levels[0]?.[1] ?? [];
    expect(flattenChain([[], only], members)).toEqual(only);
    expect(flattenChain([[], []], members)).toEqual([]);
  });
});
