import { fileURLToPath } from "node:url";
import { repositoryRoot } from "../config/repository-root.ts";

/** A call of a stack, as Sentry names its parts. */
export interface Frame {
  function: string;
  filename: string;
  lineno: number;
  colno: number;
  in_app: boolean;
}

const CALL = /^\s*at (?:async )?(?:(.*?) \()?([^()]+):(\d+):(\d+)\)?$/u;

/** Returns a file without the folder of the installation, which can name a user of the machine. */
function shortName(file: string): string {
  const path = file.startsWith("file:") ? fileURLToPath(file) : file;
  const root = repositoryRoot();
  if (path.startsWith(root)) return path.slice(root.length + 1);
  // A module of Node.js is not below a folder.
  return path.startsWith("/") ? (path.split("/").at(-1) ?? "") : path;
}

/** Returns the calls of a stack, the newest last. Lines in other forms are omitted. */
export function framesOf(stack: string): Frame[] {
  return stack
    .split("\n")
    .flatMap((line) => {
      const found = CALL.exec(line);
      if (!found?.[2]) return [];
      const filename = shortName(found[2]);
      const in_app = !filename.startsWith("node:") && !filename.includes("node_modules/");
      return [{ function: found[1] ?? "?", filename, lineno: Number(found[3]), colno: Number(found[4]), in_app }];
    })
    .toReversed();
}
