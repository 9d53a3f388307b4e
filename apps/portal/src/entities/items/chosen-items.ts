import { countWhat } from "./item-actions.ts";
import { theseItems, type BulkTarget } from "./item-changes.ts";
import type { ItemView, ListName } from "./item-list.ts";

/** What a command is about: items that are known, or all of a list, which may be more than anybody wants to read. */
export type Chosen = { items: ItemView[] } | { all: ListName; count: number };

/** What a change of them is about, for the server. */
export const targetOf = (chosen: Chosen): BulkTarget => ("items" in chosen ? theseItems(chosen.items) : { all: true, from: chosen.all });

/** The items themselves, for the way back; undefined where they are too many to be known. */
export const itemsOf = (chosen: Chosen): ItemView[] | undefined => ("items" in chosen ? chosen.items : undefined);

/** "3 stills": what a text about them says. */
export const namesOf = (chosen: Chosen): string =>
  "items" in chosen
    ? countWhat(
        chosen.items.map((item) => item.type),
        chosen.items.length,
      )
    : countWhat(chosen.all.type ? [chosen.all.type] : [], chosen.count);
