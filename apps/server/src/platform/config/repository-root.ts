import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Returns the folder that contains `packages/` and `apps/`, searched upwards from this file, so that sources and bundle find the built
 * portal, the extension and the texts.
 */
export function repositoryRoot(from: string = import.meta.dirname): string {
  for (let at = from; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, "packages", "i18n", "src")) && existsSync(path.join(at, "apps"))) return at;
    if (path.dirname(at) === at) throw new Error(`No repository root above ${from}: packages/i18n/src is missing.`);
  }
}
