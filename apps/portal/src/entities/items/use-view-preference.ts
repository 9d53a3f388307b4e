import { useState } from "react";
import { storePreference, readPreference, type LibraryView, type ViewPreference } from "./view-preference.ts";

/** Returns the view settings of a screen, stored on this device. */
export function useViewPreference(view: LibraryView): { preference: ViewPreference; change: (part: Partial<ViewPreference>) => void } {
  const [preference, setPreference] = useState(() => readPreference(view));
  const change = (part: Partial<ViewPreference>): void => {
    const next = { ...preference, ...part };
    storePreference(view, next);
    setPreference(next);
  };
  return { preference, change };
}
