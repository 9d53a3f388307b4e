import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from "react";
import { isTyping } from "../../ui/is-typing.ts";
import { closeSearch, openSearch, searchOpen } from "./search-store.ts";
import { lazyView } from "../../platform/lazy-view.ts";

/** Loads the search code, also in advance. */
export const loadPalette = () => import("./search-palette.tsx");
const SearchPalette = lazyView(loadPalette, "SearchPalette");

/** The search dialog with its shortcuts `⌘K`, `Ctrl K` and `/`. Once per page. */
export function SearchLayer(): ReactNode {
  const isOpen = useSyncExternalStore(searchOpen.subscribe, searchOpen.current);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
      const isSlash = event.key === "/" && !event.metaKey && !event.ctrlKey && !event.altKey && !isTyping(event.target);
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      if (isCommand && searchOpen.current()) closeSearch();
      else openSearch();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  // Leaving the page closes it.
  useEffect(() => closeSearch, []);
  return isOpen ? (
    <Suspense>
      <SearchPalette onClose={closeSearch} />
    </Suspense>
  ) : null;
}
