import type { Page } from "playwright-core";

/** Scrolls to the end of the public page of a folder and returns its count. The link "Show more" can be replaced at any time by an update. */
export const shownAtEnd = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    return document.getElementById("loaded")?.textContent ?? null;
  });
