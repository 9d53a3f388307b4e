import type { ItemSort } from "./library.queries.ts";

const KEY = "stillreel-images-sort";

/** The order that this device last used; newest first otherwise. */
export function readSort(): ItemSort {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "oldest" || kept === "name" ? kept : "newest";
  } catch {
    // Storage may be switched off; the order is then not remembered.
    return "newest";
  }
}

/** Remembers the order on this device. */
export function keepSort(sort: ItemSort): void {
  try {
    localStorage.setItem(KEY, sort);
  } catch {
    // As above.
  }
}
