// Checks that every available language has exactly the keys of English. Part of `npm run check`.
import path from "node:path";
import { parityProblems } from "../packages/i18n/src/parity.ts";
import { fail, ROOT, print } from "./runtime.mjs";

const problems = parityProblems(path.join(ROOT, "packages/i18n/src"));
if (problems.length > 0) fail(problems.join("\n"));
print("Every language is complete.");
