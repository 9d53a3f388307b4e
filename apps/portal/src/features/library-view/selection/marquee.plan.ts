/** A point or box in CSS pixels. Boxes are relative to the list's element. */
export interface Point {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Layout of a list: rows of equal height, rendered or not. A table has one column. */
export interface ListMeasures {
  count: number;
  columns: number;
  width: number;
  rowHeight: number;
  rowGap: number;
  columnGap: number;
  direction: "ltr" | "rtl";
}

/** Returns the box between two corners. */
export const boxBetween = (a: Point, b: Point): Box => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
});

/** Returns the indexes of the items that a box touches. Computed from measures, because most rows are not rendered. */
export function indexesInBox(box: Box, list: ListMeasures): number[] {
  const columnWidth = (list.width - list.columnGap * (list.columns - 1)) / list.columns;
  const rows = cellsInSpan(box.top, box.bottom, list.rowHeight, list.rowGap, Math.ceil(list.count / list.columns));
  // In right-to-left layouts the first column is the rightmost.
  const [near, far] = list.direction === "rtl" ? [list.width - box.right, list.width - box.left] : [box.left, box.right];
  const columns = cellsInSpan(near, far, columnWidth, list.columnGap, list.columns);
  const indexes: number[] = [];
  for (let row = rows.first; row <= rows.last; row += 1) {
    for (let column = columns.first; column <= columns.last; column += 1) {
      const index = row * list.columns + column;
      if (index < list.count) indexes.push(index);
    }
  }
  return indexes;
}

function cellsInSpan(from: number, to: number, size: number, gap: number, count: number): { first: number; last: number } {
  const step = size + gap;
  // A range that starts in the gap after a cell touches only the next cell.
  const first = Math.max(0, Math.floor(from / step) + (from > 0 && from % step >= size ? 1 : 0));
  const last = Math.min(count - 1, Math.floor(to / step));
  return { first, last };
}
