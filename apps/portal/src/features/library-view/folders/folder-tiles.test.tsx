import { ApiError } from "@stillreel/client";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../platform/api.ts";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { noteWorkspaces } from "../../../entities/spaces/space-ref.ts";
import { setPreview } from "../../../entities/spaces/preview.ts";
import { CreateFolderDialog } from "./create-folder-dialog.tsx";
import { DeleteFolderDialog } from "./delete-folder-dialog.tsx";
import { FolderTiles } from "./folder-tiles.tsx";
import { levelQuery, type FolderView } from "../../../entities/folders/folders.queries.ts";

const server = fakeServer();
// A wide window: the number of tiles in two rows depends on its width.
beforeEach(() => void vi.stubGlobal("innerWidth", 1440));
afterEach(() => act(() => setPreview(null)));

const folder = (n: number, over: Partial<FolderView> = {}): FolderView => ({
  id: `f${n}`,
  workspaceId: "w",
  name: `Folder ${n}`,
  nestLevel: 0,
  parentId: null,
  color: "#2F6FB4",
  kind: "image",
  favorite: false,
  linked: false,
  children: 0,
  items: n,
  thumbnails: [],
  permission: { read: true, write: true },
  createdAt: "2026-03-04T10:00:00.000Z",
  ...over,
});

const show = (content: ReactNode) =>
  openScreens({ "/": () => content, "/images": () => <p>at /images</p>, "/videos": () => <p>at /videos</p> }, ["/"]).user;

test("a tile shows the name and contents of its folder; two rows are shown until the user expands them", async () => {
  const onNew = vi.fn();
  const user = show(<FolderTiles folders={Array.from({ length: 60 }, (_, n) => folder(n + 1))} layout="tile" onNew={onNew} />);
  expect(await screen.findByRole("link", { name: "Folder Folder 3, 3 items" })).toBeDefined();
  expect(screen.getByText("3 images")).toBeDefined();
  expect(screen.getAllByRole("link")).toHaveLength(8);
  await user.click(screen.getByRole("button", { name: "Show all 60" }));
  expect(screen.getAllByRole("link")).toHaveLength(60);
  await user.click(screen.getByRole("button", { name: "Show fewer folders" }));
  expect(screen.getAllByRole("link")).toHaveLength(8);
  await user.click(screen.getByRole("button", { name: "New folder" }));
  expect(onNew).toHaveBeenCalledOnce();
});

test("a right click opens the menu of a folder at the pointer, and Escape returns to the folder", async () => {
  const user = show(<FolderTiles folders={[folder(1), folder(2)]} layout="tile" />);
  const tile = await screen.findByRole("link", { name: /Folder 2/u });
  expect(fireEvent.contextMenu(tile, { clientX: 40, clientY: 50 })).toBe(false);
  expect(await screen.findByRole("menu", { name: "More for Folder 2" })).toBeDefined();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(tile));
});

test("the tiles are one Tab stop with arrow keys; F2 renames in the tile and refuses a sibling's name while typing", async () => {
  const folders = [folder(1), folder(2), folder(3)];
  queryClient.setQueryData(levelQuery("image", null).queryKey, { items: folders });
  server.answers["folders.update"] = { ...folder(2), name: "Design crit" };
  const user = show(<FolderTiles folders={folders} layout="tile" />);
  await screen.findAllByRole("link");
  await user.tab();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement?.getAttribute("data-folder-link")).toBe("f2");
  expect(screen.getAllByRole("link").map((link) => link.tabIndex)).toEqual([-1, 0, -1]);
  await user.keyboard("{F2}");
  const field = await screen.findByRole("textbox", { name: "Folder name" });
  await user.clear(field);
  expect(screen.getByText("Please enter a folder name.")).toBeDefined();
  await user.type(field, "folder 3");
  expect(screen.getByText("This folder already exists.")).toBeDefined();
  await user.keyboard("{Enter}");
  expect(server.calls).toEqual([]);
  await user.clear(field);
  await user.type(field, "Design crit{Enter}");
  expect(server.calls[0]).toMatchObject({ params: { folderId: "f2" }, body: { folder: { name: "Design crit" } } });
  await waitFor(() => expect(document.activeElement?.getAttribute("data-folder-link")).toBe("f2"));
});

