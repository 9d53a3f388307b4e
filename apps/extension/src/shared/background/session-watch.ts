import { startI18n, t } from "../data/i18n.ts";
import { readPreferences } from "../data/preferences.ts";
import { serverUrl } from "../core/server.ts";
import { readTokens, SESSION_COOKIES } from "../data/session.ts";

/** Reads the portal's session anew and lets the icon's tooltip say what it found. */
export async function syncSession(): Promise<void> {
  const tokens = await readTokens();
  if (tokens) {
    await chrome.action.setTitle({ title: "Stillreel" });
    return;
  }
  await startI18n((await readPreferences()).language);
  await chrome.action.setTitle({ title: t("signedOut.tooltip") });
}

/** Follows the portal: whoever signs in or out there is signed in or out here at once. */
export function watchSession(): void {
  const host = new URL(serverUrl()).hostname;
  chrome.cookies.onChanged.addListener(({ cookie }) => {
    if (cookie.domain.replace(/^\./u, "") === host && SESSION_COOKIES.some((name) => name === cookie.name)) void syncSession();
  });
}
