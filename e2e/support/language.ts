import type { Page } from "playwright-core";

/** Chooses a language in the preferences, in another tab of the same browser, and waits until a page displays it. */
export async function chooseLanguage(page: Page, serverUrl: string, tag: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${serverUrl}/preferences`);
  const select = other.locator("main select").filter({ has: other.locator(`option[value=${tag}]`) });
  await select.selectOption(tag);
  await other.locator(`html[lang=${tag}]`).waitFor({ state: "attached" });
  await other.close();
  await page.locator(`html[lang=${tag}]`).waitFor({ state: "attached" });
}
