import { useEffect, type RefObject } from "react";

/** Share of an entry that must be visible. Less than all of it, because browsers round positions. */
const WHOLE = 0.98;

/**
 * Fades the sides of a row at which it can be scrolled further, so that a word that is cut there does not seem complete. The row has the
 * class of `scroll-edges.module.css`, and gets the attributes `data-more-start` and `data-more-end`.
 * @param entries identifies the row's entries: they are observed again when it changes
 */
export function useScrollEdges(row: RefObject<HTMLElement | null>, entries: string): void {
  useEffect(() => {
    const { current } = row;
    const [first, last] = [current?.firstElementChild, current?.lastElementChild];
    if (!current || !first || !last) return undefined;
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, intersectionRatio } of changes) {
          const isCut = intersectionRatio < WHOLE;
          if (target === first) current.toggleAttribute("data-more-start", isCut);
          if (target === last) current.toggleAttribute("data-more-end", isCut);
        }
      },
      { root: current, threshold: WHOLE },
    );
    observer.observe(first);
    observer.observe(last);
    return () => observer.disconnect();
  }, [row, entries]);
}
