import { describe, expect, test } from "vitest";
import { expiryOf, retentionTimes, verdictOf, type ExpiredWarning } from "./retention.plan.ts";

const NOW = new Date("2026-11-25T00:00:00Z");
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
const TIMES = retentionTimes(90, NOW);
const warning = (given: Partial<ExpiredWarning> = {}): ExpiredWarning => ({
  usedAt: daysAgo(100),
  warnedAt: daysAgo(15),
  isStarred: false,
  isTrashed: false,
  isViewed: false,
  ...given,
});

describe("retention of old items", () => {
  test("warns three weeks before an item is due, so that each weekly run leaves two weeks", () => {
    expect(TIMES).toEqual({ dueBefore: daysAgo(90), warnBefore: daysAgo(69), sentBefore: daysAgo(14) });
    expect(expiryOf(NOW)).toEqual(daysAgo(-14));
  });

  test.each([
    ["is due", {}, "trash"],
    ["is not due yet", { usedAt: daysAgo(85) }, "wait"],
    ["is starred", { isStarred: true }, "forget"],
    ["is in the trash already", { isTrashed: true }, "forget"],
    ["was viewed by a visitor since", { isViewed: true }, "forget"],
    ["was used since the warning", { usedAt: daysAgo(3) }, "forget"],
    ["is not near its retention any more, because the setting was extended", { usedAt: daysAgo(60) }, "forget"],
  ] as const)("an item that %s", (_title, given, verdict) => {
    expect(verdictOf(warning(given), TIMES)).toBe(verdict);
  });
});
