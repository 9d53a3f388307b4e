import { ApiError } from "@stillreel/client";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer, type Question } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { levelQuery } from "../../entities/folders/folders.queries.ts";
import { setPreview } from "../../entities/spaces/preview.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { uploadTarget } from "../../entities/uploads/upload-target.ts";
import { WorkspaceGate, WorkspaceScreen } from "./workspace.screen.tsx";
import { Outlet } from "@tanstack/react-router";
import { WorkspaceSlotsContext } from "./workspace-slots.ts";

const workspace = (id: string, write: boolean) => ({ id, name: "Lumen Transit", role: "member", permission: { read: true, write } });
const folder = (id: string, more: object = {}) => ({
  id,
  workspaceId: "w",
  name: id,
  parentId: null,
  kind: "mixed",
  color: "#2F6FB4",
  favorite: false,
  children: 0,
  items: 0,
  thumbnails: [],
  createdAt: "2026-09-18T10:00:00.000Z",
  permission: { read: true, write: true },
  ...more,
});
let workspaces = [workspace("w", true)];
const server = fakeServer(() => {
  workspaces = [workspace("w", true)];
  return {
    "auth.getUserData": { id: "m", displayName: "Mia", photoURL: null },
    "workspaces.list": () => workspaces,
    "folders.list": { items: [folder("Campaigns")], nextCursor: null },
    "items.list": { items: [], nextCursor: null },
    "items.count": { images: 0, videos: 0, shared: 0, starred: 0, trash: 0, storedBytes: 0, trashBytes: 0, trashDays: 30 },
  };
});
const asked = (id: string): Question[] => server.calls.filter((call) => call.id === id);

const slots = { WorkspaceHeader: () => <p>Head of the workspace</p> };
const Frame = () => (
  <WorkspaceSlotsContext value={slots}>
    <Outlet />
  </WorkspaceSlotsContext>
);

/** Opens a page of the workspace behind its gate. */
const open = (address: string) =>
  openScreens({ "/w/$workspaceId": WorkspaceScreen, "/w/$workspaceId/folder/$folderId": WorkspaceScreen }, [address], Frame);
const openGate = (address: string) => openScreens({ "/w/$workspaceId": WorkspaceGate }, [address]);

test("the library of a workspace requests its images and videos together", async () => {
  open("/w/w");
  expect(await screen.findByRole("link", { name: "Folder Campaigns, 0 items" })).toBeDefined();
  expect(asked("items.list")[0]).toMatchObject({ params: { workspaceId: "w" }, query: { view: "folder", type: undefined } });
  expect(asked("folders.list")[0]).toMatchObject({ params: { workspaceId: "w" }, query: { kind: "mixed" } });
  expect(screen.getByRole("button", { name: "New folder" })).toBeDefined();
  expect(uploadTarget()).toMatchObject({ workspaceId: "w", type: "mixed", folderId: null });
  expect(uploadTarget()?.isReadOnly).toBeUndefined();
});

test("items are shown after the folders above them, so that folders do not move them", async () => {
  const { promise: level, resolve } = Promise.withResolvers<object>();
  server.answers["folders.list"] = () => level;
  open("/w/w");
  expect(await screen.findByRole("status", { name: "Loading items" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "New folder" })).toBeNull();
  resolve({ items: [folder("Campaigns")], nextCursor: null });
  expect(await screen.findByRole("link", { name: "Folder Campaigns, 0 items" })).toBeDefined();
  expect(screen.getByRole("button", { name: "New folder" })).toBeDefined();
});

test("a member with read permission gets no button for a new folder, and files cannot be dropped", async () => {
  workspaces = [workspace("w", false)];
  open("/w/w");
  await screen.findByRole("link", { name: "Folder Campaigns, 0 items" });
  expect(screen.queryByRole("button", { name: "New folder" })).toBeNull();
  expect(uploadTarget()?.isReadOnly).toBe(true);
});

test("the permission of a folder applies in it, not the permission of the root", async () => {
  workspaces = [workspace("w", false)];
  open("/w/w/folder/Campaigns");
  await screen.findByRole("heading", { level: 1, name: /Campaigns/u });
  await waitFor(() => expect(uploadTarget()).toEqual({ workspaceId: "w", type: "mixed", folderId: "Campaigns", folderName: "Campaigns" }));
});

test("a preview requests the workspace for the member, and permits no changes", async () => {
  act(() => setPreview({ workspaceId: "w", memberId: "vic", name: "Vic" }));
  open("/w/w");
  await screen.findByRole("link", { name: "Folder Campaigns, 0 items" });
  for (const id of ["items.list", "folders.list"]) expect(asked(id)[0]).toMatchObject({ query: { asMember: "vic" } });
  expect(screen.queryByRole("button", { name: "New folder" })).toBeNull();
  expect(queryClient.getQueryData(levelQuery("mixed", null, { ref: "w", asMember: "vic" }).queryKey)?.items[0]?.permission).toEqual({
    read: true,
    write: false,
  });
  act(() => setPreview(null));
  expect(await screen.findByRole("button", { name: "New folder" })).toBeDefined();
});

test("a folder that was removed shows a message and a link to the files", async () => {
  open("/w/w/folder/Campaigns");
  await screen.findByRole("heading", { level: 1, name: /Campaigns/u });
  server.answers["folders.list"] = { items: [], nextCursor: null };
  server.answers["items.list"] = new ApiError({ status: 404, code: "not-found", message: "" });
  await act(() => queryClient.invalidateQueries({ queryKey: levelQuery("mixed", "Campaigns", { ref: "w" }).queryKey }));
  expect(await screen.findByText("You can't see this folder")).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to the folders" }).getAttribute("href")).toBe("/w/w");
});

test("a workspace without access shows the page for invalid links", async () => {
  openGate("/w/somebody-elses");
  expect(await screen.findByRole("heading", { name: "This link doesn't work" })).toBeDefined();
});

test("a user who is removed from the open workspace gets a message immediately", async () => {
  openGate("/w/w");
  await waitFor(() => expect(asked("workspaces.list")).toHaveLength(1));
  await waitFor(() => expect(queryClient.getQueryData(workspacesQuery.queryKey)).toHaveLength(1));
  workspaces = [];
  await act(() => queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey }));
  expect(await screen.findByRole("heading", { name: "You no longer have access to this workspace" })).toBeDefined();
});
