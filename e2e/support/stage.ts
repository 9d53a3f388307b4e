import { launchBrowser } from "@stillreel/testing/browser";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type RunningServer, startStoryServer } from "./start-server.ts";

/** What a story plays on: a whole server and a browser. Both are there from the first `beforeAll` after it to the last test. */
export interface Stage {
  server: RunningServer;
  browser: Browser;
}

/**
 * Sets a stage for the tests of a file: to be called once at its top, before its own hooks.
 * @param settings of the server, apart from the usual
 */
export function setStage(settings?: Record<string, string>): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    // Each is kept as soon as it stands, so that it is ended even when the other one does not come.
    const server = startStoryServer(settings).then((started) => (stage.server = started));
    const browser = launchBrowser().then((started) => (stage.browser = started));
    const [failed] = (await Promise.allSettled([server, browser])).filter(({ status }) => status === "rejected");
    if (failed) throw (failed as PromiseRejectedResult).reason;
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });
  return stage;
}
