import { createContext, useContext } from "react";

/** What a member may do with the item whose page is shown as they see it. */
export interface ItemPreview {
  canWrite: boolean;
}

/** Set by the gate of an item's page; null for one's own view of it. */
export const ItemPreviewContext = createContext<ItemPreview | null>(null);

/** Set while the item is seen as a member sees it: nothing is changed, said, liked, starred or counted then. */
export const useItemPreview = (): ItemPreview | null => useContext(ItemPreviewContext);
