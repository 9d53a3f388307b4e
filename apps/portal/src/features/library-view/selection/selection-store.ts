import { useSyncExternalStore } from "react";
import type { ItemView, ListName } from "../../../entities/items/item-list.ts";
import type { ListMeasures } from "./marquee.plan.ts";
import { countChosen, isChosen, nothingChosen, reduceSelection, type Selection, type SelectionEvent } from "./selection.machine.ts";

/** The visible list as the selection needs it. */
export interface ShownList {
  name: ListName;
  /** Loaded items in order. */
  items: readonly ItemView[];
  /** Number of items in the whole list, if known. */
  total: number | undefined;
  hasMore: boolean;
}

/** The element of a list and its layout. */
interface ShownLayout {
  element: HTMLElement;
  measures: () => ListMeasures;
}

/** Selection in the visible list. One per page, shared by bar, shortcuts, pointer and cards. */
export interface SelectionStore {
  subscribe(listener: () => void): () => void;
  current(): Selection;
  dispatch(event: SelectionEvent): void;
  isSelected(id: string): boolean;
  /** Number of selected items, including unloaded ones. */
  count(): number;
  /** Selected and loaded items in list order. */
  items(): ItemView[];
  /** Ids of the loaded items in order. */
  order(): string[];
  /** Sets the visible list at every change; null on unmount. Another view starts with an empty selection. */
  show(list: ShownList | null): void;
  shown(): ShownList | null;
  /** Sets the layout while grid or table is mounted. @returns a function that removes it */
  lay(layout: ShownLayout): () => void;
  layout(): ShownLayout | null;
}

/** Name of a view for the selection: independent of the order, dependent on the previewed member. */
const viewOf = ({ workspaceId, view, type, folderId, asMember }: ListName): string =>
  [workspaceId, view, type, folderId, ...(asMember === undefined ? [] : [asMember])].join("/");

/** Returns the selected items that a change of the list unloaded (`missing`), and those of them that were removed (`gone`). */
function planLeave(before: ShownList, now: ShownList, ids: ReadonlySet<string>): { missing: ItemView[]; gone: ItemView[] } {
  const present = new Set(now.items.map((item) => item.id));
  const missing = before.items.filter((item) => ids.has(item.id) && !present.has(item.id));
  // A list that was reloaded has only lost its tail; items missing before existing ones were removed.
  const lastShared = before.items.findLastIndex((item) => present.has(item.id));
  const isSame = before.name.sort === now.name.sort;
  const gone = missing.filter((item) => isSame && (!now.hasMore || before.items.indexOf(item) < lastShared));
  return { missing, gone };
}

/** Creates a store with an empty selection. */
export function createSelectionStore(): SelectionStore {
  const listeners = new Set<() => void>();
  let state = nothingChosen("");
  let list: ShownList | null = null;
  let layout: ShownLayout | null = null;
  /** Selected items that the list has unloaded (after a change of the order it starts with its first page). */
  let missed = new Map<string, ItemView>();

  const set = (next: Selection): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const dispatch = (event: SelectionEvent): void => set(reduceSelection(state, event));
  const isSelected = (id: string): boolean => isChosen(state, id);
  const total = (): number => (list?.hasMore ? Math.max(list.total ?? 0, list.items.length) : (list?.items.length ?? 0));

  const hasAny = (): boolean => state.mode === "all" || state.ids.size > 0;

  /** Removes selected items that have left the list. */
  const leave = (before: ShownList, now: ShownList): void => {
    if (state.ids.size === 0) return;
    const { missing, gone } = planLeave(before, now, state.ids);
    for (const item of missing) missed.set(item.id, item);
    for (const item of gone) missed.delete(item.id);
    if (gone.length > 0) dispatch({ type: "gone", ids: gone.map((item) => item.id) });
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => state,
    dispatch,
    isSelected,
    count: () => countChosen(state, total()),
    items: () => {
      const shown = list?.items.filter((item) => isSelected(item.id)) ?? [];
      if (missed.size === 0 || state.mode === "all") return shown;
      const ids = new Set(shown.map((item) => item.id));
      return [...shown, ...[...missed.values()].filter((item) => state.ids.has(item.id) && !ids.has(item.id))];
    },
    order: () => list?.items.map((item) => item.id) ?? [],
    show: (next) => {
      const before = list;
      list = next;
      const view = next ? viewOf(next.name) : "";
      if (view !== state.view) {
        missed = new Map();
        dispatch({ type: "enter", view });
      } else if (before && next && before.items !== next.items) leave(before, next);
      // Available commands and the number of all items may have changed with the list.
      if (next && hasAny() && (before?.items !== next.items || before.total !== next.total)) set({ ...state });
    },
    shown: () => list,
    lay: (next) => {
      layout = next;
      return () => {
        if (layout === next) layout = null;
      };
    },
    layout: () => layout,
  };
}

/** The page's selection. */
export const selection: SelectionStore = createSelectionStore();

/** Returns the number of selected items. */
export const useSelectedCount = (): number => useSyncExternalStore(selection.subscribe, selection.count);
