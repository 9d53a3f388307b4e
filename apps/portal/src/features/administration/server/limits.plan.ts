const GIGABYTE = 1024 ** 3;

/** Returns bytes as a number of gigabytes for a field; an empty text for no limit. */
export const gigabytesText = (bytes: number): string => (bytes === 0 ? "" : String(Number((bytes / GIGABYTE).toFixed(3))));

/** Returns the bytes of a typed number of gigabytes: 0 (no limit) for an empty text, undefined when it is no number. */
export function quotaOf(typed: string): number | undefined {
  const text = typed.trim().replace(",", ".");
  if (text === "") return 0;
  const bytes = Math.round(Number(text) * GIGABYTE);
  return /^\d+(?:\.\d+)?$/u.test(text) && Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Returns a typed number of days: null for an empty text, undefined when it is not a whole number from 1 to 3650. */
export function daysOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const days = Number(text);
  return /^\d+$/u.test(text) && days >= 1 && days <= 3_650 ? days : undefined;
}
