import type { BoardServerMessage, BoardView } from "@stillreel/contract";
import { expect, test } from "vitest";
import { plainElement } from "../shapes/plain-element.ts";
import { pollingLink } from "./polling-link.ts";

const CANVAS = { background: "#ffffff", grid: true };
const view = { seq: 1, role: "edit", document: { format: 1, elements: [], canvas: CANVAS } } as unknown as BoardView;

/** Opens a connection whose first change is refused with a code; null means that the server did not answer. */
async function refused(code: string | null): Promise<{ messages: BoardServerMessage[]; isOver: boolean }> {
  const messages: BoardServerMessage[] = [];
  const end = { isOver: false };
  const open = pollingLink({ read: async () => view, write: () => Promise.reject(new Error("refused")), codeOf: () => code });
  const link = open({
    onOpen: () => undefined,
    onMessage: (message) => void messages.push(message),
    onClose: () => void (end.isOver = true),
  });
  link.send({ type: "hello", since: null });
  await Promise.resolve();
  link.send({ type: "update", id: 1, elements: [plainElement("mine")] });
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  const { isOver } = end;
  link.close();
  await Promise.resolve();
  return { messages: messages.slice(1), isOver };
}

test.each(["too-many-requests", "unavailable", "internal"])("a change that is refused with %s is sent again", async (code) => {
  const { messages, isOver } = await refused(code);
  expect(messages).toEqual([{ type: "refused", id: 1, code, message: "refused", retryAfterMs: 2_000 }]);
  expect(isOver).toBe(false);
});

test.each(["board-full", "validation-failed"])("a change that is refused with %s is given up", async (code) => {
  const { messages, isOver } = await refused(code);
  expect(messages).toEqual([{ type: "refused", id: 1, code, message: "refused", retryAfterMs: null }]);
  expect(isOver).toBe(false);
});

test.each(["unauthenticated", "forbidden", null])("the connection ends without giving up the change: %s", async (code) => {
  expect(await refused(code)).toEqual({ messages: [], isOver: true });
});

test("a board that has gone is reported", async () => {
  expect(await refused("not-found")).toEqual({ messages: [{ type: "gone" }], isOver: true });
});

test("a change that is refused again and again is sent at growing intervals, up to 30 s", async () => {
  const pauses: (number | null)[] = [];
  const results = [...Array.from({ length: 6 }, () => false), true, false];
  const write = async (): Promise<BoardView> => (results.shift() ? view : Promise.reject(new Error("refused")));
  const onMessage = (message: BoardServerMessage): void => void (message.type === "refused" && pauses.push(message.retryAfterMs));
  const link = pollingLink({ read: async () => view, write, codeOf: () => "internal" })({
    onOpen: () => undefined,
    onMessage,
    onClose: () => undefined,
  });
  for (let id = 1; id <= 8; id += 1) {
    link.send({ type: "update", id, elements: [plainElement("mine")] });
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
  link.close();
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 2_000]);
});
