import { LIST_LIMIT_MAX, listItems } from "@stillreel/contract";
import { client } from "../../platform/api.ts";
import { PERSONAL, spaceOf, type SpaceRef } from "../spaces/space-ref.ts";
import { countWhat } from "./item-actions.ts";
import { theseItems, type BulkTarget } from "./item-changes.ts";
import type { ItemType, ItemView, ListName } from "./item-list.ts";

/** Target of a command: known items, or a whole list that is too long to read. */
export type Chosen = { items: ItemView[] } | { all: ListName; count: number };

/** Returns the target of a change for the server. */
export const targetOf = (chosen: Chosen): BulkTarget => ("items" in chosen ? theseItems(chosen.items) : { all: true, from: chosen.all });

/** Returns the items for undo; undefined when there are too many. */
export const itemsOf = (chosen: Chosen): ItemView[] | undefined => ("items" in chosen ? chosen.items : undefined);

/** Returns "3 images" for messages. */
export const namesOf = (chosen: Chosen): string =>
  "items" in chosen
    ? countWhat(
        chosen.items.map((item) => item.type),
        chosen.items.length,
      )
    : countWhat(chosen.all.type ? [chosen.all.type] : [], chosen.count);

/** Returns the space of the target. */
export function spaceOfChosen(chosen: Chosen): SpaceRef {
  if ("all" in chosen) return chosen.all.workspaceId;
  return chosen.items[0] ? spaceOf(chosen.items[0]) : PERSONAL;
}

/** Returns the types of the target's items; both when they are unknown. */
export function typesOf(chosen: Chosen): ReadonlySet<ItemType> {
  if ("items" in chosen) return new Set(chosen.items.map(({ type }) => type));
  return new Set(chosen.all.type ? [chosen.all.type] : ["image", "video"]);
}

/** Returns the common folder of the items (null: the root); undefined when there are several or it is unknown. */
export function commonFolder(chosen: Chosen): string | null | undefined {
  if ("all" in chosen) return chosen.all.view === "folder" ? chosen.all.folderId : undefined;
  const parents = new Set(chosen.items.map((item) => item.parentId));
  const [parent] = parents;
  return parents.size === 1 ? parent : undefined;
}

/** Reads every item of the target. @throws ApiError */
export const itemsIn = async (chosen: Chosen): Promise<ItemView[]> => ("items" in chosen ? chosen.items : readAll(chosen.all));

/** Reads a whole list. @throws ApiError */
export async function readAll({ workspaceId, view, type, folderId, sort, asMember }: ListName): Promise<ItemView[]> {
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
