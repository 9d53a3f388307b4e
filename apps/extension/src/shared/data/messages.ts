import type { TabTarget } from "../core/tab-target.ts";
import type { AfterCapture } from "../../capture/core/after-capture.ts";
import type { Chosen } from "../../capture/core/capture-chooser.ts";
import { CAPTURE_KINDS, type CaptureOrder, DELAYS } from "../../capture/core/capture-order.ts";
import type { CaptureResult } from "../../capture/core/capture-result.ts";
import type { KeptRecording, RecorderState, RecordingOrder } from "@stillreel/recorder/types";
import { parseSetup } from "../../record/core/recording-setup.ts";
import type { KeptOrder, RecordAnswer, RecordWish } from "../../record/core/record-request.ts";

/** What the in-page toast needs to say that a link was copied. */
export interface CopiedNotice {
  tabId: number;
  captureId: string;
  shareUrl: string;
  thumbnail: string;
}

/** Where a picture of a screen waits to be fetched, or why there is none. */
export type ScreenShot = { ok: true; key: string } | { ok: false; reason: "cancelled" | "screen-refused" };

/** Every message inside the extension: who receives it, what it carries, what comes back. */
interface MessageTable {
  "capture.start": { to: "background"; request: CaptureOrder; reply: CaptureResult };
  /** Ends what is going on. */
  "capture.stop": { to: "background"; request: Record<string, never>; reply: null };
  /** Takes the page that stopped at the limit again, with the highest one. */
  "capture.more": { to: "background"; request: Record<string, never>; reply: CaptureResult };
  "capture.retry": { to: "background"; request: Record<string, never>; reply: null };
  "capture.copied": { to: "background"; request: CopiedNotice; reply: null };
  "clipboard.copy": { to: "background"; request: { text: string }; reply: null };
  "page.chosen": { to: "background"; request: Chosen; reply: null };
  "page.cancelled": { to: "background"; request: { session: string }; reply: null };
  "page.stop": { to: "background"; request: Record<string, never>; reply: null };
  "page.annotate": { to: "background"; request: { captureId: string }; reply: null };
  "page.more": { to: "background"; request: Record<string, never>; reply: null };
  /** Begins a recording; the answer comes before it has begun, or says why it cannot. */
  "record.start": { to: "background"; request: RecordWish; reply: RecordAnswer };
  /** The offscreen page has something to tell, and the worker that heard it is gone. */
  "record.follow": { to: "background"; request: Record<string, never>; reply: null };
  /** The bar left a tab, with the page that it was in. */
  "record.bar-gone": { to: "background"; request: { tabId: number }; reply: null };
  /** Headers that sign in as one person; null while somebody else, or nobody, is signed in. */
  "record.headers": { to: "background"; request: { userId: string }; reply: Record<string, string> | null };
  /** The recordings of this person that are kept on this machine. */
  "record.kept": { to: "background"; request: Record<string, never>; reply: KeptRecording[] };
  /** Does something with a kept recording; the link, where it leads to one. */
  "record.keep": { to: "background"; request: KeptOrder; reply: { shareUrl: string | null } };
  /** A kept recording went home, because the place that it was for is closed to its maker. */
  "record.home": { to: "background"; request: { workspaceId: string; folderId: string | null }; reply: null };
  "page.recover": { to: "background"; request: { id: string }; reply: null };
  /** Copies the link of the last recording once more. */
  "page.copy-link": { to: "background"; request: Record<string, never>; reply: null };
  /** Opens the popup, where kept recordings stand. */
  "page.popup": { to: "background"; request: Record<string, never>; reply: null };
  /** The bar wants the rest of what can stand in its page. */
  "page.equip-recording": { to: "background"; request: Record<string, never>; reply: null };
  "clipboard.write": { to: "offscreen"; request: { text: string }; reply: null };
  "screen.take": { to: "offscreen"; request: Record<string, never>; reply: ScreenShot };
  /** `key`: by which everybody tells its news from those of another recording. */
  "recorder.start": { to: "offscreen"; request: { key: string; order: RecordingOrder }; reply: null };
  /** The key of the recording that goes on or was the last one; null when this page has recorded nothing. */
  "recorder.key": { to: "offscreen"; request: Record<string, never>; reply: string | null };
  "recorder.state": { to: "offscreen"; request: Record<string, never>; reply: RecorderState };
  /** Lets the scripts in this tab watch and steer the recording. */
  "recorder.admit": { to: "offscreen"; request: { tabId: number }; reply: null };
  "recorder.list": { to: "offscreen"; request: { userId: string | null }; reply: KeptRecording[] };
  "recorder.recover": { to: "offscreen"; request: { id: string; url: string; userId: string }; reply: { shareUrl: string } };
  "recorder.discard": { to: "offscreen"; request: { id: string }; reply: null };
  /** Address of a kept recording as a file; it holds as long as the page stands. */
  "recorder.file": { to: "offscreen"; request: { id: string }; reply: { url: string } };
  /** Sends what has not arrived, as far as that needs nobody's word; how many recordings are left after it. */
  "recorder.send": { to: "offscreen"; request: { url: string; userId: string }; reply: { left: number } };
}

