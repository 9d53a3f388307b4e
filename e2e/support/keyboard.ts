import type { Page } from "playwright-core";

/** Returns the name of the focused element, as a screen reader would announce it. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const node = document.activeElement as HTMLElement | null;
    const labelled = node?.getAttribute("aria-labelledby");
    const label = labelled ? document.getElementById(labelled)?.textContent : (node as HTMLInputElement | null)?.labels?.[0]?.textContent;
    return `${node?.tagName ?? ""} ${label ?? node?.getAttribute("aria-label") ?? node?.textContent ?? ""}`;
  });

/**
 * Presses Tab until the wanted element has the focus.
 * @param most number of presses after which a keyboard user would give up
 */
export async function tabTo(page: Page, wanted: RegExp, most = 40): Promise<void> {
  const seen: string[] = [];
  for (let press = 0; press < most; press += 1) {
    const at = await focused(page);
    if (wanted.test(at)) return;
    seen.push(at);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${wanted}: ${seen.join(" | ")}`);
}
