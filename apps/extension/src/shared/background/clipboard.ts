import { send } from "../core/messages.ts";
import { withOffscreenPage } from "./offscreen-page.ts";

/** Writes text to the clipboard through the offscreen page, for cases without a focused extension page. */
export async function copyOffscreen(text: string): Promise<void> {
  await withOffscreenPage(() => send("clipboard.write", { text }));
}

/** Returns whether the popup is open. An open popup writes to the clipboard itself, which is faster. */
export async function popupIsOpen(): Promise<boolean> {
  return (await chrome.runtime.getContexts({ contextTypes: ["POPUP" as chrome.runtime.ContextType] })).length > 0;
}
