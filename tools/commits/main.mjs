// Refuses commit titles without the documented form. Commits before BASE are older than the rule.
import { spawnSync } from "node:child_process";
import { fail, ROOT, print } from "../runtime.mjs";
import { titleProblem } from "./titles.mjs";

const BASE = "5cdea13bdf";

const git = (...args) => spawnSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 16 * 1024 ** 2 });

const isRepository = git("rev-parse", "--is-inside-work-tree").stdout?.trim() === "true";
// A source archive has no history, and a shallow clone may not contain the base.
const hasBase = isRepository && git("cat-file", "-e", `${BASE}^{commit}`).status === 0;
if (!hasBase) {
  print(isRepository ? "The history is shallow: commit titles were not checked." : "No Git repository: commit titles were not checked.");
} else {
  const titles = git("log", "--format=%h %s", `${BASE}..HEAD`).stdout.split("\n").filter(Boolean);
  const problems = titles.flatMap((line) => {
    const problem = titleProblem(line.slice(line.indexOf(" ") + 1));
    return problem ? [`${line}: ${problem}`] : [];
  });
  if (problems.length > 0) fail(`Commit titles:\n  ${problems.join("\n  ")}`);
  print(`${titles.length} commit titles have the documented form.`);
}
