import { useDirection } from "@mantine/core";
import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { scrollElement } from "../../shell/index.ts";
import { gridMeasures, moveInGrid } from "./grid-navigation.ts";
import { ItemCard } from "./item-card.tsx";
import styles from "./item-grid.module.css";
import { ItemMenu } from "./item-menu.tsx";
import type { MenuPlace } from "./menu-panel.tsx";
import { copyLink, renameItem, trashItem, type ItemPage, type ItemSort, type ItemView } from "./library.queries.ts";
import { renewIfOld, renewPicture } from "./use-grid-data.ts";

interface Props {
  items: ItemView[];
  pages: readonly ItemPage[];
  sort: ItemSort;
  /** How many there are on the server, when known; for readers of the grid. */
  total: number | undefined;
  onNearEnd: () => void;
  onOpen: (item: ItemView, picture: HTMLElement | null) => void;
}

const OVERSCAN_ROWS = 2;

/** The grid of stills: only the rows near the window exist. One Tab stop, arrows move, letters act on the card in focus. */
export function ItemGrid({ items, pages, sort, total, onNearEnd, onOpen }: Props): ReactNode {
  const { t } = useTranslation("library");
  const { dir } = useDirection();
  const container = useRef<HTMLDivElement>(null);
  const { width, offset } = useMeasuredBox(container);
  const { columns, rowHeight, rowGap, columnGap } = gridMeasures(width);
  const rowCount = Math.ceil(items.length / columns);

  const [currentId, setCurrentId] = useState<string | null>(null);
  const [renamingId, setRenamingId] = useState<string | null>(null);
  const [menu, setMenu] = useState<{ item: ItemView; place: MenuPlace } | null>(null);
  const wantsFocus = useRef(false);
  const currentIndex = Math.max(
    0,
    items.findIndex((item) => item.id === currentId),
  );
  const currentRow = Math.floor(currentIndex / columns);

  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: scrollElement,
    estimateSize: () => rowHeight,
    gap: rowGap,
    overscan: OVERSCAN_ROWS,
    scrollMargin: offset,
    scrollPaddingStart: 72,
    scrollPaddingEnd: 88,
    // The row in focus always exists, so that scrolling away does not drop the focus.
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...defaultRangeExtractor(range), Math.min(currentRow, Math.max(0, range.count - 1))])].toSorted((a, b) => a - b),
      [currentRow],
    ),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, rowGap]);

  const rows = virtualizer.getVirtualItems();
  const firstRow = virtualizer.range?.startIndex ?? 0;
  const lastRow = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (width > 0 && lastRow >= rowCount - 1 - OVERSCAN_ROWS) onNearEnd();
  }, [width, lastRow, rowCount, onNearEnd]);
  useEffect(() => renewIfOld(sort, pages, firstRow * columns, (lastRow + 1) * columns), [sort, pages, firstRow, lastRow, columns]);

  useEffect(() => {
    if (!wantsFocus.current || renamingId) return;
    const link = container.current?.querySelector<HTMLElement>(`[data-item-link="${CSS.escape(items[currentIndex]?.id ?? "")}"]`);
    if (!link) return;
    wantsFocus.current = false;
    link.focus({ preventScroll: true });
  });

  const focusIndex = (index: number): void => {
    const item = items[index];
    if (!item) return;
    wantsFocus.current = true;
    setCurrentId(item.id);
    virtualizer.scrollToIndex(Math.floor(index / columns));
  };
  const trash = (item: ItemView): void => {
    const index = items.findIndex((known) => known.id === item.id);
    const neighbour = items[index + 1] ?? items[index - 1];
    wantsFocus.current = true;
    setCurrentId(neighbour?.id ?? null);
    void trashItem(item);
  };

  const handleKey = (event: KeyboardEvent): void => {
    const item = items[currentIndex];
    if (!item || renamingId || event.altKey || (event.metaKey && event.key !== "Backspace")) return;
    const isOnCard = event.target instanceof HTMLAnchorElement;
    const target = moveInGrid(currentIndex, event.key, event.ctrlKey, {
      count: items.length,
      columns,
      direction: dir,
      pageRows: Math.max(1, Math.floor((scrollElement()?.clientHeight ?? 0) / (rowHeight + rowGap))),
    });
    if (target !== null) focusIndex(target);
    else if (event.ctrlKey) return;
    else if (event.key === "l" || event.key === "L") void copyLink(item);
    else if (event.key === "F2") setRenamingId(item.id);
    else if (event.key === "Delete" || event.key === "Backspace") trash(item);
    else if ((event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) && isOnCard)
      setMenu({ item, place: placeOf(event.target) });
    else return;
    event.preventDefault();
  };

  const actions = useMemo(
    () => ({
      onCopyLink: (item: ItemView) => void copyLink(item),
      onMenu: (item: ItemView, anchor: HTMLElement) => setMenu({ item, place: placeOf(anchor) }),
      onRename: (item: ItemView, title: string) => void renameItem(item, title),
      onRenameEnd: (byKeyboard: boolean) => {
        wantsFocus.current = byKeyboard;
        setRenamingId(null);
      },
      onFocus: setCurrentId,
    }),
    [],
  );
  const onPictureFailed = useCallback((itemId: string) => renewPicture(sort, pages, itemId), [sort, pages]);

  return (
    <>
      <div
        ref={container}
        role="grid"
        tabIndex={-1}
        aria-label={t("grid")}
        aria-rowcount={total === undefined ? -1 : Math.ceil(total / columns)}
        aria-colcount={columns}
        className={styles.grid}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={handleKey}
      >
        {width > 0 &&
          rows.map((row) => (
            <div
              key={row.key}
              role="row"
              aria-rowindex={row.index + 1}
              className={styles.row}
              style={{
                transform: `translateY(${row.start - offset}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                columnGap,
              }}
            >
              {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => (
                <div key={item.id} role="gridcell" aria-colindex={column + 1} className={styles.cell}>
                  <ItemCard
                    {...actions}
                    item={item}
                    isCurrent={item.id === items[currentIndex]?.id}
                    isRenaming={item.id === renamingId}
                    isEager={row.index < 3}
                    onOpen={onOpen}
                    onPictureFailed={onPictureFailed}
                  />
                </div>
              ))}
            </div>
          ))}
      </div>
      {menu && (
        <ItemMenu
          item={menu.item}
          place={menu.place}
          onOpen={() => onOpen(menu.item, null)}
          onRename={() => {
            setCurrentId(menu.item.id);
            setRenamingId(menu.item.id);
          }}
          onTrash={() => trash(menu.item)}
          onClosed={() => setMenu(null)}
        />
      )}
    </>
  );
}

function placeOf(target: EventTarget): MenuPlace {
  const element = target as HTMLElement;
  return { rect: element.getBoundingClientRect(), element };
}

/** Width of an element, and where it begins inside the element that scrolls; both in CSS pixels, 0 before the first layout. */
function useMeasuredBox(ref: { current: HTMLElement | null }): { width: number; offset: number } {
  const [box, setBox] = useState({ width: 0, offset: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = (): void => {
      const scroller = scrollElement();
      const top = scroller ? element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop : 0;
      setBox((known) => {
        const next = { width: element.clientWidth, offset: Math.round(top) };
        return known.width === next.width && known.offset === next.offset ? known : next;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return box;
}
