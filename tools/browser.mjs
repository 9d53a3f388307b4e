// Finds the Chromium for browser tests, or installs Debian's. Runs on Node 20 without dependencies.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { print } from "./runtime.mjs";

const NAMES = ["chromium", "chromium-browser"];

/** Returns the path of a Chromium: `CHROMIUM_PATH`, then PATH, then the default location, or undefined. */
export function findChromium() {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin"];
  return [process.env.CHROMIUM_PATH, ...folders.flatMap((dir) => NAMES.map((name) => path.join(dir, name)))].find(
    (file) => file && existsSync(file),
  );
}

const apt = (...args) =>
  spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    .status === 0;

/** Like {@link findChromium}, but installs Debian's package when there is none and the user has the permission. */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0) {
    print("Installing Chromium from the system's packages …");
    if (apt("update", "-q") && apt("install", "-y", "-q", "--no-install-recommends", "chromium")) return findChromium();
  }
  return undefined;
}
