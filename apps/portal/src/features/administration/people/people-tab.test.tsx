import { ApiError } from "@stillreel/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { PeopleTab } from "./people.tab.tsx";

const anna = {
  id: "anna",
  email: "anna@example.test",
  emailVerified: true,
  displayName: "Anna Berg",
  photoURL: null,
  provider: "password",
  role: "user",
  suspendedAt: null,
  createdAt: "2026-11-01T10:00:00.000Z",
  lastSeenAt: null,
  storageBytes: 950 * 1024 ** 2,
  itemCount: 12,
  quota: 1024 ** 3,
  quotaLimit: 1024 ** 3,
};
const root = { ...anna, id: "root", displayName: "Root", email: "root@example.test", role: "admin", quota: null, quotaLimit: 0 };
const details = { usedBytes: anna.storageBytes, hasTwoFactor: false, workspaces: [], sessions: [], signIns: [] };

const server = fakeServer(() => ({
  "auth.getUserData": { id: "root", role: "admin", displayName: "Root", preferences: {} },
  "people.list": { items: [anna, root], nextCursor: null },
  "people.get": ({ params }: { params: { userId: string } }) => ({ ...(params.userId === "anna" ? anna : root), ...details }),
  "people.update": ({ body }: { body: object }) => ({ ...anna, ...details, ...body }),
}));

const open = async () => {
  const visit = openScreens({ "/admin": PeopleTab }, ["/admin"]);
  await screen.findByRole("table", { name: "People" });
  return visit;
};
const openAnna = async () => {
  const visit = await open();
  await visit.user.click(within(screen.getByRole("rowheader", { name: /Anna Berg/u })).getByRole("button"));
  return { ...visit, drawer: await screen.findByRole("dialog", { name: "Anna Berg" }) };
};

test("each account shows its role, state and storage, with a meter when there is a quota", async () => {
  await open();
  const row = screen.getByRole("row", { name: /Anna Berg/u });
  expect(within(row).getByText("950 MB of 1 GB")).toBeTruthy();
  expect(within(row).getByRole("meter", { name: "Storage used by Anna Berg" }).getAttribute("aria-valuenow")).toBe("93");
  expect(within(row).getByText("Active")).toBeTruthy();
  expect(within(row).getByText("Never")).toBeTruthy();
  expect(within(screen.getByRole("row", { name: /Root/u })).queryByRole("meter")).toBeNull();
});

test("typing searches once after a pause, and filters are sent", async () => {
  const { user } = await open();
  await user.type(screen.getByRole("searchbox"), "ann");
  await waitFor(() => expect(server.calls.at(-1)).toMatchObject({ id: "people.list", query: { q: "ann" } }));
  await user.selectOptions(screen.getByRole("combobox", { name: "State" }), "Suspended");
  await waitFor(() => expect(server.calls.at(-1)).toMatchObject({ query: { q: "ann", state: "suspended" } }));
  expect(server.calls.filter(({ id }) => id === "people.list")).toHaveLength(3);
});

test("a search without a result offers to clear the filters", async () => {
  server.answers["people.list"] = ({ query }: { query: { q?: string } }) => ({ items: query.q ? [] : [anna], nextCursor: null });
  const { user } = await open();
  await user.type(screen.getByRole("searchbox"), "zzz");
  await user.click(await screen.findByRole("button", { name: "Clear filters" }));
  expect(await screen.findByRole("row", { name: /Anna Berg/u })).toBeTruthy();
});

test("a failed list can be loaded again", async () => {
  server.answers["people.list"] = new ApiError({ status: 503, code: "unavailable", message: "Away" });
  const { user } = openScreens({ "/admin": PeopleTab }, ["/admin"]);
  const retry = await screen.findByRole("button", { name: "Try again" }, { timeout: 10_000 });
  server.answers["people.list"] = { items: [anna], nextCursor: null };
  await user.click(retry);
  expect(await screen.findByRole("row", { name: /Anna Berg/u })).toBeTruthy();
});

