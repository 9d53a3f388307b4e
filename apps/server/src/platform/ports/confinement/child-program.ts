import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

let bundle: string | undefined;

/** Makes servers of this process start the scripts of a bundle, as tests do: they need a third of the processor time of the sources. */
export function useBundledPrograms(folder: string): void {
  bundle = folder;
}

/**
 * Returns the path of the script of a child process: beside the calling module in the sources, at the root of the bundle.
 * @param from address of the calling module, `import.meta.url`
 * @param name path of the script without its ending, relative to the calling module in the sources
 * @throws Error when the build does not contain it
 */
export function childProgram(from: string, name: string): string {
  const bundled = `${path.basename(name)}.js`;
  const candidates = [`${name}.ts`, bundled].map((file) => fileURLToPath(new URL(file, from)));
  if (bundle !== undefined) candidates.unshift(path.join(bundle, bundled));
  const found = candidates.find((file) => existsSync(file));
  if (!found) throw new Error(`The script ${path.basename(name)} is missing from the build.`);
  return found;
}
