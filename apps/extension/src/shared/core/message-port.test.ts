import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fromPage, senderOf, serve, toBackground, toOffscreen } from "./message-port.ts";
import { integer, object, text } from "./schema.ts";

const TABLE = {
  "note.double": toBackground(object({ count: integer }), integer),
  "page.note": fromPage(object({ note: text })),
  "note.write": toOffscreen(object({ text })),
};
const ORIGIN = "chrome-extension://own/";
const WORKER = { id: "own" };
const OWN_TAB = { id: "own", url: `${ORIGIN}editor.html`, tab: { id: 4 } };
const PAGE = { id: "own", url: "https://example.com/", tab: { id: 5 } };

type Listener = (message: unknown, sender: object, respond: (answer: unknown) => void) => boolean;
let listeners: Listener[];
let notes: string[];

/** Delivers a message as the browser does. Undefined when no receiver answers. */
const deliver = (message: unknown, sender: object): Promise<unknown> =>
  new Promise((resolve) => {
    let isAnswered = false;
    const respond = (answer: unknown): void => {
      isAnswered = true;
      resolve(answer);
    };
    const isOpen = listeners.some((listener) => listener(message, sender, respond));
    if (!isOpen && !isAnswered) resolve(undefined);
  });

beforeEach(() => {
  listeners = [];
  notes = [];
  vi.stubGlobal("chrome", {
    runtime: {
      id: "own",
      getURL: () => ORIGIN,
      onMessage: { addListener: (listener: Listener) => listeners.push(listener) },
      sendMessage: (message: unknown) => deliver(message, WORKER),
    },
  });
  serve(TABLE, "background", {
    "note.double": ({ count }) => Promise.resolve(count * 2),
    "page.note": ({ note }) => {
      notes.push(note);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a message reaches its handler, and its reply the sender", async () => {
  expect(await senderOf(TABLE)("note.double", { count: 21 })).toBe(42);
});

test("a request that does not match its schema is refused before the handler runs", async () => {
  const answer = await deliver({ to: "background", name: "page.note", request: { note: 7 } }, PAGE);
  expect(answer).toEqual({ ok: false, error: "A text was expected, not number." });
  expect(notes).toEqual([]);
});

test("fields that the schema does not name do not reach the handler", async () => {
  const seen: unknown[] = [];
  serve(TABLE, "offscreen", {
    "note.write": (request) => {
      seen.push(request);
    },
  });
  await deliver({ to: "offscreen", name: "note.write", request: { text: "a", extra: 1 } }, WORKER);
  expect(seen).toEqual([{ text: "a" }]);
});

test("unknown names and names of another receiver are refused", async () => {
  for (const name of ["note.none", "toString", "note.write"])
    expect(await deliver({ to: "background", name, request: {} }, WORKER)).toEqual({ ok: false, error: `Unknown message "${name}".` });
});

test("a script in a page may send its own messages and no others", async () => {
  expect(await deliver({ to: "background", name: "page.note", request: { note: "a" } }, PAGE)).toEqual({ ok: true });
  expect(await deliver({ to: "background", name: "note.double", request: { count: 1 } }, PAGE)).toBeUndefined();
  expect(await deliver({ to: "background", name: "note.none", request: {} }, PAGE)).toBeUndefined();
});

test("a page of the extension in a tab may send both", async () => {
  expect(await deliver({ to: "background", name: "note.double", request: { count: 1 } }, OWN_TAB)).toEqual({ ok: true, reply: 2 });
  expect(await deliver({ to: "background", name: "page.note", request: { note: "a" } }, OWN_TAB)).toEqual({ ok: true });
});

test("another extension gets no answer", async () => {
  expect(await deliver({ to: "background", name: "note.double", request: { count: 1 } }, { ...WORKER, id: "other" })).toBeUndefined();
});

test("a value that is not a message is ignored", async () => {
  for (const message of [null, "note.double", 7, {}, { to: "background" }]) expect(await deliver(message, WORKER)).toBeUndefined();
});

test("a sender without a receiver fails with the name of its message", async () => {
  await expect(senderOf(TABLE)("note.write", { text: "a" })).rejects.toThrow('Nobody answered "note.write".');
});

test("a missing handler is a type error", () => {
  // @ts-expect-error -- "note.write" has no handler
  expect(() => serve(TABLE, "offscreen", {})).not.toThrow();
});
