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
