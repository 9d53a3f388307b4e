import { createContext, useContext } from "react";

/** Permissions of the previewed member for the item. */
export interface ItemPreview {
  canWrite: boolean;
}

/** Provided by the item page's gate; null for the user's own view. */
export const ItemPreviewContext = createContext<ItemPreview | null>(null);

/** Returns the preview if the item is displayed as a member sees it. Changes, comments, likes, stars and view counts are then disabled. */
export const useItemPreview = (): ItemPreview | null => useContext(ItemPreviewContext);
