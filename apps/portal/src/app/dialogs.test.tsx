import { act, screen, waitFor } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import { PERSONAL } from "../entities/spaces/space-ref.ts";
import { openDialog } from "../platform/dialogs.ts";
import { openScreens } from "../test-harness/open-screens.tsx";
import { startInEnglish } from "../test-harness/start-in-english.ts";
import { ActionMenu } from "../ui/action-menu.tsx";

beforeAll(startInEnglish);

function Page(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const groups = [[{ label: "Keys", onSelect: () => openDialog("shortcuts", {}) }]];
  return (
    <ActionMenu label="More" groups={groups} isOpen={isOpen} onChange={setOpen}>
      <button type="button">Open the menu</button>
    </ActionMenu>
  );
}

const shortcuts = (): HTMLElement | null => screen.queryByRole("dialog", { name: "Keyboard shortcuts" });

test("a dialog that was opened from a menu returns the focus to the button of the menu", async () => {
  const { user } = openScreens({ "/": Page }, ["/"]);
  const opener = await screen.findByRole("button", { name: "Open the menu" });
  await user.click(opener);
  await user.click(await screen.findByRole("menuitem", { name: "Keys" }));
  await waitFor(() => expect(shortcuts()?.contains(document.activeElement)).toBe(true));
  expect(screen.queryByRole("menu")).toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(shortcuts()).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test("a dialog that is opened later is above the first one, closes first, and returns the focus to it", async () => {
  const { user } = openScreens({ "/": Page }, ["/"]);
  await screen.findByRole("button", { name: "Open the menu" });
  act(() => openDialog("shortcuts", {}));
  await waitFor(() => expect(shortcuts()?.contains(document.activeElement)).toBe(true));
  act(() => openDialog("create-folder", { space: PERSONAL, kind: "image", parentId: null }));
  const upper = await screen.findByRole("dialog", { name: "New folder" });
  expect(shortcuts()?.compareDocumentPosition(upper)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(upper.contains(document.activeElement)).toBe(true);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "New folder" })).toBeNull());
  expect(shortcuts()?.contains(document.activeElement)).toBe(true);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(shortcuts()).toBeNull());
});
