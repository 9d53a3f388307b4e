import { MantineProvider } from "@mantine/core";
import { ApiError } from "@stillreel/client";
import { theme, Toaster, toasts } from "@stillreel/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRouteWithContext, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { client, queryClient } from "../../api.ts";
import { startI18n } from "../../i18n.ts";
import { PreferencesScreen } from "./preferences.screen.tsx";

const PREFERENCES = {
  downloadFormat: "png",
  driveShareableLinks: true,
  askWhereToSave: false,
  defaultSubfolder: "",
  stampDateAndUrl: false,
  afterCapture: "editor",
  fileNamePattern: "{title}",
  captureFolderId: null,
  keepCaptureFacts: true,
  fullPageLimit: 30_000,
  language: null,
  theme: "system",
};
const FOLDER = { id: "bugs", name: "Bug reports", parentId: null, kind: "image", color: "#E4572E" };

let changes: object[] = [];
let refusal: ApiError | null = null;

beforeAll(startI18n);
beforeEach(() => {
  [changes, refusal] = [[], null];
  queryClient.clear();
  vi.spyOn(client, "call").mockImplementation((async (route: { id: string; method: string }, args?: { body?: object }) => {
    if (route.id === "folders.list") return { items: [FOLDER], nextCursor: null };
    if (!/preferences/iu.test(route.id)) return {};
    if (route.method === "GET") return { ...PREFERENCES, ...Object.assign({}, ...changes) };
    if (refusal) throw refusal;
    changes.push(args?.body ?? {});
    return { ...PREFERENCES, ...Object.assign({}, ...changes) };
  }) as unknown as typeof client.call);
});
afterEach(() => {
  cleanup();
  toasts.dismiss();
  vi.restoreAllMocks();
});

async function open() {
  const root = createRootRouteWithContext<object>()({});
  const route = createRoute({ path: "/", getParentRoute: () => root, component: PreferencesScreen });
  const router = createRouter({ routeTree: root.addChildren([route]), history: createMemoryHistory(), context: {} });
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
        <Toaster store={toasts} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole("switch", { name: "Keep page details with captures" });
  return userEvent.setup();
}

test("what follows a capture and where full pages stop are chosen from menus, and apply at once", async () => {
  const user = await open();
  await user.click(screen.getByRole("button", { name: "After a capture: Open the editor" }));
  await user.click(await screen.findByRole("menuitem", { name: "Copy the link" }));
  await screen.findByRole("button", { name: "After a capture: Copy the link" });
  await user.click(screen.getByRole("button", { name: "Full page stops at: 30,000 px" }));
  await user.click(await screen.findByRole("menuitem", { name: "60,000 px" }));
  await screen.findByRole("button", { name: "Full page stops at: 60,000 px" });
  expect(changes).toEqual([{ afterCapture: "link" }, { fullPageLimit: 60_000 }]);
});

test("a refused change goes back to what was", async () => {
  const user = await open();
  refusal = new ApiError({ status: 503, code: "unavailable", message: "No." });
  const keeps = screen.getByRole("switch", { name: "Keep page details with captures" });
  await user.click(keeps);
  await screen.findByRole("alert");
  await waitFor(() => expect((keeps as HTMLInputElement).checked).toBe(true));
});

test("parts are put into the file name where one writes, and an example shows what comes of it", async () => {
  const user = await open();
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "File name of captures" });
  await user.clear(field);
  await user.type(field, "Shot ");
  await user.click(screen.getByRole("button", { name: "Insert Site" }));
  expect(field.value).toBe("Shot {host}");
  expect(screen.getByText("Shot example.com.png")).toBeDefined();
  expect(changes).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(changes).toEqual([{ fileNamePattern: "Shot {host}" }]));
});

test("a file name that no system takes is told of and not sent", async () => {
  const user = await open();
  const field = screen.getByRole("textbox", { name: "File name of captures" });
  await user.clear(field);
  await user.type(field, "a/b{Enter}");
  expect(screen.getByText(/File names hold none of/u)).toBeDefined();
  await user.clear(field);
  await user.tab();
  expect(screen.getByText("Enter a file name.")).toBeDefined();
  expect(changes).toEqual([]);
});

test("captures go to a folder that is picked", async () => {
  // The simulated page has no layout; the tree draws only the lines that fit.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(324);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(470);
  const user = await open();
  await user.click(screen.getByRole("button", { name: "Save captures in: My images" }));
  await user.click(await screen.findByRole("treeitem", { name: /Bug reports/u }));
  await user.click(screen.getByRole("button", { name: "Save them here" }));
  await screen.findByRole("button", { name: "Save captures in: Bug reports" });
  expect(changes).toEqual([{ captureFolderId: "bugs" }]);
});
