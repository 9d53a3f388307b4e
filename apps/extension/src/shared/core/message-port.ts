import { empty, nothing, type Output, type Schema } from "./schema.ts";

type Receiver = "background" | "offscreen";

/** One message: its receiver, its sender, and the schemas of request and reply. */
interface MessageDefinition {
  to: Receiver;
  /** `extension`: the worker and the extension's own pages. `page`: a tab, so also our scripts in pages; their process is trusted with no other message. */
  from: "extension" | "page";
  request: Schema<unknown>;
  reply: Schema<unknown>;
}

/** Messages by name. */
export type MessageTable = Readonly<Record<string, MessageDefinition>>;

interface Definition<R extends Receiver, F extends MessageDefinition["from"], Request, Reply> {
  to: R;
  from: F;
  request: Schema<Request>;
  reply: Schema<Reply>;
}

/** Defines a message from the extension's own contexts to the worker. */
export const toBackground = <Request = Record<string, never>, Reply = void>(
  request: Schema<Request> = empty as Schema<never>,
  reply: Schema<Reply> = nothing as Schema<never>,
): Definition<"background", "extension", Request, Reply> => ({ to: "background", from: "extension", request, reply });

/** Defines a message from the extension's own contexts to the offscreen page. */
export const toOffscreen = <Request = Record<string, never>, Reply = void>(
  request: Schema<Request> = empty as Schema<never>,
  reply: Schema<Reply> = nothing as Schema<never>,
): Definition<"offscreen", "extension", Request, Reply> => ({ to: "offscreen", from: "extension", request, reply });

/** Defines a message from a script in a page to the worker. It has no reply. */
export const fromPage = <Request = Record<string, never>>(
  request: Schema<Request> = empty as Schema<never>,
): Definition<"background", "page", Request, void> => ({ to: "background", from: "page", request, reply: nothing });

type NamesTo<T extends MessageTable, R extends Receiver> = { [N in keyof T]: T[N]["to"] extends R ? N : never }[keyof T];
type NamesFromPage<T extends MessageTable> = { [N in keyof T]: T[N]["from"] extends "page" ? N : never }[keyof T];
type RequestOf<D extends MessageDefinition> = Output<D["request"]>;
type ReplyOf<D extends MessageDefinition> = Output<D["reply"]>;

/** Sends a message of a table and waits for its reply. */
export type Send<T extends MessageTable> = <N extends keyof T & string>(name: N, request: RequestOf<T[N]>) => Promise<ReplyOf<T[N]>>;

/** A message of a table that a script in a page may send, as data. */
export type PageMessage<T extends MessageTable> = {
  [N in NamesFromPage<T>]: { name: N; request: RequestOf<T[N]> };
}[NamesFromPage<T>];

/** A handler for each message to one receiver. */
export type Handlers<T extends MessageTable, R extends Receiver> = {
  [N in NamesTo<T, R>]: (request: RequestOf<T[N]>, sender: chrome.runtime.MessageSender) => ReplyOf<T[N]> | Promise<ReplyOf<T[N]>>;
};

type Answer = { ok: true; reply: unknown } | { ok: false; error: string };

/**
 * Makes the `send` of a table. The reply is parsed by the schema of its message.
 * @throws Error when the receiver failed or does not exist; TypeError when the reply does not match
 */
export function senderOf<T extends MessageTable>(table: T): Send<T> {
  return async (name, request) => {
    const definition = table[name] as MessageDefinition;
    const answer = (await chrome.runtime.sendMessage({ to: definition.to, name, request })) as Answer | undefined;
    if (!answer) throw new Error(`Nobody answered "${name}".`);
    if (!answer.ok) throw new Error(answer.error);
    return definition.reply(answer.reply) as never;
  };
}

/** Checks that the sender may send this message. An unknown name counts as one of the extension's own, and is refused later. */
function maySend(sender: chrome.runtime.MessageSender, definition: MessageDefinition | undefined): boolean {
  if (sender.id !== chrome.runtime.id) return false;
  if (definition?.from === "page") return sender.tab !== undefined;
  return sender.tab === undefined || sender.url?.startsWith(chrome.runtime.getURL("")) === true;
}

const failed = (error: unknown): Answer => ({ ok: false, error: error instanceof Error ? error.message : String(error) });

/**
 * Answers all messages of a table to one receiver. Each request is parsed by its schema before its handler runs. Unknown names and
 * requests that do not match are answered with an error; other senders get no answer.
 */
export function serve<T extends MessageTable, R extends Receiver>(table: T, receiver: R, handlers: Handlers<T, R>): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond: (answer: Answer) => void) => {
    const { to, name, request } = Object(message) as { to?: unknown; name?: unknown; request?: unknown };
    if (to !== receiver || typeof name !== "string") return false;
    const definition = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!maySend(sender, definition)) return false;
    if (definition?.to !== receiver) {
      respond({ ok: false, error: `Unknown message "${name}".` });
      return false;
    }
    const handler = handlers[name as keyof typeof handlers] as (request: unknown, sender: chrome.runtime.MessageSender) => unknown;
    Promise.resolve()
      .then(() => handler(definition.request(request), sender))
      .then((reply) => respond({ ok: true, reply }))
      .catch((error: unknown) => respond(failed(error)));
    return true;
  });
}
