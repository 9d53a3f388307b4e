// `npm run hook:install`: makes Git run the unit tests of changed files before each push. Delete the printed file to remove the hook.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fail, ROOT, print } from "./runtime.mjs";

const HOOK = `#!/bin/sh
# Installed by \`npm run hook:install\`: runs the unit tests of files that differ from the upstream branch.
exec npm run --silent test:changed
`;

const { status, stdout } = spawnSync("git", ["rev-parse", "--git-path", "hooks"], { cwd: ROOT, encoding: "utf8" });
if (status !== 0) fail("This folder is not a Git repository.");
const file = path.resolve(ROOT, stdout.trim(), "pre-push");
if (existsSync(file) && readFileSync(file, "utf8") !== HOOK)
  fail(`${file} exists and is not this hook. Move it away, then run this again.`);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, HOOK);
chmodSync(file, 0o755);
print(`Installed ${file}.`);
