// Refuses SQL that the server builds from strings (check S21 of docs/trust-checks.md).
import { readFileSync } from "node:fs";
import path from "node:path";
import { listSourceFiles } from "../imports/read-imports.mjs";
import { fail, ROOT, print } from "../runtime.mjs";
import { findBuiltStatements } from "./find.mjs";

/** Expressions that are allowed, by file, and why. */
const ALLOWED = [
  { file: "apps/server/src/access/rights/item-access.ts", text: "part", reason: "A part of a .sql file between its slots." },
  {
    file: "apps/server/src/platform/db/listen.ts",
    text: "`listen ${pg.escapeIdentifier(channel)}`",
    reason: "LISTEN takes no parameters. The channel is a name of the code, and it is quoted.",
  },
  {
    file: "apps/server/src/platform/db/pool.ts",
    text: "`set statement_timeout = ${limitMs}`",
    reason: "SET takes no parameters. The limit is a number of the code.",
  },
];

const files = listSourceFiles(ROOT).filter((file) => file.startsWith("apps/server/src/"));
// A search without files would accept everything.
if (files.length < 300) fail(`Only ${files.length} files of the server were found: the search does not work.`);
const found = files.flatMap((file) =>
  findBuiltStatements(file, readFileSync(path.join(ROOT, file), "utf8")).map((statement) => ({ file, ...statement })),
);
const isSame = (one, other) => one.file === other.file && one.text === other.text;
const refused = found.filter((statement) => !ALLOWED.some((allowed) => isSame(allowed, statement)));
const unused = ALLOWED.filter((allowed) => !found.some((statement) => isSame(allowed, statement)));
const problems = [
  ...refused.map(({ file, line, text }) => `${file}:${line}: ${text.replaceAll(/\s+/gu, " ")}`),
  ...unused.map(({ file, text }) => `${file}: the exception for ${text} is not needed any more`),
];
if (problems.length > 0) fail(`SQL built from strings. Use sql\`…\` or parameters:\n  ${problems.join("\n  ")}`);
print(`${files.length} files: no SQL is built from strings, except ${ALLOWED.length} listed expressions.`);
