import { send } from "../core/messages.ts";

/** Puts a text on the clipboard: by itself while the popup is in front, through the offscreen page otherwise. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The popup has lost the focus (a click beside it); the offscreen page needs none.
    await send("clipboard.copy", { text });
  }
}
