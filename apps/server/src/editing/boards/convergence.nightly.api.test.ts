import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newBoard } from "./boards.fixture.ts";
import { converge } from "./convergence.fixture.ts";

/** The seeds choose the same actions and failures again. `SEEDS=3,4` runs others. */
const SEEDS = (process.env["SEEDS"] ?? "11,12").split(",").map(Number);
const ROUNDS = 1_000;
const KILLS = 12;

let t: TestApp;
let anna: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  anna = await t.user();
});
afterAll(() => t.close());

test.each(SEEDS)(
  "pages and servers end equal after cuts, repeats, delays and kills, and nothing acknowledged is lost (seed %i)",
  // A quiet machine needs 15 seconds, one with 15 programs per core some minutes.
  { timeout: 900_000 },
  async (seed) => {
    const { id } = await newBoard(t, anna);
    const { states, lost, acknowledged } = await converge(t, anna, id, { seed, rounds: ROUNDS, kills: KILLS });
    // oxlint-disable-next-line no-console -- a long run is recorded by what it prints
    console.log(`seed ${seed}: ${ROUNDS} rounds, ${KILLS} kills of servers, ${acknowledged} acknowledged, ${lost.length} lost`);
    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThan(300);
    const server = states.at(-1);
    for (const [page, state] of states.entries()) expect(state, `page ${page}`).toEqual(server);
  },
);
