import { useDirection } from "@mantine/core";
import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import {
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { contextAnchor } from "../../../ui/context-menu.ts";
import { scrollElement } from "../../../ui/screen.tsx";
import { estimatedBox, gridMeasures, isNarrow, LIST_MEASURES, moveInGrid, type GridBox, type GridShape } from "./grid-navigation.ts";
import type { GridSelection } from "../selection/grid-selection.ts";
import { ItemCard, type PickGesture } from "./item-card.tsx";
import { commandForKey } from "../../../entities/items/item-commands.ts";
import styles from "./item-grid.module.css";
import type { ItemPage, ItemView, ListName } from "../../../entities/items/item-list.ts";
import { useListLayout } from "../selection/use-shown-list.ts";
import { renewInView, renewPicture } from "./use-grid-data.ts";
import { useItemCursor, type ItemCursor } from "./use-item-cursor.ts";
import type { Layout } from "../../../entities/items/view-preference.ts";
import { lazyView } from "../../../platform/lazy-view.ts";

const ItemMenu = lazyView(() => import("./item-menu.tsx"), "ItemMenu");
const ItemRow = lazyView(() => import("./item-row.tsx"), "ItemRow");

interface Props {
  items: ItemView[];
  pages: readonly ItemPage[];
  list: ListName;
  layout: Layout;
  label: string;
  /** Number of items on the server, if known; for screen readers. */
  total: number | undefined;
  selection?: GridSelection | undefined;
  onNearEnd: () => void;
  onOpen: (item: ItemView, picture: HTMLElement | null) => void;
  onPurge: (items: ItemView[]) => void;
  onMove?: ((items: ItemView[]) => void) | undefined;
}

const OVERSCAN_ROWS = 2;
/** Estimated height of the header above the scroll container in CSS pixels, until the container is measured. */
const FRAME_HEIGHT = 60;

/**
 * A virtual list of items as grid or rows: only items near the viewport are rendered. One Tab stop, arrow keys navigate, letter
 * keys run commands on the focused item.
 */
export function ItemGrid(props: Props): ReactNode {
  const { items, list, layout, label, total, selection, onOpen } = props;
  const { dir } = useDirection();
  const container = useRef<HTMLDivElement>(null);
  const { width, offset, isMeasured } = useMeasuredBox(container);
  const { columns, rowHeight, rowGap, columnGap } = layout === "grid" ? gridMeasures(width, window.innerWidth) : LIST_MEASURES;
  const rowCount = Math.ceil(items.length / columns);
  const rowPitch = rowHeight + rowGap;
  useListLayout(container, { count: items.length, columns, width, rowHeight, rowGap, columnGap, direction: dir });
  const cursor = useItemCursor({ items, onOpen, onPurge: props.onPurge, onMove: props.onMove, isPreview: list.asMember !== undefined });
  const currentItem = items[cursor.currentIndex];
  const currentRow = Math.floor(cursor.currentIndex / columns);
  const virtualizer = useVirtualRows({ layout, rowCount, rowHeight, rowGap, offset, currentRow, isMeasured });
  // Computes the range that is read below.
  const rows = virtualizer.getVirtualItems();
  const firstRow = virtualizer.range?.startIndex ?? 0;
  const lastRow = virtualizer.range?.endIndex ?? 0;
  usePages(props, { width, rowCount, columns, firstRow, lastRow });
  useScrollAnchor(items, firstRow, columns, rowPitch);
  useWantedFocus(container, cursor, currentItem?.id ?? "");

  const scrollToRow = (row: number): void => virtualizer.scrollToIndex(row);
  const handlers = {
    onKeyDown: keyHandler({ items, cursor, columns, direction: dir, rowPitch, scrollToRow }),
    onContextMenu: contextHandler(items, cursor, selection),
  };
  const cell = useCell(props, cursor, currentItem);
  return (
    <>
      <div
        ref={container}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable={selection ? true : undefined}
        aria-rowcount={total === undefined ? -1 : Math.ceil(total / columns)}
        aria-colcount={columns}
        className={styles.grid}
        style={{ height: virtualizer.getTotalSize() }}
        {...handlers}
      >
        <Suspense>
          {width > 0 &&
            rows.map((row) => (
              <GridRow
                key={row.key}
                index={row.index}
                top={row.start - offset}
                columns={columns}
                columnGap={columnGap}
                items={items.slice(row.index * columns, (row.index + 1) * columns)}
                selection={selection}
                cell={cell}
              />
            ))}
        </Suspense>
      </div>
      <CursorMenu cursor={cursor} />
    </>
  );
}

/** The menu of the item for which it was opened. */
function CursorMenu({ cursor: { menu, commands, closeMenu } }: { cursor: ItemCursor }): ReactNode {
  return (
    menu && (
      <Suspense>
        <ItemMenu item={menu.item} at={menu.at} commands={commands} onClose={closeMenu} />
      </Suspense>
    )
  );
}

interface RowProps {
  index: number;
  /** Distance from the top of the grid in CSS pixels. */
  top: number;
  columns: number;
  columnGap: number;
  items: readonly ItemView[];
  selection: GridSelection | undefined;
  cell: (item: ItemView, row: number) => ReactNode;
}

function GridRow({ index, top, columns, columnGap, items, selection, cell }: RowProps): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={styles.row}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, columnGap }}
    >
      {items.map((item, column) => (
        <div
          key={item.id}
          role="gridcell"
          aria-colindex={column + 1}
          aria-selected={selection ? selection.isSelected(item.id) : undefined}
          className={styles.cell}
        >
          {cell(item, index)}
        </div>
      ))}
    </div>
  );
}

