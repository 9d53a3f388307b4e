import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveRoom, showPart, speakEnglish } from "../../test-harness/show-part.tsx";
import { ApiError } from "@stillreel/client";
import type { FolderView } from "../../entities/folders/folders.queries.ts";
import { FolderDialog } from "./folder-dialog.tsx";

speakEnglish();
beforeEach(giveRoom);
afterEach(() => void vi.restoreAllMocks());

const folder = (id: string, name: string, parentId: string | null = null): FolderView =>
  ({ id, name, parentId, kind: "image", color: "#E4572E" }) as FolderView;
const FOLDERS = [folder("a", "Bug reports"), folder("b", "Sprint 42", "a"), folder("c", "Release notes")];

function show(given: { folders?: FolderView[]; here?: string | null; direction?: "ltr" | "rtl" } = {}) {
  const { folders = FOLDERS, here = null, direction = "ltr" } = given;
  const calls = { onMove: vi.fn(), onClose: vi.fn(), onCreate: vi.fn(async (name: string) => folder("new", name)) };
  const view = (all: FolderView[]) => (
    <FolderDialog
      title="Move 3 images"
      action="Move 3 images"
      kind="image"
      folders={all}
      refusalOf={(id) => (id === here ? "here" : null)}
      {...calls}
    />
  );
  const showAgain = showPart(view(folders), direction);
  return { ...calls, again: (all: FolderView[]) => showAgain(view(all)), field: screen.getByRole("combobox", { name: "Folder" }) };
}
const active = (): string | null => screen.queryByRole("treeitem", { selected: true })?.querySelector("bdi")?.textContent ?? null;

test("the tree shows the root and every folder; where the items are cannot be chosen", async () => {
  const { onMove } = show({ here: null });
  const lines = screen.getAllByRole("treeitem");
  expect(lines.map((line) => [line.querySelector("bdi")?.textContent, line.getAttribute("aria-level")])).toEqual([
    ["My images", "1"],
    ["Bug reports", "2"],
    ["Sprint 42", "3"],
    ["Release notes", "2"],
  ]);
  expect(lines[0]?.getAttribute("aria-disabled")).toBe("true");
  expect(lines[0]?.textContent).toContain("Current folder");
  expect(active()).toBe("Bug reports");
  await userEvent.click(lines[0]!);
  expect(active()).toBe("Bug reports");
  expect(onMove).not.toHaveBeenCalled();
});

test("arrows, Home and End choose, Enter moves there", async () => {
  const user = userEvent.setup();
  const { onMove, field } = show();
  field.focus();
  await user.keyboard("{ArrowDown}");
  expect(active()).toBe("Sprint 42");
  expect(document.getElementById(field.getAttribute("aria-activedescendant")!)?.textContent).toContain("Sprint 42");
  await user.keyboard("{End}{ArrowDown}");
  expect(active()).toBe("Release notes");
  await user.keyboard("{Home}");
  expect(active()).toBe("Bug reports");
  await user.keyboard("{ArrowRight}");
  expect(active()).toBe("Sprint 42");
  await user.keyboard("{ArrowLeft}{Enter}");
  expect(onMove).toHaveBeenCalledExactlyOnceWith("a");
});

test("typing filters the folders; without a result the dialog cannot move items", async () => {
  const user = userEvent.setup();
  const { onMove, field } = show();
  await user.type(field, "spr");
  expect(screen.getAllByRole("treeitem")).toHaveLength(1);
  expect(screen.getByRole("treeitem").textContent).toContain("in Bug reports");
  await user.keyboard("{Enter}");
  expect(onMove).toHaveBeenCalledExactlyOnceWith("b");
  await user.type(field, "zz");
  expect(screen.getByText('No folder matches "sprzz"')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Move 3 images" }).disabled).toBe(true);
});

test("from right to left the inward arrow is the left one", async () => {
  const user = userEvent.setup();
  const { field } = show({ direction: "rtl" });
  field.focus();
  await user.keyboard("{ArrowLeft}");
  expect(active()).toBe("Sprint 42");
  await user.keyboard("{ArrowRight}");
  expect(active()).toBe("Bug reports");
});

test("a click chooses, a double click moves", async () => {
  const { onMove } = show();
  await userEvent.click(screen.getByText("Release notes"));
  expect(active()).toBe("Release notes");
  await userEvent.dblClick(screen.getByText("Sprint 42"));
  expect(onMove).toHaveBeenCalledExactlyOnceWith("b");
});

test("a folder can be created inside the chosen one; a taken name is reported while typing", async () => {
  const user = userEvent.setup();
  const { onCreate, again, field } = show();
  field.focus();
  await user.keyboard("{ArrowDown}{ArrowUp}");
  await user.click(screen.getByRole("button", { name: "New folder" }));
  const name = screen.getByRole("textbox", { name: "New folder in Bug reports" });
  expect(document.activeElement).toBe(name);
  await user.type(name, "sprint  42");
  expect(screen.getByText("This folder already exists.")).toBeDefined();
  await user.keyboard("{Enter}");
  expect(onCreate).not.toHaveBeenCalled();
  await user.clear(name);
  await user.type(name, "Sprint 43{Enter}");
  expect(onCreate).toHaveBeenCalledExactlyOnceWith("Sprint 43", "a");
  again([...FOLDERS, folder("new", "Sprint 43", "a")]);
  expect(active()).toBe("Sprint 43");
});

test("before a folder is chosen, a new folder is created at the location of the items", async () => {
  const { onCreate } = show({ here: null });
  await userEvent.click(screen.getByRole("button", { name: "New folder" }));
  await userEvent.type(screen.getByRole("textbox", { name: "New folder in My images" }), "Fresh{Enter}");
  expect(onCreate).toHaveBeenCalledExactlyOnceWith("Fresh", null);
});

test("the server's message about a new folder is below its name, and Escape closes only the name", async () => {
  const user = userEvent.setup();
  const { onCreate, onClose } = show();
  onCreate.mockRejectedValueOnce(
    new ApiError({ status: 422, code: "folder-too-deep", message: "Folders can't be nested deeper than this." }),
  );
  await user.click(screen.getByRole("button", { name: "New folder" }));
  await user.type(screen.getByRole("textbox"), "Deep{Enter}");
  expect(await screen.findByText("Folders can't be nested deeper than this.")).toBeDefined();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test("folders that fail to load show an error with a retry button", async () => {
  const onRetry = vi.fn();
  showPart(
    <FolderDialog
      title="Move"
      action="Move"
      kind="image"
      folders={undefined}
      refusalOf={() => null}
      onRetry={onRetry}
      onMove={vi.fn()}
      onCreate={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  expect(screen.getByRole("alert").textContent).toContain("The folders could not be loaded.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("of 600 folders only the lines in sight are drawn", () => {
  show({ folders: Array.from({ length: 600 }, (_, index) => folder(`f${index}`, `Folder ${index}`)) });
  const tree = screen.getByRole("tree");
  expect(within(tree).getAllByRole("treeitem").length).toBeLessThan(40);
  expect(within(tree).getAllByRole("treeitem")[0]?.getAttribute("aria-setsize")).toBe("601");
});
