import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ItemView } from "../../entities/items/item-list.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { samplePicture } from "../../test-harness/sample-picture.ts";
import { giveRoom } from "../../test-harness/show-part.tsx";
import { TransferDialog } from "./transfer-dialog.tsx";

fakeServer(() => ({
  "workspaces.list": [{ id: "w", name: "Lumen", role: "owner", permission: { read: true, write: true } }],
  "folders.list": { items: [], nextCursor: null },
}));
beforeEach(giveRoom);

function open(more: object = {}) {
  const items = [samplePicture("a", { workspaceId: "personal", ...more }) as unknown as ItemView];
  return openScreens({ "/": () => <TransferDialog items={items} onClose={() => {}} /> }, ["/"]).user;
}

test("one dialog moves or copies: the choice changes its title and its button", async () => {
  const user = open();
  await screen.findByRole("dialog", { name: "Move 1 image" });
  // The workspace is preselected once the list of workspaces is loaded.
  await screen.findByRole("treeitem", { name: /Lumen/u });
  await user.click(screen.getByRole("radio", { name: "Copy" }));
  await screen.findByRole("dialog", { name: "Copy 1 image" });
  expect(screen.getByRole("button", { name: "Copy 1 image" })).toBeDefined();
});

test("an item that may only be viewed can only be copied", async () => {
  open({ permission: { read: true, write: false } });
  await screen.findByRole("dialog", { name: "Copy 1 image" });
  expect(screen.queryByRole("radio")).toBeNull();
});
