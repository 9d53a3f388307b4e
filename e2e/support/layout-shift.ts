import type { Page } from "playwright-core";

/** Time that a page has for late shifts after its landmark is visible, in milliseconds. */
const LATE_MS = 700;

/** Returns the cumulative layout shift of a loaded page, without shifts that follow an input. */
export async function layoutShift(page: Page): Promise<number> {
  await page.waitForTimeout(LATE_MS);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        // The observer reports the buffered shifts in the next task.
        setTimeout(() => resolve(sum), 50);
      }),
  );
}
