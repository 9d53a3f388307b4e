import { OLD_ITEM_DAYS_MAX, OLD_ITEM_DAYS_MIN } from "@stillreel/contract";

/** Returns a typed number of days: null (old items stay) for an empty text, undefined when it is not a permitted number. */
export function retentionOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const days = Number(text);
  return /^\d{1,5}$/u.test(text) && days >= OLD_ITEM_DAYS_MIN && days <= OLD_ITEM_DAYS_MAX ? days : undefined;
}
