import { expect, test } from "vitest";
import {
  accessRows,
  filterRows,
  firstRows,
  reasonOf,
  stepInGrid,
  withEntry,
  type EffectiveRight,
  type Entry,
  type Permissions,
  type TeamView,
} from "./access.plan.ts";

const member = (id: string, displayName: string, role: EffectiveRight["member"]["role"] = "member"): EffectiveRight => ({
  member: { id, displayName, photoURL: null, role },
  permission: { read: true, write: role !== "viewer" },
  from: { kind: "role", teams: [], place: null },
});
const entry = (permissionType: Entry["permissionType"], id: string, name: string, write = false): Entry => ({
  id,
  name,
  permissionType,
  permissionItemType: "folder",
  read: true,
  write,
  photoURL: null,
});
const team = (id: string, name: string): TeamView => ({
  id,
  name,
  icon: null,
  owner: "anna",
  members: ["anna"],
  isMember: false,
  closed: false,
});
const permissions: Permissions = {
  canEdit: true,
  members: [member("owner", "Olga", "owner"), member("zoe", "Zoë Ångström"), member("anna", "Anna")],
  entries: [entry("member", "zoe", "Zoë Ångström", true), entry("team", "t2", "Mobile")],
};
const workspace = { id: "w", name: "Lumen", avatar: null };
const rows = accessRows({ workspace, permissions, teams: [team("t1", "Design"), team("t2", "Mobile")] });

test("everyone is first, then teams, then people; rows with an entry precede the others", () => {
  expect(rows.map(({ name, level }) => `${name}: ${level}`)).toEqual([
    "Lumen: null",
    "Mobile: view",
    "Design: null",
    "Zoë Ångström: edit",
    "Anna: null",
    "Olga: null",
  ]);
});

test("no entry binds owners and admins", () => {
  expect(rows.filter(({ isBound }) => !isBound).map(({ name }) => name)).toEqual(["Olga"]);
});

test.each([
  ["zoe", ["Zoë Ångström"]],
  ["angs zo", ["Zoë Ångström"]],
  ["mob", ["Mobile"]],
  ["o", ["Olga"]],
  ["nobody", []],
])("typing %j finds %j", (typed, names) => {
  expect(filterRows(rows, typed).map(({ name }) => name)).toEqual(names);
});

test("at first all with an entry are shown, and a few of the others", () => {
  expect(firstRows(rows, 1).map(({ name }) => name)).toEqual(["Lumen", "Mobile", "Design", "Zoë Ångström", "Anna"]);
});

test("a change is shown before the response: an entry is set, changed and removed", () => {
  const anna = { id: "anna", type: "member", name: "Anna" } as const;
  const set = withEntry(permissions, anna, "folder", "view");
  expect(set.entries).toHaveLength(3);
  const again = withEntry(set, anna, "folder", "none");
  expect(again.entries.filter(({ id }) => id === "anna")).toMatchObject([{ read: false, write: false }]);
  expect(withEntry(again, anna, "folder", null).entries).toEqual(permissions.entries);
});

const why = (from: EffectiveRight["from"], role: EffectiveRight["member"]["role"] = "member") =>
  reasonOf({ ...member("anna", "Anna", role), from }, "here");
const at = (id: string, name: string | null) => ({ id, type: "folder" as const, name });

test("the reason for access: role, entry here, entry on a parent, or hidden from the reader", () => {
  expect(why({ kind: "role", teams: [], place: null })).toEqual({ key: "role", role: "member" });
  expect(why({ kind: "role", teams: [], place: null }, "admin")).toEqual({ key: "always", role: "admin" });
  expect(why({ kind: "member", teams: [], place: at("here", "Here") })).toEqual({ key: "ownHere" });
  expect(why({ kind: "everyone", teams: [], place: at("up", "Campaigns") })).toEqual({ key: "everyone", place: "Campaigns" });
  expect(why({ kind: "everyone", teams: [], place: at("up", null) })).toEqual({ key: "everyoneAbove" });
  const teams = [{ id: "t1", name: "Design" }];
  expect(why({ kind: "team", teams, place: at("up", "Campaigns") })).toEqual({ key: "team", teams: ["Design"], place: "Campaigns" });
  expect(why({ kind: "team", teams, place: at("here", "Here") })).toEqual({ key: "teamHere", teams: ["Design"] });
  expect(why({ kind: "team", teams, place: at("up", null) })).toEqual({ key: "teamAbove", teams: ["Design"] });
});

test("arrow keys move within a row and between rows, and skip rows without controls", () => {
  const sizes = [3, 0, 4];
  expect(stepInGrid("ArrowDown", { row: 0, cell: 2 }, sizes, false)).toEqual({ row: 2, cell: 2 });
  expect(stepInGrid("ArrowUp", { row: 2, cell: 3 }, sizes, false)).toEqual({ row: 0, cell: 2 });
  expect(stepInGrid("ArrowRight", { row: 0, cell: 2 }, sizes, false)).toBeNull();
  expect(stepInGrid("ArrowRight", { row: 0, cell: 1 }, sizes, true)).toEqual({ row: 0, cell: 0 });
  expect(stepInGrid("End", { row: 0, cell: 0 }, sizes, false)).toEqual({ row: 2, cell: 0 });
  expect(stepInGrid("Home", { row: 2, cell: 1 }, sizes, false)).toEqual({ row: 0, cell: 1 });
  expect(stepInGrid("x", { row: 0, cell: 0 }, sizes, false)).toBeNull();
});
