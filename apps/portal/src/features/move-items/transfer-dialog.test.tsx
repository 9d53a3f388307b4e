import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { ItemView } from "../../entities/items/item-list.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { samplePicture } from "../../test-harness/sample-picture.ts";
import { giveRoom } from "../../test-harness/show-part.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";

const FOLDER = { id: "f", name: "Bugs", parentId: null, kind: "image", color: "#E4572E", permission: { read: true, write: true } };
const server = fakeServer(() => ({
  "workspaces.list": [{ id: "w", name: "Lumen", role: "owner", permission: { read: true, write: true } }],
  "folders.list": { items: [FOLDER], nextCursor: null },
  "items.moveMany": { done: 1, pending: 0, failed: [] },
}));
beforeEach(giveRoom);

const picture = (id: string, more: object = {}): ItemView =>
  samplePicture(id, { workspaceId: "personal", parentId: null, ...more }) as unknown as ItemView;

function open(...items: ItemView[]) {
  const onMove = vi.fn();
  const onClose = vi.fn();
  const { user } = openScreens({ "/": () => <TransferDialog chosen={{ items }} onMove={onMove} onClose={onClose} /> }, ["/"]);
  return { user, onMove, onClose };
}
const destination = (): HTMLSelectElement => screen.getByRole<HTMLSelectElement>("combobox", { name: "Destination" });

test("one dialog moves or copies: the choice changes its title and its button", async () => {
  const { user } = open(picture("a"));
  await screen.findByRole("dialog", { name: "Move 1 image" });
  await user.click(screen.getByRole("radio", { name: "Copy" }));
  await screen.findByRole("dialog", { name: "Copy 1 image" });
  expect(screen.getByRole("button", { name: "Copy 1 image" })).toBeDefined();
});

test("it opens with the folders of the items' own space, and moves there by one request", async () => {
  const { user, onMove, onClose } = open(picture("a"), picture("b"));
  const tree = await screen.findByRole("tree");
  await waitFor(() => expect(destination().value).toBe("personal"));
  expect(
    within(tree)
      .getByRole("treeitem", { name: /My images/u })
      .getAttribute("aria-disabled"),
  ).toBe("true");
  await user.click(within(tree).getByText("Bugs"));
  await user.click(screen.getByRole("button", { name: "Move 2 images" }));
  await waitFor(() => expect(server.sent("items.moveMany")).toEqual([{ itemIds: ["a", "b"], folderId: "f" }]));
  expect([onMove.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
});

test("another space is one choice further; the items move there one by one", async () => {
  const { user, onMove } = open(picture("a"));
  await user.selectOptions(await screen.findByRole("combobox", { name: "Destination" }), "Lumen");
  await user.click(await screen.findByRole("treeitem", { name: /Lumen/u }));
  await user.click(screen.getByRole("button", { name: "Move 1 image" }));
  await waitFor(() => expect(server.sent("items.move")).toEqual([{ workspaceId: "w", folderId: null }]));
  expect(onMove).not.toHaveBeenCalled();
});

test("without a workspace there is no destination to choose", async () => {
  server.answers["workspaces.list"] = [];
  open(picture("a"));
  await screen.findByText("Bugs");
  expect(screen.queryByRole("combobox", { name: "Destination" })).toBeNull();
  expect(screen.getByRole("radio", { name: "Copy" })).toBeDefined();
});

test("images and videos together go to the top level of the library, not to a folder of one type", async () => {
  open(picture("a", { parentId: "f" }), picture("b", { type: "video" }));
  await screen.findByText("Images and videos together go to the top level of your library.");
  expect(screen.getAllByRole("treeitem").map((line) => line.textContent)).toEqual(["My library"]);
  expect(screen.queryByRole("button", { name: "New folder" })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Move 2 items" }).disabled).toBe(false);
});

test("an item that may only be viewed can only be copied, first to another space", async () => {
  open(picture("a", { permission: { read: true, write: false }, workspaceId: "w" }));
  await screen.findByRole("dialog", { name: "Copy 1 image" });
  expect(screen.queryByRole("radio")).toBeNull();
  await waitFor(() => expect(destination().value).toBe("personal"));
});

test("an item that is not ready can only be moved", async () => {
  open(picture("a", { stage: "processing" }));
  await screen.findByRole("dialog", { name: "Move 1 image" });
  expect(screen.queryByRole("radio")).toBeNull();
});
