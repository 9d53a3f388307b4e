import { ApiError } from "@stillreel/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { answersOf, sample } from "../../test-harness/sample-workspace.ts";
import { SettingsScreen } from "./settings/settings.screen.tsx";
import { TeamsScreen } from "./teams/teams.screen.tsx";
import { NewWorkspaceScreen, WorkspacesScreen } from "./workspaces.screen.tsx";

const server = fakeServer(() => answersOf(sample()));
const refusal = (status: number, code: string): ApiError => new ApiError({ status, code, message: code });

async function open(path: string) {
  const visit = openScreens(
    {
      "/workspaces": WorkspacesScreen,
      "/workspaces/new": NewWorkspaceScreen,
      "/w/$workspaceId/settings": SettingsScreen,
      "/w/$workspaceId/teams": TeamsScreen,
      "/w/$workspaceId/overview": () => <h1>Inside</h1>,
    },
    [path],
  );
  await screen.findByRole("heading", { level: 1 });
  return visit;
}
const png = (bytes: number): File => {
  const content = new Uint8Array(bytes);
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return new File([content], "logo.png", { type: "image/png" });
};

test("a workspace needs a name of at most 32 characters, and opens after its creation", async () => {
  server.answers["workspaces.create"] = sample();
  const { user, history } = await open("/workspaces/new");
  await user.click(screen.getByRole("button", { name: "Create workspace" }));
  expect(screen.getByText("Please enter a name.")).toBeTruthy();
  const field = screen.getByLabelText("Workspace name") as HTMLInputElement;
  await user.type(field, "A name of more than thirty-two ch");
  expect(field.value).toHaveLength(32);
  expect(screen.getByText("32 / 32")).toBeTruthy();
  await user.clear(field);
  await user.type(field, "Lumen Transit");
  await user.click(screen.getByRole("button", { name: "Create workspace" }));
  await waitFor(() => expect(history.location.pathname).toBe("/w/w/overview"));
  expect(server.calls.find(({ id }) => id === "workspaces.create")?.query).toEqual({ name: "Lumen Transit" });
});

test("the server's message about a name is below the field", async () => {
  server.answers["workspaces.create"] = new ApiError({
    status: 422,
    code: "validation-failed",
    message: "x",
    details: [{ field: "name", code: "invalid", message: "Control characters are not allowed." }],
  });
  const { user } = await open("/workspaces/new");
  await user.type(screen.getByLabelText("Workspace name"), "Lumen");
  await user.click(screen.getByRole("button", { name: "Create workspace" }));
  expect(await screen.findByText("Control characters are not allowed.")).toBeTruthy();
});

test("the header of a workspace has its lines and tabs before the members are loaded", async () => {
  const { promise: whole, resolve } = Promise.withResolvers<unknown>();
  const answer = server.answers["workspaces.get"];
  server.answers["workspaces.get"] = () => whole;
  await open("/w/w/teams");
  const tabs = await screen.findByRole("navigation", { name: "Pages of Lumen Transit" });
  const names = (): string[] =>
    within(tabs)
      .getAllByRole("link")
      .map(({ textContent }) => textContent.trim());
  await waitFor(() => expect(names()).toEqual(["Overview", "Items 6", "Members", "Teams", "Activity", "Settings"]));
  expect(screen.getByRole("button", { name: "Invite people" })).toBeTruthy();
  resolve(answer);
  await waitFor(() => expect(names()).toEqual(["Overview", "Items 6", "Members 4", "Teams 1", "Activity", "Settings"]));
});

test("without a workspace the page offers to create one, and a deleted workspace can be restored", async () => {
  server.answers["workspaces.list"] = [];
  server.answers["workspaces.listDeleted"] = [
    { id: "gone", name: "Old Harbour", avatar: null, deletedAt: "2026-11-20T10:00:00.000Z", purgedAt: "2026-12-20T10:00:00.000Z" },
  ];
  const { user } = await open("/workspaces");
  expect(await screen.findByRole("heading", { name: "Create a workspace for your team" })).toBeTruthy();
  const list = await screen.findByRole("list", { name: "Recently deleted" });
  expect(list.textContent).toContain("Permanently deleted on Dec 20, 2026");
  await user.click(within(list).getByRole("button", { name: "Restore Old Harbour" }));
  expect(server.calls.find(({ id }) => id === "workspaces.restore")?.params).toEqual({ workspaceId: "gone" });
});

