import { useEffect, useRef, type RefObject } from "react";

/**
 * Scrolls the active tab of a row into view, without scrolling the page: on phones the tabs are wider than the page.
 * @param layout changes when the tabs get other widths
 */
export function useFollowedTab(isHere: boolean, layout?: unknown): RefObject<HTMLAnchorElement | null> {
  const tab = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const follow = (): void => {
      const row = tab.current?.parentElement;
      if (!isHere || !row || !tab.current) return;
      const [mine, all] = [tab.current.getBoundingClientRect(), row.getBoundingClientRect()];
      if (mine.left < all.left) row.scrollLeft += mine.left - all.left;
      else if (mine.right > all.right) row.scrollLeft += mine.right - all.right;
    };
    follow();
    // Fonts may load later and widen the tabs.
    void document.fonts?.ready.then(follow);
  }, [isHere, layout]);
  return tab;
}
