import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests in which real time counts: one file at a time. */
const TIMED = ["e2e/record*.e2e.ts", "e2e/full-page-runs.e2e.ts", "e2e/video-sound.e2e.ts"];
/** Tests that only `npm run test:nightly` runs. */
const NIGHTLY = process.env["NIGHTLY"] === "1" ? [] : ["e2e/**/*.nightly.e2e.ts"];
/** Files that take a minute or more. Started last, one of them would run while the other workers are idle. */
const LONG = /(?:screens|video-preview|boards|full-page-fixtures|extension-captures|extension-save-targets)\.e2e\.ts$/u;

/** Order of the files: the long ones first, then as Vitest orders them. A fresh clone has no durations of an earlier run. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(({ moduleId }) => LONG.test(moduleId)), ...sorted.filter(({ moduleId }) => !LONG.test(moduleId))];
  }
}

/**
 * Browser tests: real Chromium, real server processes. Two files at a time where a test mostly waits, then one by one.
 * No retries: an unstable test is a fault of the test or of the product.
 */
// eslint-disable-next-line import/no-default-export -- Vitest reads the default export
export default defineConfig({
  test: {
    environment: "node",
    pool: "forks",
    retry: 0,
    // Tests of one file that run in parallel, where the file declares it.
    maxConcurrency: 2,
    // The modules in `support` have no state, so the files of a worker share them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    globalSetup: ["./e2e/support/global-setup.ts"],
    // Renderers in a test's own process start their child processes from the bundle, as servers do.
    setupFiles: ["./testing/src/child-programs.ts"],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Pages, jobs and other tabs take longer on a busy machine. A test that measures speed sets its own limit.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "stories",
          include: ["e2e/**/*.e2e.ts"],
          exclude: [...TIMED, ...NIGHTLY],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "timed", include: TIMED, exclude: NIGHTLY, maxWorkers: 1, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
