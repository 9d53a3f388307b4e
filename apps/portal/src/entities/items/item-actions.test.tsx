import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { openScreens } from "../../test-harness/open-screens.tsx";
import { purge, restoreWithUndo, trashWithUndo } from "./item-actions.ts";
import type { BulkTarget } from "./item-changes.ts";

const NOTHING = { done: 0, pending: 0, failed: [] };
fakeServer(() => ({ "items.restoreMany": NOTHING, "items.deleteMany": NOTHING, "items.trashMany": NOTHING }));
beforeEach(() => void openScreens({ "/": () => null }, ["/"]));

const wholeTrash: BulkTarget = { all: true, from: { workspaceId: "personal", view: "trash", type: null, folderId: null, sort: "newest" } };
const selected: BulkTarget = { itemIds: ["gone"], space: "personal" };

test("restoring everything from an empty trash reports that there is nothing to restore", async () => {
  expect(await restoreWithUndo(wholeTrash)).toBe(false);
  expect(await screen.findByText("No items to delete or restore.")).toBeDefined();
});

test("emptying an empty trash reports that there is nothing to delete", async () => {
  expect(await purge(wholeTrash)).toBe(false);
  expect(await screen.findByText("No items to delete or restore.")).toBeDefined();
});

test("a selection that was deleted meanwhile is reported as missing", async () => {
  expect(await trashWithUndo(selected)).toBe(false);
  expect(await screen.findByText("Could not find the selected files.")).toBeDefined();
});
