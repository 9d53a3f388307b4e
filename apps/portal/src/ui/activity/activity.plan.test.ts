import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { byDay, detailsOf, subjectOf, actionKey } from "./activity.plan.ts";
import type { Activity } from "../../platform/activity/activity-filter.ts";

const ANNA = { id: "anna", displayName: "Anna", photoURL: null };
const row = (action: string, more: Partial<Activity> = {}): Activity => ({
  id: action,
  at: "2026-11-20T10:00:00.000Z",
  action,
  person: ANNA,
  subject: "",
  details: {},
  ...more,
});

test("an entry about its own actor names them once, and many objects are counted", () => {
  expect(subjectOf(row("member.joined", { subject: "Anna", details: { memberId: "anna" } }))).toBeNull();
  expect(subjectOf(row("member.removed", { subject: "Bo", details: { memberId: "bo" } }))).toEqual({ name: "Bo" });
  expect(subjectOf(row("item.deleted", { subject: "12", details: { count: 12 } }))).toEqual({ count: 12 });
});

test("an entry names the permission and its subject, and the role before and after", () => {
  const right = { principalKind: "team", principalName: "Design", read: true };
  expect(detailsOf(row("rights.changed", { details: { ...right, write: true } }))).toEqual([
    { kind: "right", name: "Design", right: "edit" },
  ]);
  expect(detailsOf(row("rights.changed", { details: { ...right, write: false } }))).toEqual([
    { kind: "right", name: "Design", right: "view" },
  ]);
  expect(
    detailsOf(row("rights.changed", { details: { principalKind: "everyone", principalName: "Lumen", read: false, write: false } })),
  ).toEqual([{ kind: "right", name: null, right: "none" }]);
  expect(detailsOf(row("rights.removed", { details: right }))).toEqual([{ kind: "right", name: "Design", right: "removed" }]);
  expect(detailsOf(row("member.role-changed", { details: { from: "member", to: "admin" } }))).toEqual([
    { kind: "role", from: "member", to: "admin" },
  ]);
  expect(detailsOf(row("team.members-changed", { details: { added: ["Bo", "Cy"], removed: [] } }))).toEqual([
    { kind: "added", names: "Bo, Cy" },
  ]);
});

test("an entry of the installation names its workspace and the address of its caller", () => {
  const more = { ip: "203.0.113.7", workspace: { id: "w", name: "Lumen" } };
  expect(detailsOf(row("item.moved", more))).toEqual([
    { kind: "workspace", names: "Lumen" },
    { kind: "address", names: "203.0.113.7" },
  ]);
  expect(detailsOf(row("auth.signed-in", { ip: "", workspace: null }))).toEqual([]);
});

test("every activity text of the catalogue has its action; an unknown action has no text", () => {
  expect(actionKey("member.role-changed")).toBe("member-role-changed");
  expect(actionKey("something.new")).toBeNull();
  const texts = JSON.parse(readFileSync(new URL("../../../../../packages/i18n/src/en/workspaces.json", import.meta.url), "utf8")) as {
    activity: { told: Record<string, string> };
  };
  for (const key of Object.keys(texts.activity.told)) expect(actionKey(key.replace("-", "."))).toBe(key);
});

test("rows stand under their days, in the order in which they came", () => {
  const rows = [row("a"), row("b"), row("c", { at: "2026-11-19T10:00:00.000Z" })];
  expect(byDay(rows, (iso) => iso.slice(0, 10)).map(({ day, rows: some }) => [day, some.map(({ id }) => id)])).toEqual([
    ["2026-11-20", ["a", "b"]],
    ["2026-11-19", ["c"]],
  ]);
});

test("the origin of an act from the command line is not shown as an address", () => {
  const row = { id: "1", at: "2026-11-24T12:00:00.000Z", action: "user.suspended", person: null, subject: "Anna", details: {} };
  expect(detailsOf({ ...row, ip: "command line" })).toEqual([]);
  expect(detailsOf({ ...row, ip: "192.0.2.1" })).toEqual([{ kind: "address", names: "192.0.2.1" }]);
});
