import { ApiError } from "@stillreel/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { MembersScreen } from "./members.screen.tsx";
import { answersOf, sample } from "../../../test-harness/sample-workspace.ts";

const server = fakeServer(() => answersOf(sample()));

async function open() {
  const visit = openScreens({ "/w/$workspaceId/members": MembersScreen, "/workspaces": () => <h1>All</h1> }, ["/w/w/members"]);
  await screen.findByRole("table", { name: "Members" });
  return visit;
}
const rowOf = (name: string): HTMLElement => screen.getByRole("row", { name: new RegExp(name, "u") });

test("members stand with their teams and roles; the last owner's role cannot be changed", async () => {
  await open();
  expect(rowOf("Olga Person").textContent).toContain("(you)");
  expect(within(rowOf("Olga Person")).queryByRole("button", { name: /^Role of/u })).toBeNull();
  expect(rowOf("Max Person").textContent).toContain("Design");
  expect(await screen.findByText("4 members, 1 team, 6 items")).toBeTruthy();
});

test("a role is changed by a menu that explains each role, immediately and with Undo", async () => {
  const { user } = await open();
  await user.click(within(rowOf("Vic Person")).getByRole("button", { name: "Role of Vic Person: Viewer. Change" }));
  const choice = await screen.findByRole("menuitemradio", { name: /^Member/u });
  expect(choice.textContent).toContain("Can invite people");
  await user.click(choice);
  expect(server.calls.find(({ id }) => id === "members.update")).toMatchObject({
    params: { workspaceId: "w", userId: "vic" },
    body: { role: "member" },
  });
  await user.click(await screen.findByRole("button", { name: /Undo/u }));
  await waitFor(() => expect(server.sent("members.update")).toEqual([{ role: "member" }, { role: "viewer" }]));
});

test("a role change that the server refuses is reverted, with an error message", async () => {
  server.answers["members.update"] = new ApiError({ status: 403, code: "forbidden", message: "x" });
  const { user } = await open();
  await user.click(within(rowOf("Vic Person")).getByRole("button", { name: /^Role of/u }));
  await user.click(await screen.findByRole("menuitemradio", { name: /^Member/u }));
  expect(await screen.findByText("Insufficient permissions!")).toBeTruthy();
  expect(within(rowOf("Vic Person")).getByRole("button", { name: /: Viewer/u })).toBeTruthy();
});

test("removing a member asks first, with the focus on Cancel, and states the consequence", async () => {
  const { user } = await open();
  await user.click(within(rowOf("Max Person")).getByRole("button", { name: "More about Max Person" }));
  await user.click(await screen.findByRole("menuitem", { name: "Remove from workspace" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove Max Person?" });
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Cancel" })));
  expect(dialog.textContent).toContain("Their files stay");
  server.answers["workspaces.get"] = { ...(answersOf(sample())["workspaces.get"] as object) };
  await user.click(within(dialog).getByRole("button", { name: "Remove member" }));
  await waitFor(() => expect(server.calls.some(({ id }) => id === "members.remove")).toBe(true));
});

test("members are filtered by the typed text", async () => {
  const { user } = await open();
  await user.type(screen.getByRole("searchbox", { name: "Search members" }), "design");
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(3));
  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "zzz");
  expect(await screen.findByText(/No one matches "zzz"/u)).toBeTruthy();
});

test("viewers neither invite nor see who was invited", async () => {
  Object.assign(server.answers, answersOf(sample({ role: "viewer" }), "vic"));
  await open();
  expect(screen.queryByRole("button", { name: "Invite people" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Role of/u })).toBeNull();
  expect(server.calls.some(({ id }) => id === "invites.list")).toBe(false);
});

test("an invited person who has not joined is listed, and the invite can be withdrawn", async () => {
  const pending = {
    id: "p",
    email: "new@stills.example",
    invitedBy: { id: "ada", displayName: "Ada Person", photoURL: null },
    sentAt: "2026-11-20T10:00:00.000Z",
    expiresAt: "2999-11-27T10:00:00.000Z",
  };
  server.answers["invites.list"] = { invite: null, pending: [pending] };
  const { user } = await open();
  const list = await screen.findByRole("list", { name: "Pending invites" });
  expect(list.textContent).toContain("Invited by Ada Person on Nov 20, 2026");
  await user.click(within(list).getByRole("button", { name: "Withdraw the invite of new@stills.example" }));
  expect(server.calls.find(({ id }) => id === "invites.withdraw")?.params).toEqual({ workspaceId: "w", pendingId: "p" });
});

test("the only owner transfers ownership before leaving; the new owner is set first", async () => {
  const { user, history } = await open();
  await user.click(screen.getByRole("button", { name: "Workspace menu" }));
  await user.click(await screen.findByRole("menuitem", { name: "Leave workspace" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave Lumen Transit?" });
  expect(dialog.textContent).toContain("A workspace needs an owner");
  await user.click(within(dialog).getByRole("radio", { name: /Max Person/u }));
  await user.click(within(dialog).getByRole("button", { name: "Hand over and leave" }));
  await waitFor(() => expect(history.location.pathname).toBe("/workspaces"));
  expect(
    server.calls.filter(({ id }) => id === "members.update" || id === "workspaces.leave").map(({ id, params }) => [id, params]),
  ).toEqual([
    ["members.update", { workspaceId: "w", userId: "max" }],
    ["workspaces.leave", { workspaceId: "w" }],
  ]);
});
