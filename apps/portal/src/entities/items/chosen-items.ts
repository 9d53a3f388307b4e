import { countWhat } from "./item-actions.ts";
import { theseItems, type BulkTarget } from "./item-changes.ts";
import type { ItemView, ListName } from "./item-list.ts";

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
