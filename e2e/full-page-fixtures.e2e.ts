import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExtensionWorld, startExtensionWorld } from "./support/extension-world.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";
import { FIXTURE_PAGES } from "./fixture-pages/pages.ts";
import { describeResult, captureFixturePage } from "./fixture-pages/capture-fixture.ts";
import { startFixtureServer, type FixtureServer } from "./fixture-pages/fixture-server.ts";

let server: RunningServer;
let fixtures: FixtureServer;
/** Idle browsers, as many as tests run in parallel: one browser takes only two screenshots a second. */
let free: ExtensionWorld[];

beforeAll(async () => {
  [server, fixtures] = await Promise.all([startStoryServer(), startFixtureServer()]);
  free = await Promise.all([startExtensionWorld(server.url), startExtensionWorld(server.url)]);
});
afterAll(async () => {
  await Promise.all([...(free ?? []).map((world) => world.close()), fixtures?.stop()]);
  await server?.stop();
});

/** The pages that this test captures. `npm run bench -- stills-capture` captures all of them. */
const SHORT = FIXTURE_PAGES.filter(({ short }) => short);

describe.concurrent("a full-page capture equals Chromium's own rendering, pixel by pixel", () => {
  test.each(SHORT.filter(({ deviceScale }) => deviceScale === undefined))("$name: $what", async (page) => {
    const world = free.pop();
    if (!world) throw new Error("More tests run side by side than there are browsers.");
    try {
      const result = await captureFixturePage(world, fixtures.url, page);
      expect(result.isRight, describeResult(result)).toBe(true);
    } finally {
      free.push(world);
    }
  });

  test.each(SHORT.filter(({ deviceScale }) => deviceScale !== undefined))("$name: $what", async (page) => {
    const dense = await startExtensionWorld(server.url, [`--force-device-scale-factor=${page.deviceScale}`]);
    try {
      const result = await captureFixturePage(dense, fixtures.url, page);
      expect(result.isRight, describeResult(result)).toBe(true);
    } finally {
      await dense.close();
    }
  });
});
