/** Returns the number of tiles per row for a window width in CSS pixels (DESIGN §7). */
export function tileColumns(windowWidth: number): number {
  if (windowWidth >= 1200) return 5;
  if (windowWidth >= 640) return 3;
  return 2;
}

/** Number of list rows and of tiles in a horizontal line that are displayed initially. */
const FIRST_ROWS = 8;
const FIRST_IN_LINE = 20;

/** Returns the number of visible folders while the list is collapsed. "Show all" and "New folder" count as tiles. */
export function tilesShown(given: { count: number; columns: number; layout: "tile" | "row"; isOneLine: boolean; hasNew: boolean }): number {
  const { count, columns, layout, isOneLine, hasNew } = given;
  const cells = layout === "row" ? FIRST_ROWS : isOneLine ? FIRST_IN_LINE : columns * 2 - (hasNew ? 1 : 0);
  return count <= cells ? count : cells - 1;
}

/** Returns the tile that a key moves the focus to, or null. Left and right are swapped in right-to-left layouts. */
export function moveInTiles(
  index: number,
  key: string,
  { count, columns, direction }: { count: number; columns: number; direction: "ltr" | "rtl" },
): number | null {
  if (count === 0) return null;
  const last = count - 1;
  switch (key) {
    case direction === "rtl" ? "ArrowLeft" : "ArrowRight":
      return Math.min(last, index + 1);
    case direction === "rtl" ? "ArrowRight" : "ArrowLeft":
      return Math.max(0, index - 1);
    case "ArrowDown":
      return index + columns <= last ? index + columns : index;
    case "ArrowUp":
      return index - columns >= 0 ? index - columns : index;
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
