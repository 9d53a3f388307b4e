import { defineConfig } from "vitest/config";

/** Stories in which moments count: they have the machine to themselves. */
const TIMED = ["e2e/record*.e2e.ts", "e2e/full-page-runs.e2e.ts"];

/** Browser tests: real Chromium, real server processes. Two files at a time where a story mostly waits, then one by one. */
// eslint-disable-next-line import/no-default-export -- Vitest reads the default export
export default defineConfig({
  test: {
    environment: "node",
    pool: "forks",
    // Tests of one file that run side by side, where a file says that they may.
    maxConcurrency: 2,
    // Nothing in the support lives in a module's variables: it is loaded once a process and not once a file.
    isolate: false,
    globalSetup: ["./testing/src/global-setup.ts"],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Pages, jobs and other tabs take their time on a busy machine; what has to be quick says so in its test.
    expect: { poll: { timeout: 10_000 } },
    // A busy machine may break a story that is sound. What passed only then is named at the end of the run.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: "stories",
          include: ["e2e/**/*.e2e.ts"],
          exclude: TIMED,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "timed", include: TIMED, maxWorkers: 1, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
