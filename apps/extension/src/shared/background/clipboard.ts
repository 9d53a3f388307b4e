import { send } from "../core/messages.ts";
import { withOffscreenPage } from "./offscreen-page.ts";

/** Puts a text on the clipboard from where no page of ours is in front, through the offscreen page. */
export async function copyOffscreen(text: string): Promise<void> {
  await withOffscreenPage(() => send("clipboard.write", { text }));
}

/** Whether the popup is open, and so can write to the clipboard itself (faster, and no page is made for it). */
export async function popupIsOpen(): Promise<boolean> {
  return (await chrome.runtime.getContexts({ contextTypes: ["POPUP" as chrome.runtime.ContextType] })).length > 0;
}
