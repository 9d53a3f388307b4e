import { LIST_LIMIT_MAX, listItems } from "@stillreel/contract";
import { client } from "../../../platform/api.ts";
import type { ItemView, ListName } from "../../../entities/items/item-list.ts";
import { selection } from "./selection-store.ts";
import type { Chosen } from "../../../entities/items/chosen-items.ts";

/**
 * Up to so many items that are chosen but not loaded are read before they are changed, so that the change can be undone
 * exactly. Beyond it a change of everything goes to the server as one word, `all`, and asks first.
 */
const READ_MAX = 2_000;

/**
 * What is chosen at this moment, to be read later (another view may be shown by then, with nothing chosen). Reading asks
 * for the rest of the list where "all" was chosen and it is not too long, or has exceptions. @throws ApiError
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

/** What is chosen now. @throws ApiError */
export const readChosen = (): Promise<Chosen> => rememberChosen()();

/** The chosen items one by one, for what needs each of them. @throws ApiError */
export async function readEach(): Promise<ItemView[]> {
  const chosen = await readChosen();
  return "items" in chosen ? chosen.items : readAll(chosen.all);
}

async function readAll({ workspaceId, view, type, folderId, sort, asMember }: ListName): Promise<ItemView[]> {
  const items: ItemView[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.call(listItems, {
      params: { workspaceId },
      query: { view, sort, cursor, limit: LIST_LIMIT_MAX, type: type ?? undefined, folderId: folderId ?? undefined, asMember },
    });
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
