const GIGABYTE = 1024 ** 3;

/** Kinds of quotas: the default of the installation, unlimited, or an own number of bytes. */
export type QuotaKind = "default" | "unlimited" | "own";

/** Returns the kind of a quota as the contract has it. */
export function kindOf(quota: number | null): QuotaKind {
  if (quota === null) return "default";
  return quota === 0 ? "unlimited" : "own";
}

/** Formats a quota for its field: gigabytes with at most two decimals. */
export const gigabytesOf = (bytes: number): string => String(Math.round((bytes / GIGABYTE) * 100) / 100);

/** Parses gigabytes, with a comma or a point. Returns bytes, or null for anything but a positive number. */
export function bytesOf(typed: string): number | null {
  const text = typed.trim().replace(",", ".");
  const bytes = /^\d{1,9}(?:\.\d{1,4})?$/u.test(text) ? Math.round(Number(text) * GIGABYTE) : 0;
  return bytes > 0 ? bytes : null;
}

/** Returns which part of a quota is used, from 0 to 1, or null without a quota. */
export const usedPart = (usedBytes: number, limit: number): number | null => (limit === 0 ? null : Math.min(1, usedBytes / limit));
