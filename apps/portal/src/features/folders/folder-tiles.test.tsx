import { MantineProvider } from "@mantine/core";
import { ApiError } from "@stillreel/client";
import common from "@stillreel/i18n/en/common.json";
import library from "@stillreel/i18n/en/library.json";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

const fake = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("../../api.ts", async () => {
  const { QueryClient: Client } = await import("@tanstack/react-query");
  return { client: { call: fake.call }, queryClient: new Client(), errorText: (error: ApiError) => error.message };
});
import { queryClient } from "../../api.ts";
import { CreateFolderDialog } from "./create-folder-dialog.tsx";
import { DeleteFolderDialog } from "./delete-folder-dialog.tsx";
import { FolderTiles } from "./folder-tiles.tsx";
import { foldersQuery, type FolderView } from "./folders.queries.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", defaultNS: "common", resources: { en: { library, common } } });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal("innerWidth", 1440);
});
beforeEach(() => {
  queryClient.clear();
  fake.call.mockReset();
});
afterEach(cleanup);

const folder = (n: number, over: Partial<FolderView> = {}): FolderView => ({
  id: `f${n}`,
  workspaceId: "w",
  name: `Folder ${n}`,
  nestLevel: 0,
  parentId: null,
  color: "#2F6FB4",
  kind: "image",
  favorite: false,
  children: 0,
  items: n,
  thumbnails: [],
  permission: { read: true, write: true },
  createdAt: "2026-03-04T10:00:00.000Z",
  ...over,
});

function show(content: ReactNode): void {
  const rootRoute = createRootRoute();
  const routes = ["/", "/images", "/videos"].map((path) =>
    createRoute({ path, getParentRoute: () => rootRoute, component: () => (path === "/" ? content : <p>at {path}</p>) }),
  );
  const router = createRouter({ routeTree: rootRoute.addChildren(routes), history: createMemoryHistory({ initialEntries: ["/"] }) });
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("a tile names the folder and what it holds; of many only two rows are shown until somebody asks", async () => {
  const onNew = vi.fn();
  show(<FolderTiles folders={Array.from({ length: 500 }, (_, n) => folder(n + 1))} look="tile" onNew={onNew} />);
  expect(await screen.findByRole("link", { name: "Folder Folder 3, 3 items" })).toBeDefined();
  expect(screen.getByText("3 stills")).toBeDefined();
  expect(screen.getAllByRole("link")).toHaveLength(8);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Show all 500" }));
  expect(screen.getAllByRole("link")).toHaveLength(500);
  await user.click(screen.getByRole("button", { name: "Show fewer folders" }));
  expect(screen.getAllByRole("link")).toHaveLength(8);
  await user.click(screen.getByRole("button", { name: "New folder" }));
  expect(onNew).toHaveBeenCalledOnce();
});

test("one Tab stop, arrows move; F2 renames where the tile stands and refuses a sibling's name while typing", async () => {
  const folders = [folder(1), folder(2), folder(3)];
  queryClient.setQueryData(foldersQuery("image").queryKey, { items: folders });
  fake.call.mockResolvedValue({ ...folder(2), name: "Design crit" });
  show(<FolderTiles folders={folders} look="tile" />);
  const user = userEvent.setup();
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
  expect(fake.call).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, "Design crit{Enter}");
  expect(fake.call.mock.calls[0]?.[1]).toMatchObject({ params: { folderId: "f2" }, body: { folder: { name: "Design crit" } } });
  await waitFor(() => expect(document.activeElement?.getAttribute("data-folder-link")).toBe("f2"));
});

test("a new folder: counted while typing, a taken name is told at once, what the server refuses too", async () => {
  queryClient.setQueryData(foldersQuery("image").queryKey, { items: [folder(1, { name: "Bug reports" })] });
  const onClose = vi.fn();
  show(<CreateFolderDialog kind="image" parentId={null} onClose={onClose} />);
  const user = userEvent.setup();
  const field = await screen.findByRole("textbox", { name: "Folder name" });
  await user.type(field, "BUG reports");
  expect(screen.getByText("11 / 35")).toBeDefined();
  expect(screen.getByText("This folder already exists.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Create folder" }));
  expect(fake.call).not.toHaveBeenCalled();
  await user.clear(field);
  await user.click(screen.getByRole("button", { name: "Create folder" }));
  expect(screen.getByText("Please enter a folder name.")).toBeDefined();
  await user.type(field, "x".repeat(40));
  expect(screen.getByText("35 / 35")).toBeDefined();
  await user.clear(field);
  await user.type(field, "Release notes");
  await user.click(screen.getByRole("radio", { name: "Violet" }));
  fake.call.mockRejectedValueOnce(new ApiError({ status: 409, code: "folder-exists", message: "This folder already exists." }));
  await user.click(screen.getByRole("button", { name: "Create folder" }));
  expect(await screen.findByText("This folder already exists.")).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
  fake.call.mockImplementation(async (route: { id: string }) =>
    route.id === "folders.create" ? folder(9, { name: "Release notes" }) : { items: [], nextCursor: null },
  );
  await user.click(screen.getByRole("button", { name: "Create folder" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const bodies = fake.call.mock.calls.filter(([route]) => route.id === "folders.create").map(([, args]) => args.body);
  expect(bodies.at(-1)).toEqual({ name: "Release notes", kind: "image", parentId: null, color: "#7A5AF0" });
});

test("deleting a folder asks what becomes of its items; Cancel has the focus", async () => {
  fake.call.mockResolvedValue({ folders: 1, items: 3 });
  const onDeleted = vi.fn();
  show(<DeleteFolderDialog folder={folder(3)} onDeleted={onDeleted} onClose={() => {}} />);
  const dialog = await screen.findByRole("dialog", { name: "Delete folder Folder 3?" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  const user = userEvent.setup();
  expect(within(dialog).getByRole("radio", { name: "Move them to My images" })).toHaveProperty("checked", true);
  await user.click(within(dialog).getByRole("radio", { name: "Move them to trash" }));
  await user.click(within(dialog).getByRole("button", { name: "Delete folder" }));
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(fake.call.mock.calls[0]?.[1]).toMatchObject({ params: { folderId: "f3" }, query: { withItems: "true" } });
});

test("an empty folder is deleted without questions about items", async () => {
  show(<DeleteFolderDialog folder={folder(0)} onClose={() => {}} />);
  expect(await screen.findByText("The folder is empty. This cannot be undone.")).toBeDefined();
  expect(screen.queryByRole("radio")).toBeNull();
});
