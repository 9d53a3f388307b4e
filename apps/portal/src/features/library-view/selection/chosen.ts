import type { ItemView } from "../../../entities/items/item-list.ts";
import { selection } from "./selection-store.ts";
import { itemsIn, readAll, type Chosen } from "../../../entities/items/chosen-items.ts";

/**
 * Maximum number of selected but unloaded items that are read before a change, so that undo is exact. A larger selection is sent
 * to the server as `all` after a confirmation.
 */
const READ_MAX = 2_000;

/**
 * Captures the current selection for a later read, when another view may be open. Reading loads the remainder of the list for
 * "all" if it is short enough or has exceptions. @throws ApiError
 */
export function rememberChosen(): () => Promise<Chosen> {
  const list = selection.shown();
  const state = selection.current();
  const known = selection.items();
  const count = selection.count();
  return async () => {
    if (!list || state.mode === "some" || !list.hasMore) return { items: known };
    if (state.ids.size === 0 && count > READ_MAX) return { all: list.name, count };
    const items = await readAll(list.name);
    return { items: items.filter((item) => !state.ids.has(item.id)) };
  };
}

/** Reads the current selection. @throws ApiError */
export const readChosen = (): Promise<Chosen> => rememberChosen()();

/** Reads every selected item. @throws ApiError */
export const readEach = async (): Promise<ItemView[]> => itemsIn(await readChosen());
