import { expect, test } from "vitest";
import { plainElement } from "../shapes/plain-element.ts";
import { createBoardClient } from "./board-client.ts";
import type { Waiting } from "./pending.ts";
import { manualTimers } from "./timers.fixture.ts";

test("the socket opens while unsent changes are read, and the board is requested after that", async () => {
  const read = Promise.withResolvers<Waiting>();
  const sent: string[] = [];
  let openings = 0;
  const open = ({ onOpen }: { onOpen: () => void }) => {
    openings += 1;
    queueMicrotask(onOpen);
    return { send: ({ type }: { type: string }) => void sent.push(type), close: () => undefined };
  };
  const timers = manualTimers();
  const client = createBoardClient({
    openSocket: open,
    openFallback: open,
    queue: { adopt: () => read.promise, save: async () => undefined, close: () => undefined },
    timers,
    random: () => 0.5,
    onRefused: ({ code }) => expect.unreachable(code),
  });
  client.start();
  await timers.advance(100);
  expect(openings).toBe(1);
  expect(sent).toEqual([]);
  read.resolve({ elements: [plainElement("mine", { version: 2 })] });
  await timers.advance(1);
  expect(sent).toEqual(["hello"]);
  expect(client.element("mine")?.version).toBe(2);
  client.stop();
});

test("two failed sockets are followed by requests, and every third attempt after that is a socket again", async () => {
  const opened: string[] = [];
  const open =
    (name: string) =>
    ({ onClose }: { onClose: (wasOpen: boolean) => void }) => {
      opened.push(name);
      queueMicrotask(() => onClose(false));
      return { send: () => undefined, close: () => undefined };
    };
  const timers = manualTimers();
  const client = createBoardClient({
    openSocket: open("socket"),
    openFallback: open("requests"),
    queue: { adopt: async () => ({ elements: [] }), save: async () => undefined, close: () => undefined },
    timers,
    random: () => 0.5,
    onRefused: ({ code }) => expect.unreachable(code),
  });
  client.start();
  for (let second = 0; second < 120; second += 1) await timers.advance(1_000);
  expect(opened.slice(0, 8)).toEqual(["socket", "socket", "requests", "requests", "socket", "requests", "requests", "socket"]);
  client.stop();
});
