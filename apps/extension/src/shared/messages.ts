import type { CaptureResult } from "./capture-result.ts";

/** A tab to capture, by the ids that the browser gives it. */
export interface TabTarget {
  tabId: number;
  windowId: number;
}

/** What the in-page toast needs to say that a link was copied. */
export interface CopiedNotice {
  tabId: number;
  shareUrl: string;
  thumbnail: string;
}

/** Every message inside the extension: who receives it, what it carries, what comes back. */
interface MessageTable {
  "capture.visible": { to: "background"; request: TabTarget; reply: CaptureResult };
  "capture.retry": { to: "background"; request: Record<string, never>; reply: CaptureResult };
  "capture.copied": { to: "background"; request: CopiedNotice; reply: null };
  "clipboard.copy": { to: "background"; request: { text: string }; reply: null };
  "clipboard.write": { to: "offscreen"; request: { text: string }; reply: null };
}

type Name = keyof MessageTable;
type Receiver = MessageTable[Name]["to"];
type NamesOf<R extends Receiver> = { [N in Name]: MessageTable[N]["to"] extends R ? N : never }[Name];
type Handlers<R extends Receiver> = { [N in NamesOf<R>]: (request: MessageTable[N]["request"]) => Promise<MessageTable[N]["reply"]> };

const record = (value: unknown): Record<string, unknown> => {
  if (typeof value !== "object" || value === null) throw new TypeError("A message's request is an object.");
  return value as Record<string, unknown>;
};
const text = (value: unknown): string => {
  if (typeof value !== "string") throw new TypeError(`A text was expected, not ${typeof value}.`);
  return value;
};
const id = (value: unknown): number => {
  if (!Number.isInteger(value)) throw new TypeError(`An id was expected, not ${String(value)}.`);
  return value as number;
};

const PARSERS: { [N in Name]: (request: unknown) => MessageTable[N]["request"] } = {
  "capture.visible": (request) => ({ tabId: id(record(request)["tabId"]), windowId: id(record(request)["windowId"]) }),
  "capture.retry": () => ({}),
  "capture.copied": (request) => {
    const { tabId, shareUrl, thumbnail } = record(request);
    return { tabId: id(tabId), shareUrl: text(shareUrl), thumbnail: text(thumbnail) };
  },
  "clipboard.copy": (request) => ({ text: text(record(request)["text"]) }),
  "clipboard.write": (request) => ({ text: text(record(request)["text"]) }),
};

const RECEIVERS: { [N in Name]: MessageTable[N]["to"] } = {
  "capture.visible": "background",
  "capture.retry": "background",
  "capture.copied": "background",
  "clipboard.copy": "background",
  "clipboard.write": "offscreen",
};

type Answer = { ok: true; reply: unknown } | { ok: false; error: string };

/**
 * Sends a message and waits for its reply.
 * @throws Error when the receiver failed or is not there.
 */
export async function send<N extends Name>(name: N, request: MessageTable[N]["request"]): Promise<MessageTable[N]["reply"]> {
  const answer = (await chrome.runtime.sendMessage({ to: RECEIVERS[name], name, request })) as Answer | undefined;
  if (!answer) throw new Error(`Nobody answered "${name}".`);
  if (!answer.ok) throw new Error(answer.error);
  return answer.reply as MessageTable[N]["reply"];
}

/** Answers the messages of one receiver. Only pages of this extension are heard; unknown names are refused. */
export function serve<R extends Receiver>(receiver: R, handlers: Handlers<R>): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    const { to, name, request } = record(message);
    if (to !== receiver) return false;
    if (sender.id !== chrome.runtime.id || (sender.tab !== undefined && !sender.url?.startsWith(chrome.runtime.getURL("")))) return false;
    const handler =
      typeof name === "string" && Object.hasOwn(handlers, name)
        ? (handlers[name as NamesOf<R>] as (request: unknown) => Promise<unknown>)
        : undefined;
    if (!handler) {
      respond({ ok: false, error: `Unknown message "${String(name)}".` } satisfies Answer);
      return false;
    }
    Promise.resolve()
      .then(() => handler(PARSERS[name as Name](request)))
      .then((reply) => respond({ ok: true, reply } satisfies Answer))
      .catch((error: unknown) => respond({ ok: false, error: error instanceof Error ? error.message : String(error) } satisfies Answer));
    return true;
  });
}
