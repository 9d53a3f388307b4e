import { sizeParts } from "@stillreel/i18n";
import type { TFunction } from "i18next";

/** Formats a size: "412 KB", "1.4 MB". Powers of 1024, Latin digits in every language. */
export function formatBytes(bytes: number, t: TFunction): string {
  const { value, unit } = sizeParts(bytes);
  return t(`units.${unit}`, { value });
}