test("deleting wants the workspace's name, exactly", async () => {
  const { user, history } = await open("/w/w/settings");
  await user.click(await screen.findByRole("button", { name: "Delete workspace" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete Lumen Transit?" });
  const field = within(dialog).getByRole("textbox");
  await user.type(field, "lumen transit");
  await user.click(within(dialog).getByRole("button", { name: "Delete workspace" }));
  expect(within(dialog).getByText("Type the name exactly as shown.")).toBeTruthy();
  expect(server.calls.some(({ id }) => id === "workspaces.delete")).toBe(false);
  await user.clear(field);
  await user.type(field, "Lumen Transit");
  await user.click(within(dialog).getByRole("button", { name: "Delete workspace" }));
  await waitFor(() => expect(history.location.pathname).toBe("/workspaces"));
  expect(server.calls.find(({ id }) => id === "workspaces.delete")?.params).toEqual({ workspaceId: "w" });
});

test("members see the profile and may leave, and change nothing", async () => {
  Object.assign(server.answers, answersOf(sample({ role: "member", organizationName: "Lumen AS" }), "max"));
  await open("/w/w/settings");
  expect(await screen.findByText("Lumen AS")).toBeTruthy();
  expect(screen.queryByLabelText("Workspace name")).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete workspace" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Hand over workspace" })).toBeNull();
  expect(screen.getByRole("button", { name: "Leave workspace" })).toBeTruthy();
  expect(await screen.findByText(/2 MB used/u)).toBeTruthy();
});

test("a logo of 30 KB is sent; an unsupported file type is not", async () => {
  server.answers["workspaces.avatar"] = sample({ avatar: "/avatars/a" });
  const { user } = await open("/w/w/settings");
  const input = await screen.findByLabelText("Avatar: choose an image");
  await user.upload(input, new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "logo.png", { type: "image/png" }));
  expect(await screen.findByText("This file type is not supported.")).toBeTruthy();
  expect(server.calls.some(({ id }) => id === "workspaces.avatar")).toBe(false);
  await user.upload(input, png(30 * 1024));
  await waitFor(() => expect(server.sent("workspaces.avatar")).toHaveLength(1));
  expect(screen.queryByText("This file type is not supported.")).toBeNull();
});

test("the server's refusal of a logo's size is shown in the words of the rule", async () => {
  server.answers["workspaces.avatar"] = refusal(413, "file-too-large");
  const { user } = await open("/w/w/settings");
  await user.upload(await screen.findByLabelText("Avatar: choose an image"), png(100));
  expect(await screen.findByText("The file exceeds the maximum size of 30 KB.")).toBeTruthy();
});

