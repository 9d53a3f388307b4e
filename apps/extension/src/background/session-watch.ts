import { storedAppearance } from "../shared/account.ts";
import { startI18n, t } from "../shared/i18n.ts";
import { serverUrl } from "../shared/server.ts";
import { readTokens, SESSION_COOKIES } from "../shared/session.ts";
import { discardCaptures } from "../shared/kept-captures.ts";

/** Reads the portal's session anew and lets the icon's tooltip say what it found. */
export async function syncSession(): Promise<void> {
  const tokens = await readTokens();
  if (tokens) {
    await chrome.action.setTitle({ title: "Stillreel" });
    return;
  }
  await startI18n((await storedAppearance()).language);
  await Promise.all([chrome.action.setTitle({ title: t("signedOut.tooltip") }), chrome.action.setBadgeText({ text: "" })]);
}

/** Follows the portal: whoever signs in or out there is signed in or out here at once. */
export function watchSession(): void {
  const host = new URL(serverUrl()).hostname;
  chrome.cookies.onChanged.addListener(({ cookie, removed, cause }) => {
    if (cookie.domain.replace(/^\./u, "") !== host || !SESSION_COOKIES.some((name) => name === cookie.name)) return;
    const signedOut = cookie.name === "refreshToken" && removed && (cause === "explicit" || cause === "expired_overwrite");
    void syncSession();
    // What one person captured is not left for the next one on this machine to send.
    if (signedOut) void discardCaptures();
  });
}
