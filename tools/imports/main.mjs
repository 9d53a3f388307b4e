// Refuses import cycles between files, folders, modules, features and packages. Type imports count.
import { fail, ROOT, print } from "../runtime.mjs";
import { findCycles } from "./cycles.mjs";
import { readImports } from "./read-imports.mjs";

const edges = readImports(ROOT);
// A reader that finds nothing would accept everything.
if (edges.length < 1_000) fail(`Only ${edges.length} imports were found: the reader does not work.`);
const cycles = findCycles(edges);
if (cycles.length > 0) {
  const lines = cycles.flatMap(({ folder, members, arrows }) => [
    `${folder || "."}: ${members.join(", ")}`,
    ...arrows.map(({ from, to, example }) => `    ${from} -> ${to}   (${example})`),
  ]);
  fail(`Import cycles, type imports counted:\n  ${lines.join("\n  ")}`);
}
print(`${edges.length} imports, no cycle.`);
