import { useSyncExternalStore } from "react";

/** Does a media query hold? */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Narrow screens: the rail lies below the picture, panels are sheets. */
export const useIsNarrow = (): boolean => useMedia("(max-width: 639px)");
