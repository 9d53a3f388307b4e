import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { openDataDir } from "./data-dir.ts";

test("the data folder is created with its parents", () => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-data-")));
  try {
    const folder = path.join(root, "a", "b");
    expect(openDataDir(path.join(root, "a", ".", "b"))).toBe(folder);
    expect(openDataDir(folder)).toBe(folder);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
});

test("a folder whose parent is a file is refused with the name of the setting", () => {
  expect(() => openDataDir(path.join(import.meta.filename, "x"))).toThrow(/^DATA_DIR: the folder .* cannot be used .*ENOTDIR/u);
});

// In a child process with a time limit: the wrong call never returns.
test.skipIf(!fs.existsSync("/proc/self"))("a folder below /proc is refused", () => {
  const script = `import { openDataDir } from ${JSON.stringify(path.join(import.meta.dirname, "data-dir.ts"))}; openDataDir("/proc/x");`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: import.meta.dirname,
    encoding: "utf8",
    timeout: 15_000,
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining("DATA_DIR: the folder /proc/x cannot be used")]);
});
