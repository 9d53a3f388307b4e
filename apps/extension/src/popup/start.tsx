import { createRoot } from "react-dom/client";
import type { Appearance } from "../shared/account.ts";
import { startI18n } from "../shared/i18n.ts";
import { storedState } from "./popup-state.ts";
import { Popup } from "./popup.tsx";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function applyTheme(theme: Appearance["theme"]): void {
  const scheme = theme === "system" ? (prefersDark.matches ? "dark" : "light") : theme;
  // The shared tokens are keyed by this attribute in the portal too.
  document.documentElement.dataset["mantineColorScheme"] = scheme;
}

/** Draws the popup from what is stored, before any server has answered. */
export async function startPopup(): Promise<void> {
  const root = document.querySelector("#root");
  if (!root) throw new Error("popup.html has no #root.");
  const { state, appearance } = await storedState();
  const { language, direction } = await startI18n(appearance.language);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  applyTheme(appearance.theme);
  prefersDark.addEventListener("change", () => applyTheme(appearance.theme));
  createRoot(root).render(<Popup initial={state} />);
}