test("a new folder's name is counted while typing; a taken name and a refusal of the server are shown immediately", async () => {
  queryClient.setQueryData(levelQuery("image", null).queryKey, { items: [folder(1, { name: "Bug reports" })] });
  const onClose = vi.fn();
  const user = show(<CreateFolderDialog space="personal" kind="image" parentId={null} onClose={onClose} />);
  const field = await screen.findByRole("textbox", { name: "Folder name" });
  await user.type(field, "BUG reports");
  expect(screen.getByText("11 / 35")).toBeDefined();
  expect(screen.getByText("This folder already exists.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Create folder" }));
  expect(server.calls).toEqual([]);
  await user.clear(field);
  await user.click(screen.getByRole("button", { name: "Create folder" }));
  expect(screen.getByText("Please enter a folder name.")).toBeDefined();
  await user.type(field, "x".repeat(40));
  expect(screen.getByText("35 / 35")).toBeDefined();
  await user.clear(field);
  await user.type(field, "Release notes");
  await user.click(screen.getByRole("radio", { name: "Violet" }));
  server.answers["folders.create"] = new ApiError({ status: 409, code: "folder-exists", message: "This folder already exists." });
  await user.click(screen.getByRole("button", { name: "Create folder" }));
  expect(await screen.findByText("This folder already exists.")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  server.answers = { "folders.create": folder(9, { name: "Release notes" }), "folders.list": { items: [], nextCursor: null } };
  await user.click(screen.getByRole("button", { name: "Create folder" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent("folders.create").at(-1)).toEqual({ name: "Release notes", kind: "image", parentId: null, color: "#7A5AF0" });
});

test("deleting a folder asks what becomes of its items; Cancel has the focus", async () => {
  server.answers["folders.delete"] = { folders: 1, items: 3 };
  const onDeleted = vi.fn();
  const user = show(<DeleteFolderDialog folder={folder(3)} onDeleted={onDeleted} onClose={() => {}} />);
  const dialog = await screen.findByRole("dialog", { name: "Delete folder Folder 3?" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  expect(within(dialog).getByRole("radio", { name: "Move them to My images" })).toHaveProperty("checked", true);
  await user.click(within(dialog).getByRole("radio", { name: "Move them to trash" }));
  await user.click(within(dialog).getByRole("button", { name: "Delete folder" }));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(server.calls[0]).toMatchObject({ params: { folderId: "f3" }, query: { withItems: "true" } });
});

test("an empty folder is deleted without questions about items", async () => {
  show(<DeleteFolderDialog folder={folder(0)} onClose={() => {}} />);
  expect(await screen.findByText("The folder is empty. You can restore it from the trash.")).toBeDefined();
  expect(screen.queryByRole("radio")).toBeNull();
});

test("a folder in a preview as a member can only be opened: there is no star by key or menu", async () => {
  act(() => setPreview({ workspaceId: "w", memberId: "vic", name: "Vic" }));
  const user = show(<FolderTiles folders={[folder(1, { permission: { read: true, write: false } })]} layout="tile" />);
  await screen.findByRole("link", { name: "Folder Folder 1, 1 item" });
  await user.tab();
  await user.keyboard("s{F2}m{Delete}");
  await user.click(screen.getByRole("button", { name: "More for Folder 1" }));
  expect((await screen.findAllByRole("menuitem")).map((one) => one.textContent)).toEqual([expect.stringContaining("Open")]);
  expect(server.calls).toEqual([]);
});

test("a row of the list shows who can open its folder", async () => {
  noteWorkspaces(["team"]);
  show(<FolderTiles folders={[folder(1), folder(2, { workspaceId: "team" })]} layout="row" />);
  const rowOf = async (name: string): Promise<string | null | undefined> =>
    (await screen.findByRole("link", { name: new RegExp(name, "u") })).closest("li")?.textContent;
  expect(await rowOf("Folder 1")).toContain("Only you");
  expect(await rowOf("Folder 2")).toContain("Workspace members");
});
