import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type RunningServer, startStoryServer } from "./start-server.ts";

/** A complete server and a browser for a test file. Both exist from the first `beforeAll` after it to the last test. */
export interface Stage {
  server: RunningServer;
  browser: Browser;
}

/**
 * Starts a stage for the tests of a file. Must be called once at the top of the file, before its hooks.
 * @param settings of the server, in addition to the default ones
 */
export function setStage(settings?: Record<string, string>): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    // Each is stored as soon as it has started, so that it is ended even when the other one fails.
    const server = startStoryServer(settings).then((started) => (stage.server = started));
    const browser = sharedBrowser().then((started) => (stage.browser = started));
    const [failed] = (await Promise.allSettled([server, browser])).filter(({ status }) => status === "rejected");
    if (failed) throw (failed as PromiseRejectedResult).reason;
  });
  afterAll(async () => {
    await closeContexts(stage.browser);
    await stage.server?.stop();
  });
  return stage;
}
