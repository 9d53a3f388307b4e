import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** User id that owns neither the checkout nor its packages. */
const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
/** Root may write everywhere, so the tool runs as another user. Other users run it on a checkout without write permission. */
const user = isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {};
const canRunNode = !isRoot || spawnSync(process.execPath, ["--version"], { ...user, cwd: "/" }).status === 0;

let root: string;

/** A checkout with a server that only prints a line, and no parts to build. */
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-start-"));
  for (const folder of ["tools", "node_modules", "apps/server/dist"]) fs.mkdirSync(path.join(root, folder), { recursive: true });
  for (const tool of ["start.mjs", "runtime.mjs", "parts.mjs"])
    fs.copyFileSync(path.join(import.meta.dirname, tool), path.join(root, "tools", tool));
  write("package.json", '{ "type": "module" }');
  write("package-lock.json", "{}");
  write("node_modules/.package-lock.json", "{}");
  write("apps/server/dist/main.js", 'console.log("the server runs");');
});
afterEach(() => {
  setFolderModes(0o755);
  fs.rmSync(root, { recursive: true, force: true });
});

const write = (file: string, text: string): void => fs.writeFileSync(path.join(root, file), text);

function setFolderModes(mode: number): void {
  for (const folder of ["", "tools", "node_modules", "apps", "apps/server", "apps/server/dist"])
    fs.chmodSync(path.join(root, folder), mode);
}

/** Runs `npm start` as a user that may not change the checkout. */
function start(): { status: number | null; output: string } {
  setFolderModes(0o555);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, "tools", "start.mjs")], {
    ...user,
    cwd: "/",
    env: { PATH: process.env["PATH"] },
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

test.skipIf(!canRunNode)("the server starts from a checkout of another user", () => {
  expect(start()).toEqual({ status: 0, output: "Starting …\nthe server runs\n" });
});

test.skipIf(!canRunNode)("missing dependencies in a checkout of another user are reported with the remedy", () => {
  fs.rmSync(path.join(root, "node_modules/.package-lock.json"));
  expect(start()).toEqual({ status: 1, output: expect.stringContaining("run `npm run build` as the owner of the folder") });
});

test.skipIf(!canRunNode)("a missing build in a checkout of another user is reported with the remedy", () => {
  fs.mkdirSync(path.join(root, "apps/server/src"));
  write("apps/server/src/main.ts", "");
  expect(start()).toEqual({ status: 1, output: expect.stringContaining("run `npm run build` as the owner of the folder") });
});
