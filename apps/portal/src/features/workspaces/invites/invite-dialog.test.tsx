import { ApiError } from "@stillreel/client";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { answersOf, sample } from "../../../test-harness/sample-workspace.ts";
import type { WorkspaceView } from "../../../entities/workspaces/workspaces.queries.ts";

const invite = { inviteId: "secret", inviteLink: "https://stills.example/invite/secret", expiresAt: "2026-11-27T10:00:00.000Z" };
const server = fakeServer(() => ({ ...answersOf(sample()), "invites.list": { invite, pending: [] }, "invites.create": invite }));
const onClose = vi.fn();
beforeEach(() => onClose.mockReset());

async function open() {
  const { user } = openScreens({ "/": () => <InviteDialog workspace={sample() as unknown as WorkspaceView} onClose={onClose} /> }, ["/"]);
  await screen.findByRole("dialog", { name: "Invite people to Lumen Transit" });
  return user;
}
const field = (): HTMLElement => screen.getByRole("textbox", { name: "By e-mail" });
const chips = (): string[] =>
  within(screen.getByRole("list", { name: "Addresses" }))
    .queryAllByRole("listitem")
    .map((chip) => chip.textContent ?? "");

test("the link is shown until it is renewed or revoked", async () => {
  const user = await open();
  expect(((await screen.findByRole("textbox", { name: "Invite link" })) as HTMLInputElement).value).toBe(invite.inviteLink);
  expect(screen.getByText("Expires Nov 27, 2026.")).toBeTruthy();
  server.answers["invites.create"] = { ...invite, inviteId: "other", inviteLink: "https://stills.example/invite/other" };
  server.answers["invites.list"] = { invite: server.answers["invites.create"], pending: [] };
  await user.click(screen.getByRole("button", { name: "Create a new link" }));
  await waitFor(() => expect((screen.getByRole("textbox", { name: "Invite link" }) as HTMLInputElement).value).toMatch(/other$/u));
  server.answers["invites.list"] = { invite: null, pending: [] };
  await user.click(screen.getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("There is no invite link, so no one can join by link.")).toBeTruthy();
  expect(server.calls.find(({ id }) => id === "invites.revoke")?.params).toEqual({ id: "w" });
});

test("addresses become chips by comma, Enter and paste, each once; Backspace takes the last back", async () => {
  const user = await open();
  await user.type(field(), "a@b.example,c@d.example{Enter}A@b.example ");
  expect(chips()).toEqual(["a@b.example", "c@d.example"]);
  await user.click(field());
  await user.paste("Mira <mira@b.example>; samuel@b.example");
  expect(chips()).toEqual(["a@b.example", "c@d.example", "mira@b.example", "samuel@b.example"]);
  await user.type(field(), "{Backspace}");
  expect(chips()).toHaveLength(3);
  expect((field() as HTMLInputElement).value).toBe("samuel@b.example");
  // Leaving the field preserves its text.
  await user.click(screen.getByRole("button", { name: "Remove c@d.example" }));
  expect(chips()).toEqual(["a@b.example", "mira@b.example", "samuel@b.example"]);
});

test("invites are not sent while an address is invalid or missing", async () => {
  const user = await open();
  await user.click(screen.getByRole("button", { name: "Send invites" }));
  expect(screen.getByText("Please enter an email.")).toBeTruthy();
  await user.type(field(), "nobody ");
  await user.click(screen.getByRole("button", { name: "Send invites" }));
  expect(screen.getByText("Enter an e-mail address like name@company.com.")).toBeTruthy();
  expect(server.sent("emails.sendWorkspaceInvite")).toEqual([]);
});

test("every address is answered for, and those that failed stay to be tried again", async () => {
  server.answers["emails.sendWorkspaceInvite"] = { sent: ["a@b.example"], failed: ["c@d.example"], already: ["max@stills.example"] };
  const user = await open();
  await screen.findByRole("textbox", { name: "Invite link" });
  await user.type(field(), "a@b.example c@d.example max@stills.example");
  await user.click(screen.getByRole("button", { name: "Send invites" }));
  const answers = await screen.findByRole("list", { name: "Results" });
  expect(
    within(answers)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["a@b.exampleInvited", "max@stills.exampleAlready a member", "c@d.exampleNot sent"]);
  expect(chips()).toEqual(["c@d.example"]);
  expect(screen.getByText("Could not send e-mail to the listed addresses")).toBeTruthy();
  expect(server.sent("emails.sendWorkspaceInvite")).toEqual([
    { emails: ["a@b.example", "c@d.example", "max@stills.example"], inviteId: "secret" },
  ]);
});

test("an address that the server finds wrong is named", async () => {
  server.answers["emails.sendWorkspaceInvite"] = new ApiError({
    status: 422,
    code: "validation-failed",
    message: "x",
    details: [{ field: "emails.1", code: "invalid", message: "Enter an e-mail address like name@company.com." }],
  });
  const user = await open();
  await screen.findByRole("textbox", { name: "Invite link" });
  await user.type(field(), "a@b.example c@d.example ");
  await user.click(screen.getByRole("button", { name: "Send invites" }));
  expect(await screen.findByText("c@d.example: Enter an e-mail address like name@company.com.")).toBeTruthy();
});

test("without a valid link, one is created for the mails", async () => {
  server.answers["invites.list"] = { invite: null, pending: [] };
  server.answers["emails.sendWorkspaceInvite"] = { sent: ["a@b.example"], failed: [], already: [] };
  const user = await open();
  await screen.findByRole("button", { name: "Create an invite link" });
  await user.type(field(), "a@b.example");
  await user.click(screen.getByRole("button", { name: "Send invites" }));
  await screen.findByRole("list", { name: "Results" });
  expect(server.calls.filter(({ id }) => id === "invites.create")).toHaveLength(1);
});
