import type { WatchTexts } from "@stillreel/watch/texts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { pageDirection } from "../../platform/i18n.ts";

/** Returns the texts of player and comments in the page's language. */
export function useWatchTexts(): WatchTexts {
  const { t, i18n } = useTranslation("watch");
  return useMemo(
    () => ({ t: (key, values) => String(t(key, { ...values })), language: i18n.language, direction: pageDirection() }),
    [t, i18n.language],
  );
}
