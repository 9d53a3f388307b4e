/** Gaps between cards in CSS pixels (DESIGN §2.3). */
const GRID_GAP = { row: 24, column: 20, columnNarrow: 14, rowNarrow: 20 } as const;
/** Height of a card below its picture: title and facts with margins, in CSS pixels. */
const CAPTION_HEIGHT = 48;
/** Window width below which the phone layout applies. */
const NARROW = 640;

/** Padding of a screen on each side on a phone, in CSS pixels (`screen.module.css`). */
const PHONE_PADDING = 16;

/** Returns whether the phone layout applies. */
export const isNarrow = (windowWidth: number): boolean => windowWidth < NARROW;

/** Width of the grid, and its offset inside the scroll container, in CSS pixels. */
export interface GridBox {
  width: number;
  offset: number;
  /** False for estimates. */
  isMeasured: boolean;
}

/** Returns the box of the grid before it is measured. On a phone the width is exact; otherwise it depends on sidebar and scroll bars. */
export const estimatedBox = (windowWidth: number): GridBox => ({
  width: isNarrow(windowWidth) ? windowWidth - 2 * PHONE_PADDING : windowWidth,
  offset: 0,
  isMeasured: false,
});

/** Returns the number of grid columns for a window width (DESIGN §7); first paint and skeletons use the same values. */
export function columnsFor(windowWidth: number): number {
  if (windowWidth >= 1680) return 5;
  if (windowWidth >= 1200) return 4;
  if (windowWidth >= 960) return 3;
  return 2;
}

/** Returns the grid measures for a container and window width in CSS pixels. */
export function gridMeasures(
  width: number,
  windowWidth: number,
): { columns: number; rowHeight: number; rowGap: number; columnGap: number } {
  const columns = columnsFor(windowWidth);
  const isPhone = isNarrow(windowWidth);
  const columnGap = isPhone ? GRID_GAP.columnNarrow : GRID_GAP.column;
  const cardWidth = Math.max(0, (width - columnGap * (columns - 1)) / columns);
  return {
    columns,
    columnGap,
    rowGap: isPhone ? GRID_GAP.rowNarrow : GRID_GAP.row,
    rowHeight: Math.round((cardWidth * 10) / 16) + CAPTION_HEIGHT,
  };
}

/** Measures of the list, which has one column. */
export const LIST_MEASURES = { columns: 1, rowHeight: 58, rowGap: 0, columnGap: 0 } as const;

/** Grid dimensions for keyboard navigation. */
export interface GridShape {
  count: number;
  columns: number;
  direction: "ltr" | "rtl";
  /** Rows per Page Up or Page Down. */
  pageRows: number;
}

/**
 * Returns the position that a key moves the focus to, or null. Horizontal keys continue in the adjacent row; there is no
 * wrap-around. Left and right are swapped in right-to-left layouts.
 */
export function moveInGrid(index: number, key: string, isCtrl: boolean, shape: GridShape): number | null {
  const { count, columns } = shape;
  if (count === 0) return null;
  const forward = shape.direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const backward = shape.direction === "rtl" ? "ArrowRight" : "ArrowLeft";
  const column = index % columns;
  const lastRow = Math.floor((count - 1) / columns);
  const row = Math.floor(index / columns);
  const inRow = (target: number): number => Math.min(count - 1, Math.max(0, Math.min(lastRow, target)) * columns + column);
  switch (key) {
    case forward:
      return Math.min(count - 1, index + 1);
    case backward:
      return Math.max(0, index - 1);
    case "ArrowDown":
      // From the last full row to a shorter one: its last card is the nearest.
      return row === lastRow ? index : inRow(row + 1);
    case "ArrowUp":
      return row === 0 ? index : inRow(row - 1);
    case "PageDown":
      return inRow(row + shape.pageRows);
    case "PageUp":
      return inRow(row - shape.pageRows);
    case "Home":
      return isCtrl ? 0 : row * columns;
    case "End":
      return isCtrl ? count - 1 : Math.min(count - 1, row * columns + columns - 1);
    default:
      return null;
  }
}
