import { ApiError } from "@stillreel/client";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import type { DeletedFolderView } from "../../../entities/folders/deleted-folders.queries.ts";
import type { FolderView } from "../../../entities/folders/folders.queries.ts";
import { undoLast } from "../../../entities/undo/undo.ts";
import { fakeServer } from "../../../test-harness/fake-server.ts";
import { openScreens } from "../../../test-harness/open-screens.tsx";
import { DeletedFolders } from "./deleted-folders.tsx";
import { DeleteFolderDialog } from "../folders/delete-folder-dialog.tsx";
import { TrashScreen } from "./trash.screen.tsx";

const DAY_MS = 86_400_000;
const NO_ITEMS = { items: [], nextCursor: null };
const COUNTS = { images: 0, videos: 0, starred: 0, shared: 0, trash: 0, trashBytes: 0, trashDays: 30 };
const restored = { id: "f1", name: "Trips", parentId: null, folders: 1, items: 2 };

const deletedFolder = (id: string, over: Partial<DeletedFolderView> = {}): DeletedFolderView => ({
  id,
  workspaceId: "w",
  name: "Trips",
  color: "#2F6FB4",
  kind: "image",
  deletedAt: new Date().toISOString(),
  purgeAt: new Date(Date.now() + 20.5 * DAY_MS).toISOString(),
  parentName: null,
  folders: 0,
  items: 2,
  permission: { read: true, write: true },
  ...over,
});
const liveFolder = (over: Partial<FolderView> = {}): FolderView => ({
  ...deletedFolder("f1"),
  nestLevel: 0,
  parentId: null,
  favorite: false,
  linked: false,
  children: 0,
  thumbnails: [],
  createdAt: "2026-03-04T10:00:00.000Z",
  ...over,
});
const folders = [
  deletedFolder("f1"),
  deletedFolder("f2", {
    name: "Rome",
    parentName: "Travel",
    folders: 3,
    items: 0,
    purgeAt: new Date(Date.now() + 1.5 * DAY_MS).toISOString(),
  }),
  deletedFolder("f3", { name: "Theirs", permission: { read: true, write: false } }),
];

const server = fakeServer(() => ({
  "folders.restore": restored,
  "folders.listDeleted": { items: folders },
  "folders.list": NO_ITEMS,
  "items.list": NO_ITEMS,
  "items.count": COUNTS,
}));
const show = (content: () => ReactNode) => openScreens({ "/": content }, ["/"]).user;

test("a deleted folder shows its contents, the remaining days and its former folder", async () => {
  show(() => <DeletedFolders folders={folders} />);
  const [first, second, third] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toBe("Trips2 images21 days leftwas in My imagesRestore");
  expect(second?.textContent).toBe("Rome3 folders2 days leftwas in TravelRestore");
  expect(third?.textContent).toBe("Theirs2 images21 days leftwas in My images");
});

test("eight deleted folders are shown until the user expands them", async () => {
  const many = Array.from({ length: 12 }, (_, n) => deletedFolder(`f${n}`));
  const user = show(() => <DeletedFolders folders={many} />);
  expect(await screen.findAllByRole("listitem")).toHaveLength(8);
  await user.click(screen.getByRole("button", { name: "Show all 12" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(12);
});

test("Restore restores a deleted folder and reports it; a refusal is shown", async () => {
  const user = show(() => <DeletedFolders folders={folders} />);
  await user.click(await screen.findByRole("button", { name: "Restore folder Trips" }));
  expect(await screen.findByText("Folder Trips restored")).toBeDefined();
  expect(server.calls.find(({ id }) => id === "folders.restore")?.params).toEqual({ workspaceId: "personal", folderId: "f1" });
  server.answers["folders.restore"] = new ApiError({ status: 409, code: "folder-restored", message: "" });
  await user.click(screen.getByRole("button", { name: "Restore folder Rome" }));
  expect(await screen.findByText("This folder has already been restored.")).toBeDefined();
});

test.each(["Move them to My images", "Move them to trash"])("Undo restores a folder that was deleted with: %s", async (choice) => {
  server.answers["folders.delete"] = { folders: 1, items: 2 };
  const folder = liveFolder();
  const user = show(() => <DeleteFolderDialog folder={folder} onClose={() => {}} />);
  await user.click(await screen.findByRole("radio", { name: choice }));
  await user.click(screen.getByRole("button", { name: "Delete folder" }));
  await user.click(await screen.findByRole("button", { name: /Undo/u }));
  expect(await screen.findByText("Folder Trips restored")).toBeDefined();
  expect(server.calls.find(({ id }) => id === "folders.restore")?.params).toEqual({ workspaceId: "personal", folderId: "f1" });
  // Toast and Ctrl+Z share one step.
  expect(undoLast()).toBe(false);
});

test("Ctrl+Z restores a deleted folder", async () => {
  server.answers["folders.delete"] = { folders: 1, items: 0 };
  const folder = liveFolder({ items: 0 });
  const user = show(() => <DeleteFolderDialog folder={folder} onClose={() => {}} />);
  await user.click(await screen.findByRole("button", { name: "Delete folder" }));
  await screen.findByText("Folder deleted");
  act(() => void undoLast());
  expect(await screen.findByText("Folder Trips restored")).toBeDefined();
});

test("the trash shows deleted folders without items, and restores or purges all that the user may change", async () => {
  const user = openScreens({ "/trash": () => <TrashScreen /> }, ["/trash"]).user;
  const list = await screen.findByRole("region", { name: "Deleted folders" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(3);
  expect(screen.queryByText("Trash is empty")).toBeNull();
  expect(screen.getByText("Items in the trash are permanently deleted after 30 days.")).toBeDefined();

  await user.click(screen.getByRole("button", { name: "Restore all" }));
  expect(await screen.findByText("2 folders restored")).toBeDefined();
  const asked = server.calls.filter(({ id }) => id === "folders.restore").map(({ params }) => params);
  expect(asked).toEqual(["f1", "f2"].map((folderId) => ({ workspaceId: "personal", folderId })));
  expect(server.sent("items.restoreMany")).toEqual([]);

  server.answers["items.deleteMany"] = { done: 0, pending: 0, failed: [] };
  await user.click(screen.getByRole("button", { name: "Delete all" }));
  const dialog = await screen.findByRole("dialog", { name: "Permanently delete 2 folders?" });
  server.answers["folders.listDeleted"] = { items: [] };
  await user.type(within(dialog).getByRole("textbox"), "delete all");
  await user.click(within(dialog).getByRole("button", { name: "Delete all" }));
  expect(await screen.findByText("2 folders permanently deleted")).toBeDefined();
  expect(server.sent("items.deleteMany")).toEqual([{ all: true, from: { view: "trash" } }]);
  await waitFor(() => expect(screen.getByText("Trash is empty")).toBeDefined());
});

test("Restore all restores the folders before the items that remain in the trash", async () => {
  server.answers["items.count"] = { ...COUNTS, trash: 1 };
  server.answers["items.restoreMany"] = { done: 1, pending: 0, failed: [] };
  const user = openScreens({ "/trash": () => <TrashScreen /> }, ["/trash"]).user;
  await screen.findByRole("region", { name: "Deleted folders" });
  await user.click(screen.getByRole("button", { name: "Restore all" }));
  await waitFor(() => expect(server.sent("items.restoreMany")).toHaveLength(1));
  const order = server.calls.map(({ id }) => id).filter((id) => id === "folders.restore" || id === "items.restoreMany");
  expect(order).toEqual(["folders.restore", "folders.restore", "items.restoreMany"]);
});
