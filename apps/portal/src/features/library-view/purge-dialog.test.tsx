import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

const fake = vi.hoisted(() => ({ purge: vi.fn() }));
vi.mock("../../entities/items/item-actions.ts", () => ({ purge: fake.purge }));
import type { BulkTarget } from "../../entities/items/item-changes.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { speakEnglish, showPart } from "../../test-harness/show-part.tsx";
import { PurgeDialog } from "./purge-dialog.tsx";

speakEnglish();
afterEach(() => fake.purge.mockReset());

const peek = ["a", "b", "c", "d", "e"].map((id) => ({ id, type: "image", thumbnailUrl: `/media/${id}` }) as ItemView);
const show = (target: BulkTarget, count: number, needsPhrase: boolean) => {
  const onClose = vi.fn();
  showPart(<PurgeDialog target={target} count={count} bytes={2_469_606_195} peek={peek} needsPhrase={needsPhrase} onClose={onClose} />);
  return onClose;
};

test("emptying the trash states the consequence and requires the phrase", async () => {
  const all: BulkTarget = { all: true, from: { workspaceId: "personal", view: "trash", type: null, folderId: null, sort: "newest" } };
  const onClose = show(all, 9, true);
  await screen.findByRole("heading", { name: "Permanently delete 9 items?" });
  expect(screen.getByText("Their links stop working and they can't be restored. This frees 2.3 GB.")).toBeDefined();
  expect(screen.getByText("+5")).toBeDefined();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  const user = userEvent.setup();
  const remove = screen.getByRole("button", { name: "Delete 9 items" });
  await user.click(remove);
  expect(screen.getByText('Type "delete all" exactly.')).toBeDefined();
  expect(fake.purge).not.toHaveBeenCalled();
  await user.type(screen.getByRole("textbox"), "Delete all");
  await user.click(remove);
  expect(fake.purge).toHaveBeenCalledExactlyOnceWith(all, 0);
  expect(onClose).toHaveBeenCalledOnce();
});

test("one item is confirmed by a button, in the singular; Cancel changes nothing", async () => {
  const onClose = show({ itemIds: ["a"], space: "personal" }, 1, false);
  await screen.findByRole("heading", { name: "Permanently delete 1 item?" });
  expect(screen.queryByRole("textbox")).toBeNull();
  await userEvent.setup().click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(fake.purge).not.toHaveBeenCalled();
});
