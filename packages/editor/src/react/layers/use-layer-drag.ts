import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from "react";

/** Distance in CSS pixels after which a press becomes a drag. */
const SLACK = 4;

interface LayerDrag {
  /** Row before which the dragged one would be inserted. Null while nothing is dragged. */
  dropAt: number | null;
  startDrag(event: ReactPointerEvent<HTMLElement>, id: string): void;
}

/**
 * Reorders rows by dragging with mouse or pen. On touch screens a drag scrolls the list, and the menu or the keys change the
 * order.
 */
export function useLayerDrag(list: RefObject<HTMLElement | null>, count: number, onDrop: (id: string, row: number) => void): LayerDrag {
  const [dropAt, setDropAt] = useState<number | null>(null);
  const drop = useRef(onDrop);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => () => stop.current?.(), []);

  const startDrag = (event: ReactPointerEvent<HTMLElement>, id: string) => {
    if (event.pointerType === "touch" || event.button !== 0) return;
    const startY = event.clientY;
    let gap: number | null = null;
    const handleMove = (move: PointerEvent) => {
      if (gap === null && Math.abs(move.clientY - startY) <= SLACK) return;
      gap = gapAt(list.current, move.clientY);
      setDropAt(gap);
    };
    const end = () => {
      stop.current = null;
      removeEventListener("pointermove", handleMove);
      removeEventListener("pointerup", handleUp);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", handleKey, true);
      setDropAt(null);
    };
    const handleUp = () => {
      const from = rowsOf(list.current).findIndex((row) => row.dataset["layer"] === id);
      const target = gap;
      end();
      if (target === null || from < 0) return;
      // The row is removed from the list first.
      const row = target > from ? target - 1 : target;
      if (row !== from) drop.current(id, Math.max(0, Math.min(count - 1, row)));
    };
    const handleKey = (key: KeyboardEvent) => {
      if (key.key !== "Escape") return;
      key.preventDefault();
      key.stopPropagation();
      end();
    };
    stop.current = end;
    addEventListener("pointermove", handleMove);
    addEventListener("pointerup", handleUp);
    addEventListener("pointercancel", end);
    addEventListener("keydown", handleKey, true);
  };
  return { dropAt, startDrag };
}

const rowsOf = (list: HTMLElement | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>("[data-layer]") ?? [])];

/** Returns the gap between rows that is nearest to a height of the window: 0 is above the first. */
function gapAt(list: HTMLElement | null, y: number): number {
  const rows = rowsOf(list);
  const below = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below < 0 ? rows.length : below;
}
