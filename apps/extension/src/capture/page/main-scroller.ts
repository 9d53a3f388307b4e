import { around, type Box, type Point } from "../../shared/core/region.ts";
import type { Scroller } from "../../shared/page/chooser/scroller.ts";
import { findScroller } from "./full-page/scroller.ts";

/** Returns the page's main scroller, the same one that a full-page capture uses. */
export function mainScroller(): Scroller {
  const found = findScroller();
  const { element } = found;
  const offset = (): Point => {
    const view = found.view();
    return { x: found.left - view.x, y: found.top - view.y };
  };
  const content = (): Box => {
    const { scrollWidth, scrollHeight, clientWidth } = element;
    const isMirrored = getComputedStyle(element).direction === "rtl";
    return { x: isMirrored ? clientWidth - scrollWidth : 0, y: 0, width: scrollWidth, height: scrollHeight };
  };
  const shifted = <P extends Point>(at: P, sign: number): P => {
    const { x, y } = offset();
    return { ...at, x: at.x + sign * x, y: at.y + sign * y };
  };
  return {
    offset,
    content,
    toContent: (at) => shifted(at, 1),
    toWindow: (at) => shifted(at, -1),
    limits: () => around({ ...offset(), width: innerWidth, height: innerHeight }, content()),
    scrollBy: (dx, dy) => found.go(found.left + dx, found.top + dy),
  };
}
