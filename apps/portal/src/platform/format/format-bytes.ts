import { BASE_LANGUAGE, sizeParts } from "@stillreel/i18n";
import i18next, { type TFunction } from "i18next";

/** Formats a size: "412 KB", "1.4 MB". Powers of 1024, Latin digits in every language. */
export function formatBytes(bytes: number, t: TFunction): string {
  const { value, unit } = sizeParts(bytes, i18next.resolvedLanguage ?? BASE_LANGUAGE);
  return t(`units.${unit}`, { value });
}
