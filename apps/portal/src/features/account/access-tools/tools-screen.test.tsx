import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { loadTexts } from "../../../platform/i18n.ts";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { ToolsScreen } from "./tools.screen.tsx";

const TOKEN = {
  id: "t1",
  name: "Backup",
  prefix: "srt_abc123",
  scopes: ["read"],
  createdAt: "2026-11-20T10:00:00.000Z",
  lastUsedAt: null,
  expiresAt: null,
  isExpired: false,
};
const MADE = { ...TOKEN, id: "t2", name: "Sync", scopes: ["read", "write"], token: "srt_secret" };

const server = fakeServer(() => ({
  "auth.listAccessTokens": { items: [TOKEN], nextCursor: null },
  "auth.createAccessToken": MADE,
  "auth.revokeAccessToken": {},
}));

const asked = (id: string) => server.calls.filter((call) => call.id === id);

async function open() {
  await loadTexts(["account", "tools"]);
  return openScreens({ "/": ToolsScreen }, ["/"]);
}

test("a new token is shown once, with its scope and its end", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Create token" }));
  const dialog = await screen.findByRole("dialog", { name: "Create token" });
  await user.click(within(dialog).getByRole("button", { name: "Create token" }));
  await within(dialog).findByText("Please enter a name.");
  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Sync");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "What it can do" }), "Read and write");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Expires" }), "Never");
  within(dialog).getByText("Anyone who finds this token can use it until you revoke it.");
  await user.click(within(dialog).getByRole("button", { name: "Create token" }));
  expect(await screen.findByRole("textbox", { name: "New token Sync" })).toHaveProperty("value", "srt_secret");
  expect(asked("auth.createAccessToken")).toMatchObject([{ body: { name: "Sync", scopes: ["read", "write"], expiresAt: null } }]);
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByDisplayValue("srt_secret")).toBeNull();
});

test("a token is revoked after a question that names it", async () => {
  const { user } = await open();
  const row = await screen.findByRole("row", { name: /Backup/u });
  expect(row.textContent).toContain("srt_abc123…");
  await user.click(within(row).getByRole("button", { name: "Revoke Backup" }));
  const dialog = await screen.findByRole("dialog", { name: "Revoke token" });
  expect(dialog.textContent).toContain("Programs that use Backup stop working immediately.");
  await user.click(within(dialog).getByRole("button", { name: "Revoke" }));
  await waitFor(() => expect(asked("auth.revokeAccessToken")).toMatchObject([{ params: { tokenId: "t1" } }]));
});

test("the command of curl is copied with a new token", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Copy command" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain("Authorization: Bearer srt_secret"));
  expect(asked("auth.createAccessToken")).toMatchObject([{ body: { name: "curl", scopes: ["read", "write"] } }]);
});
