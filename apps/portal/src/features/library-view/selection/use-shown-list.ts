import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from "react";
import type { GridSelection } from "./grid-selection.ts";
import type { ItemView, ListName } from "../../../entities/items/item-list.ts";
import type { ListMeasures } from "./marquee.plan.ts";
import { selection } from "./selection-store.ts";

/** Registers the visible list with the selection while mounted. */
export function useShownList(name: ListName, items: readonly ItemView[], total: number | undefined, hasMore: boolean): void {
  const { workspaceId, view, type, folderId, sort, asMember } = name;
  useLayoutEffect(
    () =>
      selection.show({
        name: { workspaceId, view, type, folderId, sort, ...(asMember === undefined ? {} : { asMember }) },
        items,
        total,
        hasMore,
      }),
    [workspaceId, view, type, folderId, sort, asMember, items, total, hasMore],
  );
  useEffect(() => () => selection.show(null), []);
}

/** Registers the layout of grid or table for the marquee while mounted. */
export function useListLayout(element: RefObject<HTMLElement | null>, measures: ListMeasures): void {
  const latest = useRef(measures);
  useEffect(() => {
    latest.current = measures;
  });
  useEffect(() => (element.current ? selection.lay({ element: element.current, measures: () => latest.current }) : undefined), [element]);
}

const GESTURES = {
  isSelected: selection.isSelected,
  toggle: (id: string): void => selection.dispatch({ type: "toggle", id }),
  extendTo: (id: string): void => {
    const from = document.activeElement?.closest<HTMLElement>("[data-item-id]")?.dataset.itemId;
    selection.dispatch({ type: "extend", id, order: selection.order(), ...(from === undefined ? {} : { from }) });
  },
  clear: (): void => selection.dispatch({ type: "clear" }),
};

/** One value for every empty selection: another view that is entered without one does not render the cells again. */
const EMPTY = {};
const selectedState = (): object => (selection.count() > 0 ? selection.current() : EMPTY);

/** Returns the selection for a grid or table. */
export function useGridSelection(): GridSelection {
  const state = useSyncExternalStore(selection.subscribe, selectedState);
  // A new object with every change, so that the cells render again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the effect must follow the listed values only
  return useMemo(() => ({ ...GESTURES, count: selection.count() }), [state]);
}
