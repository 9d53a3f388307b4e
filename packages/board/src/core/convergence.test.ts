import fc from "fast-check";
import { expect, test } from "vitest";
import type { BoardElement } from "@stillreel/contract";
import { createBoardClient } from "./board-client.ts";
import type { BoardClient, QueueStore } from "./board-client.types.ts";
import { plainElement } from "../shapes/plain-element.ts";
import type { Waiting } from "./pending.ts";
import { referenceServer } from "./reference-server.fixture.ts";
import { manualTimers } from "./timers.fixture.ts";

type Step =
  | { do: "edit"; client: number; element: number; nonce: number; isDeleted: boolean }
  | { do: "deliver"; link: number; isTwice: boolean }
  | { do: "cut"; link: number }
  | { do: "reload"; client: number }
  | { do: "wait"; ms: number };

const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({
      do: fc.constant("edit" as const),
      client: fc.nat(3),
      element: fc.nat(5),
      nonce: fc.nat(1_000),
      isDeleted: fc.boolean(),
    }),
    fc.record({ do: fc.constant("deliver" as const), link: fc.nat(3), isTwice: fc.boolean() }),
    fc.record({ do: fc.constant("deliver" as const), link: fc.nat(3), isTwice: fc.constant(false) }),
    fc.record({ do: fc.constant("cut" as const), link: fc.nat(3) }),
    fc.record({ do: fc.constant("reload" as const), client: fc.nat(3) }),
    fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 900 }) }),
  ),
  { minLength: 20, maxLength: 90 },
);

/** A storage that survives the client, like the one of a browser. */
function memoryQueue(): QueueStore {
  let stored: Waiting = { elements: [] };
  return {
    adopt: async () => structuredClone(stored),
    save: async (waiting) => void (stored = structuredClone(waiting)),
    close: () => undefined,
  };
}

async function play(plan: readonly Step[]) {
  const timers = manualTimers();
  const world = referenceServer();
  const queues = Array.from({ length: 4 }, memoryQueue);
  const open = (index: number): BoardClient => {
    const client = createBoardClient({
      openSocket: world.openLink,
      openFallback: world.openLink,
      queue: queues[index] as QueueStore,
      timers,
      random: () => 0.5,
      onRefused: ({ code }) => expect.unreachable(code),
    });
    client.start();
    return client;
  };
  const clients = queues.map((_queue, index) => open(index));
  const linkAt = (index: number) => [...world.links][index % Math.max(1, world.links.size)];
  for (const step of plan) {
    if (step.do === "wait") await timers.advance(step.ms);
    else if (step.do === "reload") {
      clients[step.client]?.stop();
      await timers.advance(1);
      clients[step.client] = open(step.client);
    } else if (step.do === "edit") {
      const client = clients[step.client] as BoardClient;
      const id = `e${step.element}`;
      const { version = 0 } = client.element(id) ?? {};
      client.change([plainElement(id, { version: version + 1, versionNonce: step.nonce, isDeleted: step.isDeleted, x: step.nonce })]);
    } else {
      const link = linkAt(step.link);
      if (link && step.do === "cut") world.cut(link);
      else if (link && step.do === "deliver") world.step(link, step.isTwice);
    }
  }
  // The network works again: everything arrives.
  for (let round = 0; round < 60; round += 1) {
    await timers.advance(600);
    for (let turn = 0; turn < 40; turn += 1) for (const link of Array.from(world.links)) world.step(link);
  }
  return { world, clients };
}

const shown = (elements: Iterable<BoardElement>): Record<string, number[]> =>
  Object.fromEntries(
    [...elements].map(({ id, version, versionNonce, x }) => [id, [version, versionNonce, x]] as [string, number[]]).toSorted(),
  );

test("clients with cuts, reloads and repeated messages end equal to each other and to the server, without losing an acknowledged change", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const { world, clients } = await play(plan);
      const truth = shown(world.elements.values());
      for (const client of clients) {
        expect(shown(client.elements())).toEqual(truth);
        expect(client.getState()).toMatchObject({ sync: "saved", waiting: 0 });
      }
      for (const element of world.acknowledged.values()) {
        const stored = world.elements.get(element.id);
        expect(stored && (stored.version > element.version || stored.versionNonce <= element.versionNonce)).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});
