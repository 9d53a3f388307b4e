import { senderOf, toBackground, toOffscreen } from "./message-port.ts";
import { object, text } from "./schema.ts";

/** Messages that neither captures nor recordings own. */
export const SHARED_MESSAGES = {
  /** Copies a text through the offscreen page, for a popup that has lost the focus. */
  "clipboard.copy": toBackground(object({ text })),
  "clipboard.write": toOffscreen(object({ text })),
};

export const send = senderOf(SHARED_MESSAGES);
