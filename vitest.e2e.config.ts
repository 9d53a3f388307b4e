import { defineConfig } from "vitest/config";

/** Browser tests: real Chromium, real server processes. Two files at a time: most of the time a story waits. */
// eslint-disable-next-line import/no-default-export -- Vitest reads the default export
export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Pages, jobs and other tabs take their time on a busy machine; what has to be quick says so in its test.
    expect: { poll: { timeout: 10_000 } },
    retry: 0,
  },
});
