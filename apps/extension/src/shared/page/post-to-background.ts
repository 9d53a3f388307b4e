import type { MessageTable, PageMessage } from "../core/message-port.ts";

/** Posts a message to the worker without waiting. After a reload of the extension there is no receiver, and nothing happens. */
export function postToBackground<T extends MessageTable>(message: PageMessage<T>): void {
  void chrome.runtime.sendMessage({ to: "background", ...(message as object) }).catch(() => undefined);
}
