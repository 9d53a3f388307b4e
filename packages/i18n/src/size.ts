import { isWrittenAlike } from "./interpolation.ts";

/** Units of sizes: powers of 1024. */
export type SizeUnit = "bytes" | "kilobytes" | "megabytes" | "gigabytes";

const SYMBOLS: Record<SizeUnit, string> = { bytes: "B", kilobytes: "KB", megabytes: "MB", gigabytes: "GB" };
const UNITS: Record<SizeUnit, string> = { bytes: "byte", kilobytes: "kilobyte", megabytes: "megabyte", gigabytes: "gigabyte" };
/** From here on the next unit is used: 1023.6 KB must not round up to "1024 KB". */
const LAST_VALUE = 1023.5;

const rounded = (value: number): number => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

function measured(bytes: number): { value: number; unit: SizeUnit } {
  if (bytes < 1024) return { value: bytes, unit: "bytes" };
  if (bytes < LAST_VALUE * 1024) return { value: Math.round(bytes / 1024), unit: "kilobytes" };
  if (bytes < LAST_VALUE * 1024 ** 2) return { value: rounded(bytes / 1024 ** 2), unit: "megabytes" };
  return { value: rounded(bytes / 1024 ** 3), unit: "gigabytes" };
}

const formatOf = (language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { useGrouping: false, ...options });

/** Returns value and unit of a size: 412 KB, 1.4 MB. The value has the digits 0 to 9, and the language's decimal sign. */
export function sizeParts(bytes: number, language: string): { value: string; unit: SizeUnit } {
  const { value, unit } = measured(bytes);
  return { value: isWrittenAlike(value) ? String(value) : formatOf(language).format(value), unit };
}

/** Formats a size for pages without the portal's texts, with the same numbers as the portal and the units of the language. */
export function sizeText(bytes: number, language: string): string {
  const { value, unit } = measured(bytes);
  // In English, the locale data write "kB" and "byte".
  if (language.startsWith("en")) return `${value} ${SYMBOLS[unit]}`;
  return formatOf(language, { style: "unit", unit: UNITS[unit], unitDisplay: "short" }).format(value);
}
