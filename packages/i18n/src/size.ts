/** Units of sizes: powers of 1024. */
export type SizeUnit = "bytes" | "kilobytes" | "megabytes" | "gigabytes";

const SYMBOLS: Record<SizeUnit, string> = { bytes: "B", kilobytes: "KB", megabytes: "MB", gigabytes: "GB" };
/** From here on the next unit is used: 1023.6 KB must not round up to "1024 KB". */
const LAST_VALUE = 1023.5;

const rounded = (value: number): string => (value < 10 ? value.toFixed(1).replace(/\.0$/u, "") : String(Math.round(value)));

/** Returns value and unit of a size: 412 KB, 1.4 MB. The value has the digits 0 to 9 and no separators. */
export function sizeParts(bytes: number): { value: string; unit: SizeUnit } {
  if (bytes < 1024) return { value: String(bytes), unit: "bytes" };
  if (bytes < LAST_VALUE * 1024) return { value: String(Math.round(bytes / 1024)), unit: "kilobytes" };
  if (bytes < LAST_VALUE * 1024 ** 2) return { value: rounded(bytes / 1024 ** 2), unit: "megabytes" };
  return { value: rounded(bytes / 1024 ** 3), unit: "gigabytes" };
}

/** Formats a size for pages without the portal's texts, with the same numbers as the portal. */
export function sizeText(bytes: number): string {
  const { value, unit } = sizeParts(bytes);
  return `${value} ${SYMBOLS[unit]}`;
}
