import { ApiError } from "@stillreel/client";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "../../../platform/api.ts";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { accountKeys } from "../../../entities/people/account.queries.ts";
import { InviteScreen } from "./invite.screen.tsx";
import { answersOf, sample } from "../../../test-harness/sample-workspace.ts";

const invite = {
  workspace: { id: "w", name: "Lumen Transit", avatar: null },
  inviter: { displayName: "Ada Person", photoURL: null },
  valid: true,
  isMember: false,
  expiresAt: "2026-11-27T10:00:00.000Z",
};
const server = fakeServer(() => ({ ...answersOf(sample()), "invites.read": invite, "invites.join": sample() }));
beforeEach(() => sessionStorage.clear());

async function open({ isSignedIn = false } = {}) {
  if (isSignedIn) queryClient.setQueryData(accountKeys.user, answersOf(sample(), "max")["auth.getUserData"] as never);
  const visit = openScreens(
    {
      "/invite/$inviteId": InviteScreen,
      "/auth/register": () => <h1>Register</h1>,
      "/auth/login": () => <h1>Log in here</h1>,
      "/w/$workspaceId/overview": () => <h1>Inside</h1>,
      "/images": () => <h1>Library</h1>,
    },
    ["/invite/secret"],
  );
  await screen.findByRole("heading", { level: 1 });
  return visit;
}
const joins = (): unknown[] => server.calls.filter(({ id }) => id === "invites.join").map(({ params }) => params);

test("a signed-in user joins with one press and enters the workspace", async () => {
  const { user, history } = await open({ isSignedIn: true });
  expect(screen.getByRole("heading", { name: "Join Lumen Transit" })).toBeTruthy();
  expect(screen.getByText(/Ada Person invited you\./u)).toBeTruthy();
  expect(joins()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Join now" }));
  await waitFor(() => expect(history.location.pathname).toBe("/w/w/overview"));
  expect(joins()).toEqual([{ id: "secret" }]);
});

test("a user without an account signs up with the invite as the return address", async () => {
  const { user, history } = await open();
  expect(screen.queryByRole("button", { name: "Join now" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Sign up" }));
  await waitFor(() => expect(history.location.pathname).toBe("/auth/register"));
  expect(new URLSearchParams(history.location.search).get("next")).toBe("/invite/secret");
});

test("after sign-in for the invite, the user need not press the button again", async () => {
  sessionStorage.setItem("stillreel-joining", "secret");
  const { history } = await open({ isSignedIn: true });
  await waitFor(() => expect(history.location.pathname).toBe("/w/w/overview"));
  expect(joins()).toHaveLength(1);
});

test("another invite is not joined because of it", async () => {
  sessionStorage.setItem("stillreel-joining", "other");
  await open({ isSignedIn: true });
  expect(screen.getByRole("button", { name: "Join now" })).toBeTruthy();
  expect(joins()).toEqual([]);
});

test("an expired invite shows a message and a link that requests a new one", async () => {
  server.answers["invites.read"] = new ApiError({ status: 410, code: "invite-expired", message: "This invite has expired" });
  await open();
  expect(screen.getByRole("heading", { name: "This invite has expired" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Ask for a new invite" }).getAttribute("href")).toMatch(/^mailto:\?subject=/u);
  expect(screen.getByRole("link", { name: "Sign in" })).toBeTruthy();
});

test("an invite that expires between reading and joining shows the same message", async () => {
  server.answers["invites.join"] = new ApiError({ status: 410, code: "invite-expired", message: "This invite has expired" });
  const { user } = await open({ isSignedIn: true });
  await user.click(screen.getByRole("button", { name: "Join now" }));
  expect(await screen.findByRole("heading", { name: "This invite has expired" })).toBeTruthy();
});

test("an existing member gets a link to the workspace", async () => {
  server.answers["invites.read"] = { ...invite, isMember: true };
  await open({ isSignedIn: true });
  expect(screen.getByRole("heading", { name: "You are in Lumen Transit" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open workspace" }).getAttribute("href")).toBe("/w/w/overview");
});

test("an unknown invite address shows its state, and visitors without an account are not sent to a library", async () => {
  server.answers["invites.read"] = new ApiError({ status: 404, code: "not-found", message: "x" });
  server.answers["auth.getUserData"] = new ApiError({ status: 401, code: "unauthenticated", message: "x" });
  await open();
  expect(screen.getByRole("heading", { name: "This link doesn't work" })).toBeTruthy();
  expect((await screen.findByRole("link", { name: "Sign in" })).getAttribute("href")).toBe("/auth/login");
  expect(screen.queryByRole("link", { name: "Back to my library" })).toBeNull();
});

test("a user with an invalid invite returns to the library", async () => {
  server.answers["invites.read"] = new ApiError({ status: 404, code: "not-found", message: "x" });
  await open({ isSignedIn: true });
  expect(await screen.findByRole("link", { name: "Back to my library" })).toBeTruthy();
});
