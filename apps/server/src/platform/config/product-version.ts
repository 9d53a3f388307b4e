import { readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "./repository-root.ts";

/** Returns the version of the product. */
export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(repositoryRoot(), "package.json"), "utf8")) as { version: string };
  return version;
}
