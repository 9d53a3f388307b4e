import { send } from "../core/messages.ts";

/** Copies text: directly while the popup has focus, otherwise through the offscreen page. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The popup has lost focus (a click outside); the offscreen page needs none.
    await send("clipboard.copy", { text });
  }
}
