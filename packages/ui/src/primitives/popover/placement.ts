import { useLayoutEffect, type RefObject } from "react";
import { positionBeside, type PlacementOptions } from "./position-beside.ts";

/**
 * Places a floating box with `position: fixed` beside its anchor before the first paint, and again when the window or
 * the box changes its size.
 */
export function usePlacement(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<Element | null>,
  { align, isMirrored, gap, edge, overflow }: PlacementOptions,
): void {
  useLayoutEffect(() => {
    const updatePosition = (): void => {
      const element = box.current;
      if (!element || !anchor.current) return;
      const size = { width: element.offsetWidth, height: overflow === "shrink" ? element.scrollHeight : element.offsetHeight };
      const within = { width: innerWidth, height: innerHeight };
      const placement = positionBeside(anchor.current.getBoundingClientRect(), size, within, { align, isMirrored, gap, edge, overflow });
      for (const [name, value] of Object.entries(placement)) element.style[name as "left"] = `${value}px`;
    };
    updatePosition();
    const observer = new ResizeObserver(updatePosition);
    if (box.current) observer.observe(box.current);
    addEventListener("resize", updatePosition);
    return () => {
      observer.disconnect();
      removeEventListener("resize", updatePosition);
    };
  }, [box, anchor, align, isMirrored, gap, edge, overflow]);
}
