import type { ItemSort } from "./library-list.ts";

export type Layout = "grid" | "list";
export type FolderSort = "oldest" | "name";
/** The screens that remember how they are looked at. */
export type LibraryView = "images" | "videos" | "shared" | "starred" | "trash";

/** How a screen is looked at: order of its items and folders, and grid or list. */
export interface ViewPreference {
  sort: ItemSort;
  folderSort: FolderSort;
  layout: Layout;
}

const SORTS: readonly string[] = ["newest", "oldest", "name"] satisfies ItemSort[];
const keyOf = (view: LibraryView, what: "sort" | "folders" | "layout"): string => `stillreel-${view}-${what}`;

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be switched off; nothing is remembered then.
    return null;
  }
}

/** How this device last looked at a screen; else items newest first, folders oldest first, as a grid. (`early.js` reads the same keys.) */
export function readPreference(view: LibraryView): ViewPreference {
  const sort = kept(keyOf(view, "sort"));
  return {
    sort: sort !== null && SORTS.includes(sort) ? (sort as ItemSort) : "newest",
    folderSort: kept(keyOf(view, "folders")) === "name" ? "name" : "oldest",
    layout: kept(keyOf(view, "layout")) === "list" ? "list" : "grid",
  };
}

/** Remembers it on this device. */
export function keepPreference(view: LibraryView, { sort, folderSort, layout }: ViewPreference): void {
  try {
    localStorage.setItem(keyOf(view, "sort"), sort);
    localStorage.setItem(keyOf(view, "folders"), folderSort);
    localStorage.setItem(keyOf(view, "layout"), layout);
  } catch {
    // As above.
  }
}
