import { ApiError } from "@stillreel/client";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer, type Question } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { registerUndo } from "../../entities/undo/undo.ts";
import { listIn, listQuery } from "../../entities/items/items.queries.ts";
import { noteMoved } from "../../entities/items/moved-items.ts";
import { setPreview } from "../../entities/spaces/preview.ts";
import { uploadTarget } from "../../entities/uploads/upload-target.ts";
import { ImageScreen } from "./item.screen.tsx";
import { answersAround, askedId, samplePicture } from "../../test-harness/sample-picture.ts";
import { ItemPageLayout } from "../../app/item-page-layout.tsx";

/** A picture at the root of the workspace. */
const picture = (id: string, more: object = {}) => samplePicture(id, { workspaceId: "w", parentId: null, comments: 1, ...more });
const COMMENT = {
  id: "c",
  at: null,
  text: "Nice",
  edited: false,
  parentId: null,
  reactions: [{ emoji: "🎉", count: 2, mine: false }],
  mentions: [],
  author: { id: "o", displayName: "Olga", photoURL: null },
  createdAt: "2026-09-18T10:00:00.000Z",
  canEdit: true,
  canDelete: true,
};
const notFound = new ApiError({ status: 404, code: "not-found", message: "" });

/** Response for Vic; the previewing owner receives everything. */
let ofVic: (id: string) => unknown;
const server = fakeServer(() => {
  ofVic = (id) => picture(id, { permission: { read: true, write: false } });
  return answersAround({
    "items.getImage": (question: Question) => {
      const id = askedId(question);
      return question.query === undefined ? picture(id) : ofVic(id);
    },
    "workspaces.list": [{ id: "w", name: "Lumen Transit", role: "owner", permission: { read: true, write: true } }],
    "comments.list": { items: [COMMENT], nextCursor: null },
    "auth.getUserData": { id: "o", displayName: "Olga", photoURL: null },
  });
});
afterEach(() => {
  cleanup();
  setPreview(null);
});

function viewAsVic(): void {
  act(() => setPreview({ workspaceId: "w", memberId: "vic", name: "Vic" }));
}
const open = (entries = ["/w/w/images/b"]) =>
  openScreens(
    {
      "/w/$workspaceId": () => <h1>Library</h1>,
      "/w/$workspaceId/images/$itemId": ImageScreen,
      "/videos/$itemId": () => <h1>Among one's own</h1>,
    },
    entries,
    ItemPageLayout,
  );