test("a team is created with its members; a taken name is reported below the field", async () => {
  server.answers["teams.create"] = refusal(409, "team-exists");
  const { user } = await open("/w/w/teams");
  await user.click(await screen.findByRole("button", { name: "New team" }));
  const dialog = await screen.findByRole("dialog", { name: "New team" });
  await user.type(within(dialog).getByLabelText("Team name"), "Design");
  await user.click(within(dialog).getByRole("checkbox", { name: /Max Person/u }));
  await user.click(within(dialog).getByRole("button", { name: "Create team" }));
  expect(await within(dialog).findByText("A team with this name already exists.")).toBeTruthy();
  server.answers["teams.create"] = refusal(500, "internal");
  await user.click(within(dialog).getByRole("button", { name: "Create team" }));
  expect(await within(dialog).findByText("Could not create the team.")).toBeTruthy();
  server.answers["teams.create"] = {
    id: "n",
    name: "Displays",
    icon: null,
    owner: "olga",
    members: ["olga", "max"],
    isMember: true,
    closed: false,
  };
  await user.clear(within(dialog).getByLabelText("Team name"));
  await user.type(within(dialog).getByLabelText("Team name"), "Displays");
  await user.click(within(dialog).getByRole("button", { name: "Create team" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.sent("teams.create").at(-1)).toEqual({ name: "Displays", members: ["olga", "max"], closed: false });
});

test("the members of a team change before its owner does: an owner must be in it", async () => {
  const team = { id: "t", name: "Design", icon: null, owner: "ada", members: ["ada", "max", "vic"], isMember: false, closed: false };
  server.answers["teams.members"] = team;
  server.answers["teams.update"] = { ...team, owner: "vic" };
  const { user } = await open("/w/w/teams");
  await user.click(await screen.findByRole("button", { name: "More about the team Design" }));
  await user.click(await screen.findByRole("menuitem", { name: "Edit team" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit Design" });
  await user.click(within(dialog).getByRole("checkbox", { name: /Vic Person/u }));
  await user.click(within(dialog).getByRole("button", { name: "Make Vic Person the team owner" }));
  await user.click(within(dialog).getByRole("button", { name: "Save team" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.calls.filter(({ id }) => id.startsWith("teams.") && id !== "teams.list").map(({ id, body }) => [id, body])).toEqual([
    ["teams.members", { members: ["ada", "max", "vic"] }],
    ["teams.update", { owner: "vic" }],
  ]);
});

test("joining and leaving a team is one press; viewers are put into teams by others", async () => {
  server.answers["teams.join"] = {
    id: "t",
    name: "Design",
    icon: null,
    owner: "ada",
    members: ["ada", "max", "olga"],
    isMember: true,
    closed: false,
  };
  const { user } = await open("/w/w/teams");
  await user.click(await screen.findByRole("button", { name: "Join Design" }));
  expect(server.calls.find(({ id }) => id === "teams.join")?.params).toEqual({ workspaceId: "w", teamId: "t" });
});

test("leaving a team reports what failed: the leaving itself, or only the refresh after it", async () => {
  const team = { id: "t", name: "Design", icon: null, owner: "ada", members: ["ada", "max", "olga"], isMember: true, closed: false };
  Object.assign(server.answers, answersOf({ ...sample(), teams: [team] }));
  server.answers["teams.leave"] = refusal(500, "internal");
  const { user } = await open("/w/w/teams");
  await user.click(await screen.findByRole("button", { name: "Leave Design" }));
  expect(await screen.findByText("Could not leave the team.")).toBeTruthy();

  server.answers["teams.leave"] = { ...team, members: ["ada", "max"], isMember: false };
  server.answers["workspaces.get"] = refusal(500, "internal");
  await user.click(screen.getByRole("button", { name: "Leave Design" }));
  expect(await screen.findByText("You left the team, but some data could not be updated.")).toBeTruthy();
});

test("a viewer can make and join no team", async () => {
  Object.assign(server.answers, answersOf(sample({ role: "viewer" }), "vic"));
  await open("/w/w/teams");
  await screen.findByRole("list", { name: "Teams" });
  expect(screen.queryByRole("button", { name: /^Join|^New team|^More about the team/u })).toBeNull();
});

test("a member finds no way by themselves into a closed team", async () => {
  const closed = [{ id: "t", name: "Design", icon: null, owner: "ada", members: ["ada"], isMember: false, closed: true }];
  Object.assign(server.answers, answersOf(sample({ role: "member", teams: closed }), "max"));
  await open("/w/w/teams");
  expect((await screen.findByRole("list", { name: "Teams" })).textContent).toContain("Closed");
  expect(screen.queryByRole("button", { name: "Join Design" })).toBeNull();
});

test("a team is closed by its dialog", async () => {
  server.answers["teams.update"] = {
    id: "t",
    name: "Design",
    icon: null,
    owner: "ada",
    members: ["ada", "max"],
    isMember: false,
    closed: true,
  };
  const { user } = await open("/w/w/teams");
  await user.click(await screen.findByRole("button", { name: "More about the team Design" }));
  await user.click(await screen.findByRole("menuitem", { name: "Edit team" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit Design" });
  await user.click(within(dialog).getByRole("checkbox", { name: /^Closed team/u }));
  await user.click(within(dialog).getByRole("button", { name: "Save team" }));
  await waitFor(() => expect(server.sent("teams.update")).toEqual([{ closed: true }]));
});
