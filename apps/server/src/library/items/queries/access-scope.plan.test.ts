import { describe, expect, it } from "vitest";
import type { MemberRole, Permission } from "../../../access/policies/items.policy.ts";
import { spaceGrants, spaceRights, type PlacedGrant, type SpaceRights } from "../../../access/policies/space-rights.ts";
import { VISIBLE_ITEM } from "./list-statements.repo.ts";
import { itemScopeOf, accessScopeOf, writesAnywhere } from "./access-scope.plan.ts";

const FOLDERS = [
  { id: "a", parentId: null },
  { id: "b", parentId: "a" },
  { id: "c", parentId: null },
];
const NONE = { read: false, write: false };
const VIEW = { read: true, write: false };
const EDIT = { read: true, write: true };

function rightsOf(
  role: MemberRole,
  entries: { folders?: Record<string, Permission>; items?: Record<string, Permission> } = {},
): SpaceRights {
  const placed = (given: Record<string, Permission> = {}): PlacedGrant[] =>
    Object.entries(given).map(([targetId, permission]) => ({ targetId, principalKind: "member", principalId: "anna", ...permission }));
  const grants = spaceGrants({ userId: "anna", teamIds: new Set() }, FOLDERS, {
    folders: placed(entries.folders),
    items: placed(entries.items),
  });
  return spaceRights(role, grants);
}

describe("a member's access scope", () => {
  it("is unrestricted when no entry hides anything", () => {
    for (const role of ["owner", "admin", "member", "viewer"] as const) expect(accessScopeOf("w", rightsOf(role), "read")).toBeNull();
    expect(accessScopeOf("w", rightsOf("owner", { folders: { a: NONE } }), "write")).toBeNull();
    expect(accessScopeOf("w", rightsOf("member", { folders: { a: VIEW }, items: { x: VIEW } }), "read")).toBeNull();
  });

  it("uses the shorter list, with the space id for its root", () => {
    expect(accessScopeOf("w", rightsOf("member", { folders: { c: NONE } }), "read")).toMatchObject({
      mode: "without",
      containers: ["c"],
      few: true,
    });
    const most = accessScopeOf("w", rightsOf("member", { folders: { a: NONE, c: NONE } }), "read");
    expect(most).toMatchObject({ mode: "within", containers: ["w"], shown: [], hidden: [] });
    expect(most?.accessibleIds()).toEqual(["w"]);
    expect(accessScopeOf("w", rightsOf("member", { folders: { a: NONE, b: EDIT } }), "read")?.accessibleIds()).toEqual(["w", "c", "b"]);
  });

  it("lists single items without their folders", () => {
    const accessScope = accessScopeOf("w", rightsOf("member", { items: { x: NONE, y: EDIT } }), "read");
    expect(accessScope).toMatchObject({ mode: "without", containers: [], shown: ["y"], hidden: ["x"], few: false });
    expect(accessScope?.accessibleIds()).toBeNull();
  });

  it("contains only granted items and folders when the role grants nothing", () => {
    expect(accessScopeOf("w", rightsOf("viewer"), "write")).toMatchObject({ mode: "within", containers: [], shown: [] });
    expect(accessScopeOf("w", rightsOf("viewer", { items: { x: EDIT, y: VIEW } }), "write")).toMatchObject({
      mode: "within",
      containers: [],
      shown: ["x"],
      hidden: ["y"],
    });
    expect(accessScopeOf("w", rightsOf("viewer", { folders: { a: EDIT, b: VIEW } }), "write")).toMatchObject({
      mode: "within",
      containers: ["a"],
    });
  });

  it("is computed once for the same entries, role and permission", () => {
    const rights = rightsOf("viewer", { folders: { a: NONE } });
    expect(accessScopeOf("w", rights, "read")).toBe(accessScopeOf("w", rights, "read"));
    expect(accessScopeOf("w", rights, "write")).not.toBe(accessScopeOf("w", rights, "read"));
    expect(accessScopeOf("w", spaceRights("member", rights.grants), "write")).not.toBe(accessScopeOf("w", rights, "write"));
  });

  it("excludes single hidden items within a folder", () => {
    expect(itemScopeOf(null)).toBeNull();
    expect(itemScopeOf(accessScopeOf("w", rightsOf("member", { folders: { c: NONE } }), "read"))).toBeNull();
    expect(itemScopeOf(accessScopeOf("w", rightsOf("member", { items: { x: NONE } }), "read"))).toMatchObject({ hidden: ["x"] });
  });
});

it("a member has write access by the role or by any entry", () => {
  expect(writesAnywhere(rightsOf("member", { folders: { a: NONE } }))).toBe(true);
  expect(writesAnywhere(rightsOf("viewer", { folders: { a: VIEW }, items: { x: VIEW } }))).toBe(false);
  expect(writesAnywhere(rightsOf("viewer", { folders: { b: EDIT } }))).toBe(true);
  expect(writesAnywhere(rightsOf("viewer", { items: { x: EDIT } }))).toBe(true);
});

it("the SQL condition uses three sets of ids", () => {
  expect(VISIBLE_ITEM.visible.replaceAll(/\s+/gu, " ")).toBe(
    "((({containerId} in (select unnest($6::uuid[]))) = $7::boolean) or {itemId} in (select unnest($8::uuid[]))) and {itemId} not in (select unnest($9::uuid[]))",
  );
});
