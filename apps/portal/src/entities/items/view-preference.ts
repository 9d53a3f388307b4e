import type { ItemSort, ItemType } from "./item-list.ts";

export type Layout = "grid" | "list";
export type FolderSort = "oldest" | "name";
/** The screens that remember how they are looked at. */
export type LibraryView = "images" | "videos" | "shared" | "starred" | "trash" | "files" | "all";

/** How a screen is looked at: order of its items and folders, grid or list, and (where types stand together) which type alone. */
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
    // Storage may be switched off; nothing is remembered then.
    return null;
  }
}

/** How this device last looked at a screen; else items newest first, folders oldest first, as a grid. (`early.js` reads the same keys.) */
export function readPreference(view: LibraryView): ViewPreference {
  const sort = stored(keyOf(view, "sort"));
  const type = stored(keyOf(view, "type"));
  return {
    sort: sort !== null && SORTS.includes(sort) ? (sort as ItemSort) : "newest",
    folderSort: stored(keyOf(view, "folders")) === "name" ? "name" : "oldest",
    layout: stored(keyOf(view, "layout")) === "list" ? "list" : "grid",
    type: type === "image" || type === "video" ? type : null,
  };
}

/** Remembers it on this device. */
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
