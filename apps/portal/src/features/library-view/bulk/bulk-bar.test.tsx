import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IconFolderSymlink, IconStar, IconTrash } from "@tabler/icons-react";
import { expect, test, vi } from "vitest";
import { showPart, speakEnglish } from "../../../test-harness/show-part.tsx";
import { BulkBar, type BulkAction } from "./bulk-bar.tsx";

speakEnglish();

const action = (id: string, over: Partial<BulkAction> = {}): BulkAction => ({ id, label: id, icon: IconStar, run: vi.fn(), ...over });

function show({ isAll = false, direction = "ltr" as "ltr" | "rtl" } = {}) {
  const move = action("Move", { icon: IconFolderSymlink, keyHint: "M" });
  const star = action("Star", { refusal: "Not now." });
  const trash = action("Trash", { icon: IconTrash, keyHint: "⌫", isDanger: true });
  const given = { onClear: vi.fn(), onSelectAll: vi.fn() };
  showPart(<BulkBar count={3} groups={[[move, star], [trash]]} isBusy={false} isAll={isAll} {...given} />, direction);
  const bar = screen.getByRole("toolbar", { name: "Actions for the selected items" });
  return { move, star, trash, bar, ...given };
}

test("the bar shows the number of selected items and a named button per action", () => {
  const { bar } = show();
  expect(bar.textContent).toContain("3 selected");
  expect(screen.getByRole("button", { name: "Move" }).getAttribute("aria-keyshortcuts")).toBe("M");
  expect(screen.getByRole("button", { name: "Trash" }).getAttribute("aria-keyshortcuts")).toBe("Backspace");
});

test("actions for which a phone has no space are in a menu, where they run", async () => {
  const user = userEvent.setup();
  const download = action("Download", { isSecondary: true });
  showPart(
    <BulkBar count={1} groups={[[action("Move"), download]]} isBusy={false} isAll={false} onClear={() => {}} onSelectAll={() => {}} />,
  );
  await user.click(screen.getByRole("button", { name: "More" }));
  const menu = await screen.findByRole("menu", { name: "More" });
  expect(
    within(menu)
      .getAllByRole("menuitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["Download"]);
  await user.click(within(menu).getByRole("menuitem", { name: "Download" }));
  expect(download.run).toHaveBeenCalledOnce();
});

test("without such actions there is no menu", () => {
  show();
  expect(screen.queryByRole("button", { name: "More" })).toBeNull();
});

test("a disabled action shows its reason", () => {
  show();
  const star = screen.getByRole("button", { name: "Star" });
  expect(star.getAttribute("aria-disabled")).toBe("true");
  expect(star.title).toBe("Not now.");
});

test("the bar is one Tab stop; arrow keys move within it and wrap around", async () => {
  const user = userEvent.setup();
  const { move, bar } = show({ isAll: true });
  const stops = [...bar.querySelectorAll("button")].filter((button) => button.tabIndex === 0);
  expect(stops).toHaveLength(1);
  stops[0]?.focus();
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move" }));
  await user.keyboard("{Enter}");
  expect(move.run).toHaveBeenCalledOnce();
  await user.keyboard("{End}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Trash" }));
  await user.keyboard("{ArrowRight}{ArrowLeft}{ArrowLeft}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Star" }));
  expect([...bar.querySelectorAll("button")].filter((button) => button.tabIndex === 0)).toEqual([document.activeElement]);
});

test("from right to left the arrows are mirrored", async () => {
  const user = userEvent.setup();
  const { bar } = show({ direction: "rtl" });
  bar.querySelector("button")?.focus();
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move" }));
});

test("everything can be selected until all items are, and deselected", async () => {
  const user = userEvent.setup();
  const { onSelectAll, onClear } = show();
  await user.click(screen.getByRole("button", { name: "Select all" }));
  expect(onSelectAll).toHaveBeenCalledOnce();
  await user.click(screen.getAllByRole("button", { name: "Clear selection" })[0]!);
  expect(onClear).toHaveBeenCalledOnce();
  cleanup();
  show({ isAll: true });
  expect(screen.queryByRole("button", { name: "Select all" })).toBeNull();
});
