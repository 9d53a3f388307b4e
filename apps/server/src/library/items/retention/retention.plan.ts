const DAY_MS = 86_400_000;

/** Days between the warning and the trash. */
export const WARNING_DAYS = 14;
/** Days between two runs of the job that warns: an owner gets at most one warning in this time. */
const RUN_DAYS = 7;

/** Times by which items are chosen. An item is unused since it was last opened or changed. */
export interface RetentionTimes {
  /** Items that are unused since before this time are due. */
  dueBefore: Date;
  /** Items that are unused since before this time are warned about: they are due before the run after the next two. */
  warnBefore: Date;
  /** Warnings that were sent before this time have expired. */
  sentBefore: Date;
}

/** Returns the times for a retention of some days. An item is warned about at least {@link WARNING_DAYS} days before it is due. */
export function retentionTimes(days: number, now: Date): RetentionTimes {
  const before = (count: number): Date => new Date(now.getTime() - count * DAY_MS);
  return { dueBefore: before(days), warnBefore: before(days - WARNING_DAYS - RUN_DAYS), sentBefore: before(WARNING_DAYS) };
}

/** Returns when items that are warned about now move to the trash at the earliest. */
export const expiryOf = (now: Date): Date => new Date(now.getTime() + WARNING_DAYS * DAY_MS);

/** A warning that has expired, with the use of its item since. */
export interface ExpiredWarning {
  /** When the item was last opened or changed. */
  usedAt: Date;
  warnedAt: Date;
  isStarred: boolean;
  isTrashed: boolean;
  /** Whether a visitor has viewed it since the warning. */
  isViewed: boolean;
}

/**
 * Decides what happens to the item of an expired warning: `trash`; `wait` when it is not due yet; `forget` when it was used or starred
 * since, or when the retention was extended. Then it is warned about again before it is trashed.
 */
export function verdictOf(warning: ExpiredWarning, { dueBefore, warnBefore }: RetentionTimes): "trash" | "wait" | "forget" {
  const { usedAt, warnedAt, isStarred, isTrashed, isViewed } = warning;
  if (isTrashed || isStarred || isViewed || usedAt >= warnedAt || usedAt >= warnBefore) return "forget";
  return usedAt < dueBefore ? "trash" : "wait";
}
