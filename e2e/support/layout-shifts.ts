import type { Page } from "playwright-core";

/** Maximum layout shift while a page loads, as browsers sum it up ("cumulative layout shift"). */
export const SHIFT_MAX = 0.02;

/** A layout shift with the elements that moved. */
export interface Shift {
  value: number;
  parts: string[];
}

/** Returns the cumulative layout shift. */
export const total = (shifts: readonly Shift[]): number => shifts.reduce((sum, { value }) => sum + value, 0);

/** Records the layout shifts of a page. Call it before the page opens an address. Returns a function that reads them. */
export async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
        const nameOf = (node: Node | null): string => (node instanceof Element ? `${node.localName}.${node.className}#${node.id}` : "");
        shifts.push({ value: entry.value, parts: entry.sources.map(({ node }) => nameOf(node)) });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => {
    await page.evaluate(() => document.fonts.ready);
    // Shifts are reported with the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  };
}
