import { useSyncExternalStore } from "react";
import type { ItemView, ListName } from "../../../entities/items/item-list.ts";
import type { ListMeasures } from "./marquee.plan.ts";
import { countChosen, isChosen, nothingChosen, reduceSelection, type Selection, type SelectionEvent } from "./selection.machine.ts";

/** The list on the screen, as far as choosing goes. */
export interface ShownList {
  name: ListName;
  /** What is loaded of it, in order. */
  items: readonly ItemView[];
  /** How many the whole list holds, when known. */
  total: number | undefined;
  hasMore: boolean;
}

/** The element that holds a list's rows, and how they lie in it. */
export interface ShownLayout {
  element: HTMLElement;
  measures: () => ListMeasures;
}

/** What is chosen in the list on the screen. One for the page: bar, keys, pointer and cards look at the same choice. */
export interface SelectionStore {
  subscribe(listener: () => void): () => void;
  current(): Selection;
  dispatch(event: SelectionEvent): void;
  isSelected(id: string): boolean;
  /** How many are chosen, also of those that are not loaded. */
  count(): number;
  /** The chosen items that are known here, in the list's order. */
  items(): ItemView[];
  /** Ids of the loaded items, in order. */
  order(): string[];
  /** The screen tells what it shows, at every change; null when it goes. Another view begins with nothing chosen. */
  show(list: ShownList | null): void;
  shown(): ShownList | null;
  /** The grid or table tells how it lies, while it is there. @returns forgets it */
  lay(layout: ShownLayout): () => void;
  layout(): ShownLayout | null;
}

/** A view's name for the choice: another order is still the same view, what another sees of it is not. */
const viewOf = ({ workspaceId, view, type, folderId, asMember }: ListName): string =>
  [workspaceId, view, type, folderId, ...(asMember === undefined ? [] : [asMember])].join("/");

/** Makes a store with nothing chosen. */
export function createSelectionStore(): SelectionStore {
  const listeners = new Set<() => void>();
  let state = nothingChosen("");
  let list: ShownList | null = null;
  let layout: ShownLayout | null = null;
  /** Chosen items that the list has let go of (in another order it begins again with its first page). */
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

  /** Chosen items that were in the list and are not any more. */
  const leave = (before: ShownList, now: ShownList): void => {
    if (state.ids.size === 0) return;
    const present = new Set(now.items.map((item) => item.id));
    const missing = before.items.filter((item) => state.ids.has(item.id) && !present.has(item.id));
    if (missing.length === 0) return;
    // A list that begins anew has only lost its tail for now; what is missing before items that still stand is gone.
    const lastShared = before.items.findLastIndex((item) => present.has(item.id));
    const isSame = before.name.sort === now.name.sort;
    const gone = missing.filter((item) => isSame && (!now.hasMore || before.items.indexOf(item) < lastShared));
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
      // What can be done with the chosen items, and how many "all" are, may have changed with the list.
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

/** The page's choice. */
export const selection: SelectionStore = createSelectionStore();

/** How many items are chosen now. */
export const useSelectedCount = (): number => useSyncExternalStore(selection.subscribe, selection.count);
