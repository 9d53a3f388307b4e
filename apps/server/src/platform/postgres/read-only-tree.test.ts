import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nativeDirectory } from "./native-binaries.ts";

/** User id that owns neither the sources nor the packages. */
const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
/** Root may write everywhere, so the database is started as another user. Other users start it on a tree without write permission. */
const user = isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {};
const canRead =
  !isRoot ||
  spawnSync(process.execPath, ["-e", `require("node:fs").readdirSync(${JSON.stringify(import.meta.dirname)})`], user).status === 0;

let root: string;
let native: string;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-tree-"));
  fs.chmodSync(root, 0o755);
  native = path.join(root, "package", "native");
  copyWithoutLinks(nativeDirectory(), native);
  fs.mkdirSync(path.join(root, "data"));
  if (isRoot) fs.chownSync(path.join(root, "data"), OTHER_USER, OTHER_USER);
});
afterEach(() => {
  setFolderModes(native, 0o755);
  fs.rmSync(root, { recursive: true, force: true });
});

/** Copies a tree as npm installs it: without the links to libraries, in folders that cannot be changed. */
function copyWithoutLinks(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true, filter: (file) => !fs.lstatSync(file).isSymbolicLink() });
  setFolderModes(to, 0o555);
}

function setFolderModes(folder: string, mode: number): void {
  fs.chmodSync(folder, mode);
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) fs.chmodSync(path.join(entry.parentPath, entry.name), mode);
}

/** Starts and stops the database in a process of the user. Returns the exit code and all output. */
function startAsUser(): { status: number | null; output: string } {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, "embedded-postgres.ts"))};
    const log = { warn() {}, info() {} };
    const dir = ${JSON.stringify(path.join(root, "data", "postgres"))};
    const server = await startEmbeddedPostgres({ dir, log, durable: false, native: ${JSON.stringify(native)} });
    await server.stop();
    console.log("stopped");`;
  const { PATH, TMPDIR } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script], {
    ...user,
    cwd: "/",
    env: { PATH, ...(TMPDIR ? { TMPDIR } : {}) },
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

test.skipIf(!canRead)("the embedded database starts from packages that its user cannot change", { timeout: 60_000 }, () => {
  const before = fs.readdirSync(native, { recursive: true }).length;
  expect(startAsUser()).toEqual({ status: 0, output: "stopped\n" });
  expect(startAsUser(), "a second start").toEqual({ status: 0, output: "stopped\n" });
  expect(fs.readdirSync(native, { recursive: true })).toHaveLength(before);
});
