import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { answersOf, sample } from "../../test-harness/sample-workspace.ts";
import { AccessDialog } from "./access-dialog.tsx";

const right = (id: string, role: string, write: boolean) => ({
  member: { id, displayName: `${id[0]?.toUpperCase()}${id.slice(1)} Person`, photoURL: null, role },
  permission: { read: true, write },
  from: { kind: "role", teams: [], place: null },
});
const permissions = {
  canEdit: true,
  entries: [],
  members: [right("olga", "owner", true), right("max", "member", true), right("vic", "viewer", false)],
};
const team = { id: "t", name: "Design", icon: null, owner: "ada", members: ["ada", "max"], isMember: false, closed: false };
const server = fakeServer(() => ({
  ...answersOf(sample()),
  "teams.list": { items: [team], nextCursor: null },
  "rights.list.folders": permissions,
}));

async function open() {
  const subject = { workspaceId: "w", kind: "folder", id: "f", name: "Fares" } as const;
  const { user } = openScreens({ "/": () => <AccessDialog subject={subject} onClose={() => {}} /> }, ["/"]);
  const grid = await screen.findByRole("grid");
  const row = (name: string): HTMLElement => {
    const found = grid.querySelector<HTMLElement>(`[data-access-row="${name}"]`);
    if (!found) throw new Error(`There is no row ${name}.`);
    return found;
  };
  return { user, grid, row };
}

test("rows without an entry show what is in effect", async () => {
  const { row } = await open();
  const inEffect = (name: string) => [...row(name).querySelectorAll("[data-in-effect]")].map(({ textContent }) => textContent);
  expect(inEffect("Max Person")).toEqual(["Edit"]);
  expect(inEffect("Vic Person")).toEqual(["View"]);
  expect(row("Design").textContent).toContain("Team of 2, not set here");
  expect(row("Lumen Transit").textContent).toContain("3 members, not set here");
});

test("after a change the filter is removed, so that its effect on people is visible", async () => {
  const { user, grid } = await open();
  const rows = (): number => grid.querySelectorAll("[data-access-row]").length;
  expect(rows()).toBe(5);
  await user.type(screen.getByRole("searchbox", { name: "Find a person or team" }), "des");
  await waitFor(() => expect(rows()).toBe(1));
  await user.click(within(grid).getByRole("button", { name: "Design: View" }));
  await waitFor(() => expect(rows()).toBe(5));
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  await waitFor(() => expect(server.sent("rights.set.folders")).toHaveLength(1));
});