interface RowMeasures {
  layout: Layout;
  rowCount: number;
  rowHeight: number;
  rowGap: number;
  offset: number;
  currentRow: number;
  /** Whether the grid is laid out. */
  isMeasured: boolean;
}

/** Virtual rows in the scroll container of the screen. */
function useVirtualRows({ layout, rowCount, rowHeight, rowGap, offset, currentRow, isMeasured }: RowMeasures) {
  // On a phone, rows below the visible ones follow the first layout, whose task would be twice as long with them.
  const hasOverscan = isMeasured || !isNarrow(window.innerWidth);
  const virtualizer = useVirtualizer({
    count: rowCount,
    // The size of the container is read immediately. Before the first layout that would force one, in the task of the first render.
    getScrollElement: () => (isMeasured ? scrollElement() : null),
    initialRect: { width: window.innerWidth, height: window.innerHeight - FRAME_HEIGHT },
    estimateSize: () => rowHeight,
    gap: rowGap,
    overscan: hasOverscan ? (layout === "grid" ? OVERSCAN_ROWS : OVERSCAN_ROWS * 3) : 0,
    scrollMargin: offset,
    scrollPaddingStart: 72,
    scrollPaddingEnd: 88,
    // The focused row is always rendered, so that scrolling does not lose the focus.
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...defaultRangeExtractor(range), Math.min(currentRow, Math.max(0, range.count - 1))])].toSorted((a, b) => a - b),
      [currentRow],
    ),
  });
  const measured = useRef({ rowHeight, rowGap });
  useLayoutEffect(() => {
    // The first measures are those of the first render: measuring again would render the grid twice.
    if (measured.current.rowHeight === rowHeight && measured.current.rowGap === rowGap) return;
    measured.current = { rowHeight, rowGap };
    virtualizer.measure();
  }, [virtualizer, rowHeight, rowGap]);
  return virtualizer;
}

interface VisibleRows {
  width: number;
  rowCount: number;
  columns: number;
  firstRow: number;
  lastRow: number;
}

/** Loads the next page near the end of the list, and renews addresses of pictures that become visible. */
function usePages({ list, pages, onNearEnd }: Props, { width, rowCount, columns, firstRow, lastRow }: VisibleRows): void {
  useEffect(() => {
    // Loads early enough for fast scrolling.
    if (width > 0 && lastRow >= rowCount - 1 - Math.ceil(24 / columns)) onNearEnd();
  }, [width, lastRow, rowCount, columns, onNearEnd]);
  useEffect(() => renewInView(list, pages, firstRow * columns, (lastRow + 1) * columns), [list, pages, firstRow, lastRow, columns]);
}

/** Moves the focus to the current item when the cursor requests it. */
function useWantedFocus(container: { current: HTMLElement | null }, { wantsFocus, renamingId }: ItemCursor, itemId: string): void {
  useEffect(() => {
    if (!wantsFocus.current || renamingId) return;
    const link = container.current?.querySelector<HTMLElement>(`[data-item-link="${CSS.escape(itemId)}"]`);
    if (!link) return;
    wantsFocus.current = false;
    link.focus({ preventScroll: true });
  });
}

interface KeyTarget {
  items: readonly ItemView[];
  cursor: ItemCursor;
  columns: number;
  direction: GridShape["direction"];
  /** Height of a row with its gap in CSS pixels. */
  rowPitch: number;
  scrollToRow: (row: number) => void;
}

