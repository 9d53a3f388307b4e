// Proves that the check of commit titles accepts the documented form and refuses everything else.
import assert from "node:assert/strict";
import { print } from "../runtime.mjs";
import { titleProblem } from "./titles.mjs";

const GOOD = [
  "feat(items): let owners rename images",
  "fix: release the lock after a failed upload",
  "refactor(server, portal): move files into layers",
  "perf(search)!: read one page per request",
  'Revert "feat(items): let owners rename images"',
];
const BAD = [
  "Let owners rename images",
  "feat(items) let owners rename images",
  "feature(items): let owners rename images",
  "feat(Items): let owners rename images",
  "feat(items): ",
  "feat(items): adds a rename button",
  "fix(items): fixed the rename button",
  "fix(items): release the lock.",
  `fix(items): ${"release the lock ".repeat(8).trim()}`,
];
for (const title of GOOD) assert.equal(titleProblem(title), null, title);
for (const title of BAD) assert.notEqual(titleProblem(title), null, title);
print(`${BAD.length} titles refused, ${GOOD.length} accepted.`);
