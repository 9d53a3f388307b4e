import type { Appearance } from "../data/account.ts";
import { startI18n } from "../data/i18n.ts";

/** Sets language, direction and theme of an extension page, and follows the system theme if selected. */
export async function startPage({ language: chosen, theme }: Appearance): Promise<void> {
  const { language, direction } = await startI18n(chosen);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    // The shared tokens use this attribute in the portal too.
    document.documentElement.dataset["mantineColorScheme"] = theme === "system" ? (prefersDark.matches ? "dark" : "light") : theme;
  };
  apply();
  prefersDark.addEventListener("change", apply);
}
