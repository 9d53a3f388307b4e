import type { MessageTable, PageMessage } from "../core/message-port.ts";

/** Posts a message of a table that scripts in pages may send. */
export type Post<T extends MessageTable> = <N extends PageMessage<T>["name"]>(
  name: N,
  request: Extract<PageMessage<T>, { name: N }>["request"],
) => void;

/** Posts a message to the worker without waiting. After a reload of the extension there is no receiver, and nothing happens. */
export function postToBackground(name: string, request: object): void {
  void chrome.runtime.sendMessage({ to: "background", name, request }).catch(() => undefined);
}
