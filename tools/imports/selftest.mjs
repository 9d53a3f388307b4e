// Proves that the reader and the search for cycles work: each planted cycle must be found, and files without one must pass.
import assert from "node:assert/strict";
import { findCycles } from "./cycles.mjs";
import { readSpecifiers } from "./read-imports.mjs";
import { print } from "../runtime.mjs";

const FORMS = [
  'import { a } from "./x.ts";',
  'import type { A } from "./x.ts";',
  'import { type A } from "./x.ts";',
  'import "./x.ts";',
  'export { a } from "./x.ts";',
  'export * from "./x.ts";',
  'export type { A } from "./x.ts";',
  'const a = () => import("./x.ts");',
  'type A = import("./x.ts").A;',
];
for (const code of FORMS) assert.deepEqual(readSpecifiers("file.ts", code), ["./x.ts"], code);
assert.deepEqual(readSpecifiers("file.ts", '// import { a } from "./x.ts";\nconst text = "import(1)";'), []);

const edge = (from, to) => ({ from, to });
const cyclesOf = (...edges) => findCycles(edges).map(({ folder, members }) => `${folder}: ${members.join(" ")}`);
assert.deepEqual(cyclesOf(edge("a/x.ts", "a/y.ts"), edge("a/y.ts", "a/x.ts")), ["a: x.ts y.ts"]);
// No cycle between files, but one between their folders.
assert.deepEqual(cyclesOf(edge("m/a/x.ts", "m/b/x.ts"), edge("m/b/y.ts", "m/a/y.ts")), ["m: a b"]);
assert.deepEqual(cyclesOf(edge("m/a/x.ts", "m/b/x.ts"), edge("m/b/x.ts", "m/c/x.ts"), edge("m/c/y.ts", "m/a/z.ts")), ["m: a b c"]);
assert.deepEqual(cyclesOf(edge("m/a/x.ts", "m/b/x.ts"), edge("m/a/y.ts", "m/b/y.ts"), edge("m/b/x.ts", "m/b/y.ts")), []);
print(`${FORMS.length} forms of an import read, 3 planted cycles found.`);
