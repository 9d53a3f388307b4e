import type { TFunction } from "i18next";
import type { MenuAction } from "./menu-content.ts";

const ITEM_SORTS = ["name", "newest", "oldest"] as const;
const FOLDER_SORTS = ["name", "oldest"] as const;

/** The order of a list of items, and of the folders before them. */
export interface SortChoice {
  items: (typeof ITEM_SORTS)[number];
  folders: (typeof FOLDER_SORTS)[number];
}

/** Returns the groups of a menu that chooses the order of items, and that of folders. */
export function sortMenu(t: TFunction<"library">, chosen: SortChoice, onChange: (part: Partial<SortChoice>) => void): MenuAction[][] {
  const items = ITEM_SORTS.map((value, index): MenuAction => ({
    label: t(`sort.${value}`),
    isChecked: value === chosen.items,
    onSelect: () => onChange({ items: value }),
    ...(index === 0 ? { heading: t("sort.heading") } : {}),
  }));
  const folders = FOLDER_SORTS.map((value, index): MenuAction => ({
    label: t(`sort.${value}`),
    isChecked: value === chosen.folders,
    onSelect: () => onChange({ folders: value }),
    ...(index === 0 ? { heading: t("sort.folders") } : {}),
  }));
  return [items, folders];
}
