import type { Appearance } from "../data/account.ts";
import { startI18n } from "../data/i18n.ts";

/** Gives a page of ours its language, its direction and its theme, and follows the system's theme where that is the choice. */
export async function startPage({ language: chosen, theme }: Appearance): Promise<void> {
  const { language, direction } = await startI18n(chosen);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    // The shared tokens are keyed by this attribute in the portal too.
    document.documentElement.dataset["mantineColorScheme"] = theme === "system" ? (prefersDark.matches ? "dark" : "light") : theme;
  };
  apply();
  prefersDark.addEventListener("change", apply);
}
