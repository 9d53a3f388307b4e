import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newBoard } from "./boards.fixture.ts";
import { converge } from "./convergence.fixture.ts";

let t: TestApp;
let anna: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  anna = await t.user();
});
afterAll(() => t.close());

test.each([1, 2, 3])(
  "pages and servers end equal after cuts, repeats, delays and kills, and nothing acknowledged is lost (seed %i)",
  // A busy machine needs much more time than a quiet one.
  { timeout: 240_000 },
  async (seed) => {
    const { id } = await newBoard(t, anna);
    const { states, lost, acknowledged } = await converge(t, anna, id, { seed, rounds: 80, kills: 2 });
    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThan(20);
    const server = states.at(-1);
    for (const [page, state] of states.entries()) expect(state, `page ${page}`).toEqual(server);
  },
);
