import { send } from "../shared/messages.ts";

/** Puts a text on the clipboard from where no page of ours is in front, through the offscreen page. */
export async function copyOffscreen(text: string): Promise<void> {
  const open = await chrome.runtime.getContexts({ contextTypes: ["OFFSCREEN_DOCUMENT" as chrome.runtime.ContextType] });
  if (open.length === 0) {
    await chrome.offscreen.createDocument({
      url: "offscreen.html",
      reasons: ["CLIPBOARD" as chrome.offscreen.Reason],
      justification: "Copies the link of a capture when the popup is closed.",
    });
  }
  try {
    await send("clipboard.write", { text });
  } finally {
    await chrome.offscreen.closeDocument();
  }
}

/** Whether the popup is open, and so can write to the clipboard itself (faster, and no page is made for it). */
export async function popupIsOpen(): Promise<boolean> {
  return (await chrome.runtime.getContexts({ contextTypes: ["POPUP" as chrome.runtime.ContextType] })).length > 0;
}