test("an account is added with a checked name and address, and an address in use is refused at its field", async () => {
  server.answers["people.create"] = new ApiError({ status: 409, code: "email-already-in-use", message: "In use" });
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Add account" }));
  const dialog = await screen.findByRole("dialog", { name: "Add account" });
  await user.click(within(dialog).getByRole("button", { name: "Add account" }));
  expect(within(dialog).getAllByText(/^Please enter /u)).toHaveLength(2);
  expect(server.sent("people.create")).toEqual([]);
  await user.type(within(dialog).getByRole("textbox", { name: /^Name/u }), " New Person ");
  await user.type(within(dialog).getByRole("textbox", { name: "E-mail" }), "new@example.test");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Role" }), "Administrator");
  await user.click(within(dialog).getByRole("button", { name: "Add account" }));
  await within(dialog).findByText(/already/u);
  server.answers["people.create"] = { user: { ...anna, ...details, email: "new@example.test" }, passwordUrl: null };
  await user.click(within(dialog).getByRole("button", { name: "Add account" }));
  await screen.findByText("Account added. new@example.test gets an e-mail with a link.");
  expect(server.sent("people.create").at(-1)).toEqual({ displayName: "New Person", email: "new@example.test", role: "admin" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("without a mail server the link of an added account is shown once, to copy", async () => {
  const passwordUrl = "http://localhost/auth/reset?code=abc";
  server.answers["people.create"] = { user: { ...anna, ...details }, passwordUrl };
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Add account" }));
  const form = await screen.findByRole("dialog", { name: "Add account" });
  await user.type(within(form).getByRole("textbox", { name: /^Name/u }), "Anna Berg");
  await user.type(within(form).getByRole("textbox", { name: "E-mail" }), "anna@example.test");
  await user.click(within(form).getByRole("button", { name: "Add account" }));
  const dialog = await screen.findByRole("dialog", { name: "Account of Anna Berg added" });
  expect((within(dialog).getByRole("textbox", { name: "Link to set the password" }) as HTMLInputElement).value).toBe(passwordUrl);
  await user.click(within(dialog).getByRole("button", { name: "Copy" }));
  await screen.findByText("Link copied");
  expect(await navigator.clipboard.readText()).toBe(passwordUrl);
  await user.click(within(dialog).getByRole("button", { name: "Done" }));
  expect(screen.queryByText(passwordUrl)).toBeNull();
});

test("a suspension and a role are undone from the toast, to what they were before", async () => {
  const { user, drawer } = await openAnna();
  await user.click(await within(drawer).findByRole("button", { name: "Suspend" }));
  await screen.findByText("Anna Berg suspended and signed out");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(server.sent("people.update")).toEqual([{ suspended: true }, { suspended: false }]));
  await user.selectOptions(within(drawer).getByRole("combobox", { name: "Role" }), "Administrator");
  await screen.findByText("Anna Berg is now Administrator");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(server.sent("people.update").slice(2)).toEqual([{ role: "admin" }, { role: "user" }]));
});

test("a quota is read in gigabytes, and one below the use is refused at its field", async () => {
  server.answers["people.update"] = new ApiError({
    status: 422,
    code: "quota-below-use",
    message: "This quota is below what the account already uses.",
  });
  const { user, drawer } = await openAnna();
  const field = await within(drawer).findByRole("textbox", { name: "Gigabytes" });
  await user.clear(field);
  await user.type(field, "0,5");
  await user.click(within(drawer).getByRole("button", { name: "Save quota" }));
  expect(await within(drawer).findByText("950 MB are already used. Choose at least that.")).toBeTruthy();
  expect(server.sent("people.update")).toEqual([{ quota: 512 * 1024 ** 2 }]);
});

test("one's own account can be neither suspended nor deleted here", async () => {
  const { user } = await open();
  await user.click(within(screen.getByRole("rowheader", { name: /Root/u })).getByRole("button"));
  const drawer = await screen.findByRole("dialog", { name: "Root" });
  await within(drawer).findByRole("button", { name: "Reset password" });
  expect(within(drawer).queryByRole("button", { name: "Suspend" })).toBeNull();
  expect(within(drawer).queryByRole("button", { name: "Delete or transfer" })).toBeNull();
});

test("a deletion states what happens to the items, and closes the account", async () => {
  const { user, drawer } = await openAnna();
  await user.click(await within(drawer).findByRole("button", { name: "Delete or transfer" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete Anna Berg" });
  expect(within(dialog).getByRole("group", { name: "12 items in their library (950 MB)" })).toBeTruthy();
  await user.click(within(dialog).getByRole("button", { name: "Delete account" }));
  await screen.findByText("Anna Berg deleted");
  expect(server.sent("people.delete")).toEqual([{ items: "delete" }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a transfer needs the account that receives the items, which is found while typing", async () => {
  server.answers["people.delete"] = { transferredItems: 12 };
  const { user, drawer } = await openAnna();
  await user.click(await within(drawer).findByRole("button", { name: "Delete or transfer" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete Anna Berg" });
  await user.click(within(dialog).getByRole("radio", { name: /Transfer the items/u }));
  await user.click(within(dialog).getByRole("button", { name: "Transfer and delete account" }));
  expect(within(dialog).getByText("Choose an account.")).toBeTruthy();
  expect(server.sent("people.delete")).toEqual([]);
  const field = within(dialog).getByRole("combobox", { name: "Account that receives the items" });
  await user.click(field);
  // The account itself is not offered.
  await waitFor(() =>
    expect(
      within(dialog)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["RRootroot@example.test"]),
  );
  await user.keyboard("{ArrowDown}{Enter}");
  expect((field as HTMLInputElement).value).toBe("Root");
  await user.click(within(dialog).getByRole("button", { name: "Transfer and delete account" }));
  await screen.findByText("Anna Berg deleted, items transferred to Root");
  expect(server.sent("people.delete")).toEqual([{ items: "transfer", toUserId: "root" }]);
});