type Name = keyof MessageTable;
type Receiver = MessageTable[Name]["to"];
type NamesOf<R extends Receiver> = { [N in Name]: MessageTable[N]["to"] extends R ? N : never }[Name];
type Handlers<R extends Receiver> = {
  [N in NamesOf<R>]: (request: MessageTable[N]["request"], sender: chrome.runtime.MessageSender) => Promise<MessageTable[N]["reply"]>;
};

const record = (value: unknown): Record<string, unknown> => {
  if (typeof value !== "object" || value === null) throw new TypeError("A message's request is an object.");
  return value as Record<string, unknown>;
};
const text = (value: unknown): string => {
  if (typeof value !== "string") throw new TypeError(`A text was expected, not ${typeof value}.`);
  return value;
};
const textOrNull = (value: unknown): string | null => (value === null ? null : text(value));
const destination = (value: unknown): { url: string; userId: string } => {
  const { url, userId } = record(value);
  return { url: text(url), userId: text(userId) };
};
const id = (value: unknown): number => {
  if (!Number.isInteger(value)) throw new TypeError(`An id was expected, not ${String(value)}.`);
  return value as number;
};
const length = (value: unknown): number => {
  if (typeof value !== "number" || !Number.isFinite(value) || Math.abs(value) > 1e7) throw new TypeError("A length was expected.");
  return value;
};
const oneOf = <T>(all: readonly T[], value: unknown): T => {
  if (!all.includes(value as T)) throw new TypeError(`${String(value)} is none of ${all.join(", ")}.`);
  return value as T;
};
const AFTER: readonly AfterCapture[] = ["editor", "link", "copy", "download"];
const nothing = (): Record<string, never> => ({});

function parseOrder(request: unknown): CaptureOrder {
  const { tabId, windowId, kind, seconds, isWhole } = record(request);
  return {
    tabId: id(tabId),
    windowId: id(windowId),
    kind: oneOf(CAPTURE_KINDS, kind),
    seconds: oneOf<number>(DELAYS, seconds),
    isWhole: isWhole === true,
  };
}

function parseChosen(request: unknown): Chosen {
  const { session, action, box, isInView, view } = record(request);
  const { x, y, width, height } = record(box);
  const screen = record(view);
  return {
    session: text(session),
    action: action === null ? null : oneOf(AFTER, action),
    box: { x: length(x), y: length(y), width: length(width), height: length(height) },
    isInView: isInView === true,
    view: { width: length(screen["width"]), height: length(screen["height"]) },
  };
}

