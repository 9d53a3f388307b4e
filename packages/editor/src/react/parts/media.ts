import { useSyncExternalStore } from "react";

/** Returns whether a media query matches. */
function useMedia(query: string): boolean {
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

/** Returns whether the screen is narrow: the rail is below the image, and panels are sheets. */
export const useIsNarrow = (): boolean => useMedia("(max-width: 639px)");
