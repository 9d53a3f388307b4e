import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "../../platform/api.ts";
import { fakeServer } from "../../test-harness/fake-server.ts";
import { noteWorkspaces } from "../../entities/spaces/space-ref.ts";
import { setPreview } from "../../entities/spaces/preview.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { useBulk } from "./bulk/bulk-bar.actions.ts";
import { commandForKey, ITEM_COMMANDS, type CommandContext } from "../../entities/items/item-commands.ts";
import type { ItemView, ListName } from "../../entities/items/item-list.ts";
import { listIn } from "../../entities/items/items.queries.ts";
import { selection } from "./selection/selection-store.ts";
import { registerUndo, undoLast } from "../../entities/undo/undo.ts";

fakeServer();
afterEach(() => {
  act(() => {
    setPreview(null);
    selection.show(null);
  });
});

const item = (more: object = {}): ItemView =>
  ({
    id: "i",
    workspaceId: "w",
    type: "image",
    title: "Poster",
    stage: "ready",
    favorite: false,
    trash: false,
    parentId: null,
    permission: { read: true, write: false },
    shareUrl: null,
    ...more,
  }) as ItemView;
const commands = { open: vi.fn(), rename: vi.fn(), trash: vi.fn(), purge: vi.fn(), move: vi.fn() } satisfies CommandContext;

function beInWorkspace(): void {
  noteWorkspaces(["w"]);
  queryClient.setQueryData(workspacesQuery.queryKey, [{ id: "w", name: "Lumen Transit" }] as never);
}
const viewAsVic = (): void => act(() => setPreview({ workspaceId: "w", memberId: "vic", name: "Vic" }));
const listOf = (view: ListName["view"], asMember: string | null): ListName =>
  listIn({ ref: "w", asMember }, { view, type: null, folderId: null, sort: "newest" });
const show = (view: ListName["view"], asMember: string | null, items: ItemView[]): void =>
  act(() => selection.show({ name: listOf(view, asMember), items, total: items.length, hasMore: false }));
const idsOf = (shown: ItemView): string[] =>
  ITEM_COMMANDS.filter((command) => command.isVisible(shown, commands) && command.isListed?.(shown) !== false).map(({ id }) => id);

const WithQueries = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;

test("an item in a preview as a member can only be opened and downloaded, by menu and by key", () => {
  beInWorkspace();
  expect(idsOf(item())).toEqual(["open", "download", "star", "move", "add-to-board", "access"]);
  expect(idsOf(item({ shareUrl: "http://stills.example/s/i" }))).toContain("copy-link");
  viewAsVic();
  expect(idsOf(item())).toEqual(["open", "download"]);
  expect(idsOf(item({ trash: true }))).toEqual(["open"]);
  const keys = ITEM_COMMANDS.flatMap((command) => command.keys ?? []);
  expect(keys).toContain("s");
  for (const key of keys) expect(commandForKey(key, item(), commands)).toBeUndefined();
});

test("a selection in a preview offers only downloads; the trash offers nothing", () => {
  beInWorkspace();
  const { result } = renderHook(useBulk, { wrapper: WithQueries });
  const chooseIn = (view: ListName["view"], asMember: string | null, shown: ItemView): string[] => {
    show(view, asMember, [shown]);
    act(() => selection.dispatch({ type: "toggle", id: "i" }));
    return result.current.groups.flat().map(({ id }) => id);
  };
  expect(chooseIn("folder", null, item())).toEqual(["copy", "star", "download"]);
  viewAsVic();
  expect(chooseIn("folder", "vic", item())).toEqual(["download"]);
  for (const key of ["s", "m", "l", "Backspace"]) expect(result.current.runKey(key)).toBe(false);
  expect(chooseIn("trash", "vic", item({ trash: true }))).toEqual([]);
});

test("a preview does not inherit the selection of the current user's view", () => {
  show("folder", null, [item()]);
  act(() => selection.dispatch({ type: "toggle", id: "i" }));
  expect(selection.count()).toBe(1);
  show("folder", "vic", [item()]);
  expect(selection.count()).toBe(0);
});

test("no change from before is undone meanwhile; afterwards it is", () => {
  const back = vi.fn(() => Promise.resolve());
  registerUndo(back);
  viewAsVic();
  expect(undoLast()).toBe(false);
  expect(back).not.toHaveBeenCalled();
  act(() => setPreview(null));
  expect(undoLast()).toBe(true);
  expect(back).toHaveBeenCalledOnce();
});