const PARSERS: { [N in Name]: (request: unknown) => MessageTable[N]["request"] } = {
  "capture.start": parseOrder,
  "capture.stop": nothing,
  "capture.more": nothing,
  "capture.retry": nothing,
  "capture.copied": (request) => {
    const { tabId, captureId, shareUrl, thumbnail } = record(request);
    return { tabId: id(tabId), captureId: text(captureId), shareUrl: text(shareUrl), thumbnail: text(thumbnail) };
  },
  "clipboard.copy": (request) => ({ text: text(record(request)["text"]) }),
  "page.chosen": parseChosen,
  "page.cancelled": (request) => ({ session: text(record(request)["session"]) }),
  "page.stop": nothing,
  "page.annotate": (request) => ({ captureId: text(record(request)["captureId"]) }),
  "page.more": nothing,
  "record.start": (request) => {
    const { tabId, windowId, setup } = record(request);
    return { tabId: id(tabId), windowId: id(windowId), setup: parseSetup(setup) };
  },
  "record.follow": nothing,
  "record.bar-gone": (request) => ({ tabId: id(record(request)["tabId"]) }),
  "record.headers": (request) => ({ userId: text(record(request)["userId"]) }),
  "record.kept": nothing,
  "record.keep": (request) => {
    const { id: kept, do: what } = record(request);
    return { id: text(kept), do: oneOf(["recover", "discard", "download"], what) };
  },
  "record.home": (request) => {
    const { workspaceId, folderId } = record(request);
    return { workspaceId: text(workspaceId), folderId: textOrNull(folderId) };
  },
  "page.recover": (request) => ({ id: text(record(request)["id"]) }),
  "page.copy-link": nothing,
  "page.popup": nothing,
  "page.equip-recording": nothing,
  "clipboard.write": (request) => ({ text: text(record(request)["text"]) }),
  "screen.take": nothing,
  // The worker alone says this, and has looked at it.
  "recorder.start": (request) => ({
    key: text(record(request)["key"]),
    order: record(record(request)["order"]) as unknown as RecordingOrder,
  }),
  "recorder.key": nothing,
  "recorder.state": nothing,
  "recorder.admit": (request) => ({ tabId: id(record(request)["tabId"]) }),
  "recorder.list": (request) => ({ userId: textOrNull(record(request)["userId"]) }),
  "recorder.recover": (request) => ({ id: text(record(request)["id"]), ...destination(request) }),
  "recorder.discard": (request) => ({ id: text(record(request)["id"]) }),
  "recorder.file": (request) => ({ id: text(record(request)["id"]) }),
  "recorder.send": (request) => destination(request),
};

const IN_OFFSCREEN = ["recorder.", "clipboard.write", "screen.take"];
const receiverOf = (name: Name): Receiver => (IN_OFFSCREEN.some((start) => name.startsWith(start)) ? "offscreen" : "background");

/** Our scripts inside pages may say these and no others: a page's process is not trusted further than that. */
const isForPages = (name: string): boolean => name.startsWith("page.");

type Answer = { ok: true; reply: unknown } | { ok: false; error: string };

/**
 * Sends a message and waits for its reply.
 * @throws Error when the receiver failed or is not there.
 */
export async function send<N extends Name>(name: N, request: MessageTable[N]["request"]): Promise<MessageTable[N]["reply"]> {
  const answer = (await chrome.runtime.sendMessage({ to: receiverOf(name), name, request })) as Answer | undefined;
  if (!answer) throw new Error(`Nobody answered "${name}".`);
  if (!answer.ok) throw new Error(answer.error);
  return answer.reply as MessageTable[N]["reply"];
}

/** May this sender say this? */
function isHeard(sender: chrome.runtime.MessageSender, name: unknown): boolean {
  if (sender.id !== chrome.runtime.id) return false;
  const isOwnPage = sender.tab === undefined || sender.url?.startsWith(chrome.runtime.getURL("")) === true;
  return typeof name === "string" && (isForPages(name) ? sender.tab !== undefined : isOwnPage);
}

/** Answers the messages of one receiver. Only this extension is heard; unknown names are refused. */
export function serve<R extends Receiver>(receiver: R, handlers: Handlers<R>): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    const { to, name, request } = record(message);
    if (to !== receiver || !isHeard(sender, name)) return false;
    const handler =
      typeof name === "string" && Object.hasOwn(handlers, name)
        ? (handlers[name as NamesOf<R>] as (request: unknown, sender: chrome.runtime.MessageSender) => Promise<unknown>)
        : undefined;
    if (!handler) {
      respond({ ok: false, error: `Unknown message "${String(name)}".` } satisfies Answer);
      return false;
    }
    Promise.resolve()
      .then(() => handler(PARSERS[name as Name](request), sender))
      .then((reply) => respond({ ok: true, reply } satisfies Answer))
      .catch((error: unknown) => respond({ ok: false, error: error instanceof Error ? error.message : String(error) } satisfies Answer));
    return true;
  });
}
