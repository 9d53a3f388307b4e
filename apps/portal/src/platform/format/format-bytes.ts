import type { TFunction } from "i18next";

/** Formats a size: "412 KB", "1.4 MB". Powers of 1024, Latin digits in every language. */
export function formatBytes(bytes: number, t: TFunction): string {
  const digits = (value: number): string =>
    value < 10 && bytes >= 1024 ** 2 ? value.toFixed(1).replace(/\.0$/, "") : String(Math.round(value));
  if (bytes < 1024) return t("units.bytes", { value: bytes });
  // 1023.6 KB must not round up to "1024 KB".
  if (bytes < 1023.5 * 1024) return t("units.kilobytes", { value: digits(bytes / 1024) });
  if (bytes < 1023.5 * 1024 ** 2) return t("units.megabytes", { value: digits(bytes / 1024 ** 2) });
  return t("units.gigabytes", { value: digits(bytes / 1024 ** 3) });
}