/** Returns the key handler of the grid: arrow keys move the cursor, others open the menu or run a command. */
function keyHandler({ items, cursor, columns, direction, rowPitch, scrollToRow }: KeyTarget): (event: KeyboardEvent) => void {
  const { currentIndex, wantsFocus } = cursor;
  return (event) => {
    const item = items[currentIndex];
    if (!item || cursor.renamingId || event.defaultPrevented || event.altKey) return;
    const target = moveInGrid(currentIndex, event.key, event.ctrlKey, {
      count: items.length,
      columns,
      direction,
      pageRows: Math.max(1, Math.floor((scrollElement()?.clientHeight ?? 0) / rowPitch)),
    });
    const next = target === null ? undefined : items[target];
    if (next && target !== null) {
      wantsFocus.current = true;
      cursor.setCurrent(next.id);
      scrollToRow(Math.floor(target / columns));
    } else if ((event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) && event.target instanceof HTMLAnchorElement) {
      cursor.openMenu(item, event.target);
    } else {
      if (event.ctrlKey || event.shiftKey || (event.metaKey && event.key !== "Backspace")) return;
      const command = commandForKey(event.key, item, cursor.commands);
      if (!command) return;
      command.run(item, cursor.commands);
    }
    event.preventDefault();
  };
}

/** Returns the handler of right clicks. Several selected items have the selection bar instead of the menu of one. */
function contextHandler(
  items: readonly ItemView[],
  cursor: ItemCursor,
  selection: GridSelection | undefined,
): (event: MouseEvent<HTMLElement>) => void {
  return (event) => {
    const card = (event.target as Element).closest<HTMLElement>("[data-item-id]");
    const item = items.find(({ id }) => id === card?.dataset["itemId"]);
    const link = card?.querySelector<HTMLElement>("[data-item-link]");
    if (!item || !link || (selection && selection.count > 1 && selection.isSelected(item.id))) return;
    const at = contextAnchor(event, link);
    if (!at) return;
    event.preventDefault();
    cursor.openMenuAt(item, at);
  };
}

/** Returns the function that renders an item as card or list row. */
function useCell(
  { list, layout, selection, onOpen }: Props,
  cursor: ItemCursor,
  currentItem: ItemView | undefined,
): (item: ItemView, row: number) => ReactNode {
  const onPictureFailed = useCallback((itemId: string) => renewPicture(list, itemId), [list]);
  const { toggle, extendTo } = selection ?? {};
  const onPick = useMemo(
    () => (toggle && extendTo ? (item: ItemView, { isRange }: PickGesture) => (isRange ? extendTo : toggle)(item.id) : undefined),
    [toggle, extendTo],
  );
  const Cell = layout === "grid" ? ItemCard : ItemRow;
  return (item, row) => (
    <Cell
      {...cursor.actions}
      item={item}
      isCurrent={item.id === currentItem?.id}
      isRenaming={item.id === cursor.renamingId}
      isSelected={selection?.isSelected(item.id) ?? false}
      isPicking={(selection?.count ?? 0) > 0}
      isEager={row < 3}
      onOpen={onOpen}
      onPick={onPick}
      onPictureFailed={onPictureFailed}
    />
  );
}

/** Preserves the scroll position when items are added or removed above. At the top of the list new items become visible. */
function useScrollAnchor(items: readonly ItemView[], firstRow: number, columns: number, rowPitch: number): void {
  const anchor = useRef<{ id: string; row: number; items: readonly ItemView[] } | null>(null);
  useLayoutEffect(() => {
    const previous = anchor.current;
    if (previous && previous.items !== items && previous.row > 0) {
      const index = items.findIndex((item) => item.id === previous.id);
      const rows = index < 0 ? 0 : Math.floor(index / columns) - previous.row;
      const scroller = scrollElement();
      if (rows !== 0 && scroller) scroller.scrollTop += rows * rowPitch;
    }
    const first = items[firstRow * columns];
    anchor.current = first ? { id: first.id, row: firstRow, items } : null;
  }, [items, firstRow, columns, rowPitch]);
}

/**
 * Returns width and offset of an element inside its scroll container, in CSS pixels. Before the first layout they are estimates, so that
 * the cards are part of the first render, which React splits into slices. On wider screens their measures are corrected before they are
 * visible. On a phone the estimated width is exact, and the offset, which moves no card, is measured after the first layout: measuring
 * earlier would force one, and render the grid twice in the same task.
 */
function useMeasuredBox(ref: { current: HTMLElement | null }): GridBox {
  const [box, setBox] = useState(() => estimatedBox(window.innerWidth));
  // Read while rendering: in an effect of the first render it forces a layout.
  const [isExact] = useState(() => isNarrow(window.innerWidth));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = (): void => {
      const scroller = scrollElement();
      const top = scroller ? element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop : 0;
      setBox((known) => {
        const next = { width: element.clientWidth, offset: Math.round(top), isMeasured: true };
        return known.isMeasured && known.width === next.width && known.offset === next.offset ? known : next;
      });
    };
    let isEstimated = isExact;
    if (!isExact) measure();
    const observer = new ResizeObserver(() => {
      // Corrects the estimates in slices: they differ by rows that are not visible.
      if (isEstimated) startTransition(measure);
      else measure();
      isEstimated = false;
    });
    observer.observe(element);
    // Content above (folders) moves the list without changing its size.
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [ref, isExact]);
  return box;
}
