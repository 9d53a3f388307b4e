import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const skipped = ["**/node_modules/**", "**/dist/**", "**/.output/**", "**/.wxt/**", "**/.cache/**"];

/** Two cores, real databases, no retries: a test that fails now and then is a finding. */
export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    retry: 0,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          environment: "node",
          include: ["apps/server/**/*.test.ts"],
          exclude: skipped,
          globalSetup: ["./testing/src/global-setup.ts"],
          // Nothing in the server lives in a module's variables: its code is loaded once a process and not once a file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          include: ["{apps/!(server),packages,testing,tools}/**/*.test.ts"],
          exclude: skipped,
          globalSetup: ["./testing/src/global-setup.ts"],
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "dom",
          environment: "happy-dom",
          include: ["{apps,packages}/**/*.test.tsx"],
          exclude: skipped,
          setupFiles: ["./testing/src/dom-setup.ts"],
        },
      },
    ],
  },
});
