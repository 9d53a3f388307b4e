// Refuses migrations that break the statements of the previous release, which serves requests while an update is in progress.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fail, print, ROOT } from "../runtime.mjs";
import { findContractions } from "./find.mjs";

const FOLDER = path.join(ROOT, "apps/server/src/platform/db/migrations");
/** Migrations of the time before this rule. */
const ALLOWED = ["0011_folders-version.sql"];

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
// A search without files would accept everything.
if (files.length < 30) fail(`Only ${files.length} migrations were found: the search does not work.`);
const found = files.flatMap((file) => findContractions(readFileSync(path.join(FOLDER, file), "utf8")).map((one) => ({ file, ...one })));
const problems = [
  ...found
    .filter(({ file }) => !ALLOWED.includes(file))
    .map(({ file, statement, reason }) => `${file}: ${reason}: ${statement.slice(0, 140)}`),
  ...ALLOWED.filter((file) => !found.some((one) => one.file === file)).map((file) => `${file}: the exception is not needed any more`),
];
if (problems.length > 0)
  fail(
    `The previous release serves requests during an update and fails after these changes. Add first, remove in a later release, with a first line "-- contract: …" that names the release since which nothing uses it:\n  ${problems.join("\n  ")}`,
  );
print(`${files.length} migrations only add to the tables.`);
