import { text } from "node:stream/consumers";
import type { Terminal } from "./command.ts";

/** Standard input and output of this process. */
export const terminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  readInput: async () => (await text(process.stdin)).replace(/\r?\n$/u, ""),
};
