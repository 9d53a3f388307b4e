import { expect, test } from "vitest";
import { canRemove, isLastOwner, rolesToGive } from "./roles.ts";
import type { MemberView, Role } from "./workspaces.queries.ts";

const member = (id: string, role: Role): MemberView => ({
  id,
  displayName: id,
  email: `${id}@stills.example`,
  photoURL: null,
  role,
  joinedAt: "2026-11-20T10:00:00.000Z",
  lastSeenAt: null,
});
const [olga, ada, max, vic] = [member("olga", "owner"), member("ada", "admin"), member("max", "member"), member("vic", "viewer")] as const;
const all = [olga, ada, max, vic];

test("owners assign every role, and change their own role if another owner remains", () => {
  expect(rolesToGive("owner", max, all)).toEqual(["owner", "admin", "member", "viewer"]);
  expect(rolesToGive("owner", ada, all)).toContain("owner");
  expect(rolesToGive("owner", olga, all)).toEqual([]);
  expect(rolesToGive("owner", olga, [...all, member("otto", "owner")])).toContain("admin");
});

test("admins decide about members and viewers only", () => {
  expect(rolesToGive("admin", vic, all)).toEqual(["member", "viewer"]);
  expect(rolesToGive("admin", ada, all)).toEqual([]);
  expect(rolesToGive("admin", olga, all)).toEqual([]);
  expect(canRemove("admin", max, false)).toBe(true);
  expect(canRemove("admin", ada, false)).toBe(false);
});

test("members and viewers change no roles", () => {
  for (const mine of ["member", "viewer"] as const)
    for (const one of all) {
      expect(rolesToGive(mine, one, all)).toEqual([]);
      expect(canRemove(mine, one, false)).toBe(false);
    }
});

test("no member can remove themselves: they leave", () => {
  expect(canRemove("owner", olga, true)).toBe(false);
  expect(isLastOwner(olga, all)).toBe(true);
  expect(isLastOwner(ada, all)).toBe(false);
});
