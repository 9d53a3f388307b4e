import { toasts } from "@stillreel/ui";
import { Outlet } from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { isPreviewing, setPreview } from "../../entities/spaces/preview.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { PreviewBanner } from "./preview-banner.tsx";
import { usePreviewEnd } from "./use-preview-end.ts";

const workspace = (role: string) => ({ id: "w", name: "Lumen Transit", role, permission: { read: true, write: true } });
const server = fakeServer(() => ({ "workspaces.list": [workspace("owner")] }));
afterEach(() => setPreview(null));

/** Frame of the signed-in pages. */
function Frame() {
  usePreviewEnd();
  return (
    <>
      <PreviewBanner of={null} />
      <Outlet />
    </>
  );
}
const page = (name: string) => () => <h1>{name}</h1>;
const PAGES = {
  "/w/$workspaceId": page("Files"),
  "/w/$workspaceId/all": page("All"),
  "/w/$workspaceId/overview": page("Overview"),
  "/w/$workspaceId/images/$itemId": page("Picture"),
  "/record": page("Record"),
};
function open(address: string) {
  act(() => setPreview({ workspaceId: "w", memberId: "vic", name: "Vic" }));
  return openScreens(PAGES, [address], Frame).history;
}
const banner = () => screen.queryByRole("region", { name: "Preview" });
const go = async (history: { push: (path: string) => void }, to: string, name: string): Promise<void> => {
  act(() => history.push(to));
  await screen.findByRole("heading", { name });
};

test.each([
  ["/w/w/overview", "Overview"],
  ["/w/other", "Files"],
  ["/record", "Record"],
])("it goes on in the workspace's library and at its items, and ends at %s", async (outside, name) => {
  const history = open("/w/w");
  await screen.findByRole("region", { name: "Preview" });
  await go(history, "/w/w/images/i", "Picture");
  await go(history, "/w/w/all", "All");
  expect(banner()).not.toBeNull();
  await go(history, outside, name);
  await waitFor(() => expect(banner()).toBeNull());
  expect(toasts.current()?.text).toBe("Preview ended. You're back to your own view.");
  await go(history, "/w/w", "Files");
  expect(isPreviewing()).toBe(false);
});

test("a preview that starts on a workspace page continues in the library", async () => {
  const history = openScreens(PAGES, ["/w/w/overview"], Frame).history;
  await screen.findByRole("heading", { name: "Overview" });
  act(() => setPreview({ workspaceId: "w", memberId: "vic", name: "Vic" }));
  await screen.findByRole("region", { name: "Preview" });
  await go(history, "/w/w", "Files");
  expect(banner()).not.toBeNull();
});

test("the preview ends when the user loses the right to preview", async () => {
  open("/w/w");
  await screen.findByRole("region", { name: "Preview" });
  server.answers["workspaces.list"] = [workspace("member")];
  await act(() => queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey }));
  await waitFor(() => expect(banner()).toBeNull());
});

test("an undo action from before the preview is removed when the preview starts", async () => {
  toasts.show("Vic: no access", { action: { label: "Undo", run: () => {} } });
  open("/w/w");
  await screen.findByRole("region", { name: "Preview" });
  await waitFor(() => expect(toasts.current()).toBeUndefined());
});
