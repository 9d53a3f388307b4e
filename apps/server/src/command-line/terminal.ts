import { text } from "node:stream/consumers";
import type { RestoreProgress } from "../web/backups/index.ts";
import type { Terminal } from "./command.ts";

const PROGRESS_EVERY_MS = 2_000;

/** Returns a writer of progress to standard error. It writes at most every two seconds. */
export function progressOf<T>(describe: (sofar: T) => string): (sofar: T) => void {
  let next = performance.now() + PROGRESS_EVERY_MS;
  return (sofar) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_EVERY_MS;
    process.stderr.write(`${describe(sofar)}\n`);
  };
}

/** Writes the progress of a restore to standard error. */
export function restoreProgress(): RestoreProgress {
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  return {
    onBackup: ({ id, at, version }) => note(`Backup ${id} of ${at}, created by version ${version}.`),
    onTable: (name) => note(`Table ${name} …`),
    onObjects: progressOf(({ objects, size }) => `${objects} objects with ${size} bytes …`),
  };
}

/** Standard input and output of this process. */
export const terminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  readInput: async () => (await text(process.stdin)).replace(/\r?\n$/u, ""),
};
