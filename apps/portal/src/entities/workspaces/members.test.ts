import { expect, test } from "vitest";
import { findMembers, inOrder } from "./members.ts";
import type { MemberView, TeamView } from "./workspaces.queries.ts";

const member = (id: string, displayName: string): MemberView => ({
  id,
  displayName,
  email: `${id}@stills.example`,
  photoURL: null,
  role: "member",
  joinedAt: "2026-11-20T10:00:00.000Z",
  lastSeenAt: null,
});
const people = [member("zoe", "Zoë Adams"), member("ann", "ann Berg"), member("tomas", "Tomás Rivera")];
const teams: TeamView[] = [
  { id: "t", name: "Displays", icon: null, owner: "tomas", members: ["tomas", "ann"], isMember: false, closed: false },
];
const ids = (found: MemberView[]): string[] => found.map(({ id }) => id);

test("the current user is first in the list of members; the others are sorted by name without case", () => {
  expect(ids(inOrder(people, "zoe"))).toEqual(["zoe", "ann", "tomas"]);
  expect(ids(inOrder(people, undefined))).toEqual(["ann", "tomas", "zoe"]);
});

test("people are found by name, address and team, without typing the marks on letters", () => {
  expect(ids(findMembers(people, teams, "zoe"))).toEqual(["zoe"]);
  expect(ids(findMembers(people, teams, "rivera TOMAS"))).toEqual(["tomas"]);
  expect(ids(findMembers(people, teams, "ann@stills"))).toEqual(["ann"]);
  expect(ids(findMembers(people, teams, "displays"))).toEqual(["ann", "tomas"]);
  expect(findMembers(people, teams, " ")).toHaveLength(3);
  expect(findMembers(people, teams, "nobody")).toEqual([]);
});