const asked = (): unknown[] => server.calls.filter(({ id }) => id === "items.getImage").map(({ query }) => query);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test("a preview requests the image as the member, shows the banner and offers no changes", async () => {
  viewAsVic();
  const { user } = open();
  const banner = await screen.findByRole("region", { name: "Preview" });
  await screen.findByRole("heading", { name: "Picture b" });
  expect(asked()).toEqual([{ asMember: "vic" }]);
  expect(banner.textContent).toContain("You see this item as Vic does. They can view it;");
  expect(screen.queryByRole("button", { name: /^Rename/u })).toBeNull();
  for (const name of ["More", "Add a description"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("link", { name: "Annotate" })).toBeNull();
  expect([button("Starred").disabled, button("Starred").title]).toEqual([true, "Off in preview"]);
  await user.keyboard("{F2}sem");
  expect([screen.queryByRole("textbox", { name: "Title" }), screen.queryByRole("dialog")]).toEqual([null, null]);
  expect(server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(uploadTarget()).toMatchObject({ workspaceId: "w", isReadOnly: true });
});

test("the banner names a member's edit permission, and the page still offers no changes", async () => {
  ofVic = (id) => picture(id);
  viewAsVic();
  open();
  await screen.findByText(/They can edit it/u);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Picture b");
  expect(screen.queryByRole("button", { name: /^Rename/u })).toBeNull();
});

test("a preview allows no comments, also not by keys, and the reason replaces the comment field", async () => {
  viewAsVic();
  const { user } = open();
  fireEvent.load(await screen.findByRole("img", { name: "Picture b" }));
  await user.keyboard("c");
  expect(screen.queryByRole("button", { name: /Click a spot on the image/u })).toBeNull();
  await user.click(screen.getByRole("tab", { name: /Comments/u }));
  await screen.findByText("Comments are off in preview.");
  await screen.findByText("Nice");
  expect(screen.queryByRole("textbox")).toBeNull();
  for (const name of ["Reply", "Add a reaction"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("button", { name: /More/u })).toBeNull();
  const felt = screen.getAllByRole<HTMLButtonElement>("button", { name: /Like|🎉/u });
  expect(felt.map((one) => [one.disabled, one.title !== ""])).toEqual([
    [true, true],
    [true, true],
  ]);
});

test("Exit reloads the item for the current user, with every action, on the open tab", async () => {
  viewAsVic();
  const { user } = open();
  await user.click(await screen.findByRole("tab", { name: /Comments/u }));
  await user.click(await screen.findByRole("button", { name: "Exit preview" }));
  await screen.findByRole("button", { name: "Rename Picture b" });
  expect(screen.queryByRole("region", { name: "Preview" })).toBeNull();
  expect(asked()).toEqual([{ asMember: "vic" }, undefined]);
  expect(button("Starred").disabled).toBe(false);
  await screen.findByRole("textbox", { name: "Write a comment" });
});

test("an item that the member cannot open shows the member's page below the banner, without another request", async () => {
  ofVic = () => notFound;
  viewAsVic();
  const { user } = open();
  await screen.findByRole("heading", { name: "This link doesn't work" });
  expect(screen.getByRole("region", { name: "Preview" }).textContent).toContain("Vic can't see this item");
  expect(asked()).toEqual([{ asMember: "vic" }]);
  await user.click(button("Exit preview"));
  await screen.findByRole("heading", { name: /Picture b/u });
});

test("an item that the member loses during the preview is removed from the page", async () => {
  viewAsVic();
  open();
  await screen.findByRole("heading", { name: "Picture b" });
  ofVic = () => notFound;
  await act(() => queryClient.refetchQueries({ queryKey: ["items", "one", "b"] }));
  await screen.findByRole("heading", { name: "You no longer have access to this item" });
  expect(button("Exit preview")).toBeDefined();
});

test("its neighbours are those that the member sees", async () => {
  const space = (asMember: string | null) => ({ ref: "w", asMember });
  const name = { view: "folder", type: null, folderId: null, sort: "newest" } as const;
  const page = (...ids: string[]) => ({
    pages: [{ items: ids.map((id) => picture(id)) as never[], nextCursor: null, fetchedAt: Date.now() }],
    pageParams: [undefined],
  });
  queryClient.setQueryData(listQuery(listIn(space(null), name)).queryKey, page("a", "hidden", "b"));
  queryClient.setQueryData(listQuery(listIn(space("vic"), name)).queryKey, page("a", "b"));
  viewAsVic();
  const { user, history } = open(["/w/w"]);
  await screen.findByRole("heading", { name: "Library" });
  act(() => history.push("/w/w/images/b"));
  await user.click(await screen.findByRole("button", { name: "Previous item" }));
  await screen.findByRole("heading", { name: "Picture a" });
  await waitFor(() => expect(history.location.pathname).toBe("/w/w/images/a"));
});

test("no change from before is undone there; afterwards it is", async () => {
  const back = vi.fn(() => Promise.resolve());
  registerUndo(back);
  viewAsVic();
  const { user } = open();
  await screen.findByRole("heading", { name: "Picture b" });
  await user.keyboard("{Control>}z{/Control}");
  expect(back).not.toHaveBeenCalled();
  expect(server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  act(() => setPreview(null));
  await screen.findByRole("button", { name: "Rename Picture b" });
  await user.keyboard("{Control>}z{/Control}");
  expect(back).toHaveBeenCalledOnce();
});

test("an item that was moved to another library meanwhile is shown there", async () => {
  const { history } = open();
  await screen.findByRole("heading", { name: /Picture b/u });
  act(() => noteMoved("b", { id: "home", type: "video", workspaceId: "mine" }));
  await screen.findByRole("heading", { name: "Among one's own" });
  expect(history.location.pathname).toBe("/videos/home");
});
