import { startI18n, t } from "../data/i18n.ts";
import { readPreferences } from "../data/preferences.ts";
import { serverUrl } from "../core/server.ts";
import { readTokens, SESSION_COOKIES } from "../data/session.ts";

/** Reads the portal's session again and updates the icon's tooltip. */
export async function syncSession(): Promise<void> {
  const tokens = await readTokens();
  if (tokens) {
    await chrome.action.setTitle({ title: "Stillreel" });
    return;
  }
  await startI18n((await readPreferences()).language);
  await chrome.action.setTitle({ title: t("signedOut.tooltip") });
}

/** Follows the portal's session: sign-in and sign-out take effect here immediately. */
export function watchSession(): void {
  const host = new URL(serverUrl()).hostname;
  chrome.cookies.onChanged.addListener(({ cookie }) => {
    if (cookie.domain.replace(/^\./u, "") === host && SESSION_COOKIES.some((name) => name === cookie.name)) void syncSession();
  });
}
