import { useLayoutEffect, type RefObject } from "react";
import { placeBeside, type PlacementOptions } from "./place-beside.ts";

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
    const place = (): void => {
      const element = box.current;
      if (!element || !anchor.current) return;
      const size = { width: element.offsetWidth, height: overflow === "shrink" ? element.scrollHeight : element.offsetHeight };
      const within = { width: innerWidth, height: innerHeight };
      const placement = placeBeside(anchor.current.getBoundingClientRect(), size, within, { align, isMirrored, gap, edge, overflow });
      for (const [name, value] of Object.entries(placement)) element.style[name as "left"] = `${value}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    if (box.current) observer.observe(box.current);
    addEventListener("resize", place);
    return () => {
      observer.disconnect();
      removeEventListener("resize", place);
    };
  }, [box, anchor, align, isMirrored, gap, edge, overflow]);
}
