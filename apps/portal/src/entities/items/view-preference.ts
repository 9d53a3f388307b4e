import type { ItemSort, ItemType } from "./item-list.ts";

export type Layout = "grid" | "list";
export type FolderSort = "oldest" | "name";
/** Screens with stored view settings. */
export type LibraryView = "images" | "videos" | "boards" | "shared" | "starred" | "trash" | "files" | "all";

/** View settings of a screen: order of items and folders, grid or list, and (for mixed lists) type filter. */
export interface ViewPreference {
  sort: ItemSort;
  folderSort: FolderSort;
  layout: Layout;
  type: ItemType | null;
}

const SORTS: readonly string[] = ["newest", "oldest", "name"] satisfies ItemSort[];
const keyOf = (view: LibraryView, what: "sort" | "folders" | "layout" | "type"): string => `stillreel-${view}-${what}`;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be disabled; the defaults apply then.
    return null;
  }
}

/** Returns this device's settings of a screen; by default newest items first, folders by name as in dialogs, grid. (`early.js` reads the same keys.) */
export function readPreference(view: LibraryView): ViewPreference {
  const sort = stored(keyOf(view, "sort"));
  const type = stored(keyOf(view, "type"));
  return {
    sort: sort !== null && SORTS.includes(sort) ? (sort as ItemSort) : "newest",
    folderSort: stored(keyOf(view, "folders")) === "oldest" ? "oldest" : "name",
    layout: stored(keyOf(view, "layout")) === "list" ? "list" : "grid",
    type: type === "image" || type === "video" || type === "board" ? type : null,
  };
}

/** Stores the settings on this device. */
export function storePreference(view: LibraryView, { sort, folderSort, layout, type }: ViewPreference): void {
  try {
    localStorage.setItem(keyOf(view, "sort"), sort);
    localStorage.setItem(keyOf(view, "folders"), folderSort);
    localStorage.setItem(keyOf(view, "layout"), layout);
    if (type === null) localStorage.removeItem(keyOf(view, "type"));
    else localStorage.setItem(keyOf(view, "type"), type);
  } catch {
    // As above.
  }
}
