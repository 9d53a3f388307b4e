import type { ItemView } from "../items/item-list.ts";

/** Data of an item that the dialog and the list of saves show. */
export type SaveSubject = Pick<ItemView, "id" | "type" | "title" | "fullFileName" | "mimeType" | "thumbnailUrl">;

/** Returns the data of items for a save. */
export const subjectsOf = (items: readonly ItemView[]): SaveSubject[] =>
  items.map(({ id, type, title, fullFileName, mimeType, thumbnailUrl }) => ({ id, type, title, fullFileName, mimeType, thumbnailUrl }));
