import { createContext, useContext, type ComponentType, type ReactNode } from "react";

/** Parts of other features that the page of an item shows. The app provides them. */
export interface ItemPageSlots {
  /** Says whose view of the item is shown: of one that the member may change or only read, or of none. */
  PreviewBanner: ComponentType<{ of?: "editable" | "readable" | "nothing" | null | undefined }>;
  /** The bell with the user's notifications, for the top bar. */
  bell: ReactNode;
  /** Shown over the page: search and uploads. */
  overlays: ReactNode;
}

export const ItemPageSlotsContext = createContext<ItemPageSlots>({ PreviewBanner: () => null, bell: null, overlays: null });

export const useItemPageSlots = (): ItemPageSlots => useContext(ItemPageSlotsContext);
