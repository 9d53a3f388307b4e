import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { helpArticles } from "./apps/portal/help-articles.config.ts";

const SKIPPED = ["**/node_modules/**", "**/dist/**", "**/.output/**", "**/.wxt/**", "**/.cache/**"];

/** Tests that need PostgreSQL, a running server, a video encoder or a codec process, by name; all other `*.test.ts` files are unit tests. */
const NEEDS_MORE = [
  "**/*.{api,crash,locker,workers}.test.ts",
  "**/{,*.}explain.test.ts",
  "**/{jobs,migrate,pool,uuid-array,embedded-postgres}.test.ts",
  "**/{storage,videos,picture-pdf,connections}.test.ts",
  "**/media/render/render{,.changes,.copies,.edges,.highlighter,.inputs,.lenses}.test.ts",
  "**/ports/images/isolated.images.test.ts",
  "**/ports/video/node-av.waits.test.ts",
  "**/sender{,.home}.test.ts",
];
/** API tests that take longer than three seconds each, or need programs that few machines have: only `npm run test:nightly` runs them. */
const NIGHTLY = ["**/*.nightly.api.test.ts"];

/**
 * The unit tier (projects `unit` and `dom`), the API tier (project `api`) and the API tests of the nightly tier (project `nightly`). Two workers, one for each core of the reference machine.
 * No retries: an unstable test is a fault. The files of a worker share its loaded dependencies (`isolate: false`): loading them for each
 * file took two thirds of the unit tier's time.
 */
export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    isolate: false,
    retry: 0,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          include: ["{apps,packages,testing,tools,bench}/**/*.test.ts"],
          exclude: [...SKIPPED, ...NEEDS_MORE],
          setupFiles: ["./testing/src/own-modules.ts"],
        },
      },
      {
        extends: true,
        plugins: [react(), helpArticles()],
        test: {
          name: "dom",
          environment: "happy-dom",
          include: ["{apps,packages}/**/*.test.tsx"],
          exclude: SKIPPED,
          setupFiles: ["./testing/src/own-modules.ts", "./testing/src/dom-setup.ts"],
          sequence: { setupFiles: "list" },
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          environment: "node",
          // These tests wait a third of their time: for timeouts, killed processes and programs that process videos.
          maxWorkers: 3,
          testTimeout: 60_000,
          // Child processes of servers start from the bundle when this run has built it.
          setupFiles: ["./testing/src/child-programs.ts"],
          include: NEEDS_MORE,
          exclude: [...SKIPPED, ...NIGHTLY],
          globalSetup: ["./testing/src/global-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "nightly",
          environment: "node",
          testTimeout: 300_000,
          hookTimeout: 300_000,
          setupFiles: ["./testing/src/child-programs.ts"],
          include: NIGHTLY,
          exclude: SKIPPED,
          // Several of them measure memory or time.
          maxWorkers: 1,
          fileParallelism: false,
          globalSetup: ["./testing/src/global-setup.ts"],
        },
      },
    ],
  },
});
