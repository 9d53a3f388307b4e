// `npm run gen`: writes generated files (configuration table, error and route tables) and migrations for changed tables.
// `--check` writes nothing and fails when a file differs. `--citus` only prints the statements that distribute the tables.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CACHE, ensureInstalled, fail, folder, hopToModernNode, ROOT, print, toolEnv } from "./runtime.mjs";

const isCheck = process.argv.includes("--check");
ensureInstalled();
hopToModernNode();

const schema = await import("../apps/server/src/platform/db/schema/index.ts");
const { renderCitus, renderDistribution } = await import("./scaling/distribution.mjs");
if (process.argv.includes("--citus")) {
  print(renderCitus(schema));
  process.exit(0);
}

const { z } = await import("zod");
const { CONFIG_SCHEMA } = await import("../apps/server/src/platform/config/config.ts");
const { readImports } = await import("./imports/read-imports.mjs");
const { replaceDiagrams } = await import("./imports/diagram.mjs");
const { readMeasured } = await import("./scaling/benchmarks.mjs");
const { replaceScaling } = await import("./scaling/page.mjs");
const { API_BASE, ERRORS, ROUTES } = await import("../packages/contract/src/index.ts");

const { renderPage } = await import("../apps/server/src/access/rights-matrix/page.ts");
const { routePermissions } = await import("../apps/server/src/route-permissions.ts");

const NOTE = "<!-- Made by `npm run gen`; edit the source, not this file. -->";
const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head, rows) => [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");

function configurationPage() {
  const { properties, required = [] } = z.toJSONSchema(CONFIG_SCHEMA, { io: "input", unrepresentable: "any" });
  const rows = Object.entries(properties).map(([name, property]) => [
    `\`${name}\``,
    property.default === undefined ? (required.includes(name) ? "(needed)" : "") : `\`${property.default}\``,
    property.description ?? "",
  ]);
  return `${NOTE}\n\n# Configuration\n\nThe server reads environment variables once, at start. An empty variable counts as absent. An invalid value stops the start with the name of the variable.\n\n${table(["Variable", "Default", "Meaning"], rows)}\n`;
}

function errorsPage() {
  const rows = Object.entries(ERRORS).map(([code, { status, message }]) => [`\`${code}\``, status, message]);
  return `${NOTE}\n\n# Errors\n\nEvery failure answers \`{ status, message, code, details? }\`, and carries the request's id in the header \`X-Request-Id\`. A code never changes its meaning.\n\n${table(["Code", "Status", "Text"], rows)}\n`;
}

function routesPage() {
  const rows = ROUTES.map((route) => [
    `\`${route.method} ${route.path}\``,
    route.auth,
    route.summary,
    route.errors.map((code) => `\`${code}\``).join(" "),
  ]);
  return `${NOTE}\n\n# Routes\n\nBelow \`${API_BASE}\`. The full schemas are in the running server's \`/api/openapi.json\`.\n\n${table(["Route", "Who", "What", "Own errors"], rows)}\n`;
}

/** Accepted licences of installed packages. LGPL only as a separate library, loaded at run time. */
const ACCEPTED =
  /^(MIT|MIT-0|Zlib|0BSD|Apache-2\.0|BSD-[23]-Clause|ISC|MPL-2\.0|OFL-1\.1|BlueOak-1\.0\.0|Python-2\.0|Unlicense|CC0-1\.0|LGPL-3\.0-or-later)$/u;

function licenceOf(location, entry) {
  if (entry.license) return entry.license;
  const file = path.join(ROOT, location, "package.json");
  if (!existsSync(file)) return "unknown";
  const { license, licenses } = JSON.parse(readFileSync(file, "utf8"));
  if (license || licenses) return license ?? licenses.map((one) => one.type).join(" AND ");
  // Old packages only name it in their text.
  const texts = ["LICENSE", "LICENSE.md", "license", "Readme.md", "README.md"]
    .map((name) => path.join(ROOT, location, name))
    .filter((name) => existsSync(name));
  const says = (sign) => texts.some((name) => sign.test(readFileSync(name, "utf8")));
  if (says(/Permission is hereby granted, free of charge|## License\s+MIT\s*$/u)) return "MIT";
  return says(/Redistributions in binary form must[\s\S]+Neither the name of[\s\S]+endorse or promote/u) ? "BSD-3-Clause" : "unknown";
}

function licencesPage() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8"));
  const shipped = Object.entries(packages).filter(
    ([location, entry]) => location.includes("node_modules/") && !entry.link && !entry.dev && !entry.devOptional,
  );
  const byLicence = Map.groupBy(shipped, ([location, entry]) => licenceOf(location, entry));
  const refused = [...byLicence.keys()].filter(
    (licence) =>
      !licence
        .replace(/[()]/gu, "")
        .split(/ (?:AND|OR) /u)
        .every((one) => ACCEPTED.test(one)),
  );
  if (refused.length > 0)
    fail(
      `Licences that may not come along: ${refused
        .map(
          (licence) =>
            `${licence} (${byLicence
              .get(licence)
              .map(([location]) => location)
              .join(", ")})`,
        )
        .join("; ")}`,
    );
  const nameOf = ([location]) => location.split("node_modules/").at(-1);
  const rows = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, entries]) => [licence, [...new Set(entries.map(nameOf))].sort().join(", ")]);
  return `${NOTE}\n\n# Licences\n\nStillreel is MIT. What is installed with it, beside development tools:\n\n${table(["Licence", "Packages"], rows)}\n\nlibvips (LGPL, within sharp's packages) is a shared library of its own and can be exchanged. The embedded database is PostgreSQL (PostgreSQL\nlicence), brought by packages that are MIT. ffmpeg, in the container image, is a separate program (GPL, with x264, LAME, libvpx, libwebp\nand Opus) that is started, not linked.\nnode-av, an optional dependency, calls itself MIT, but the library within @seydx/node-av-* is FFmpeg with x264 and x265 (GPL-3.0): it is loaded\nonly by a process of its own that is started for one video, and not at all where there is an ffmpeg program. Nothing else needs it.\n`;
}

const readText = (file) => readFileSync(path.join(ROOT, file), "utf8");

function scalingPage() {
  const inputs = JSON.parse(readText("tools/scaling/inputs.json"));
  const measured = readMeasured(inputs, readText("docs/benchmarks.md"));
  return replaceScaling(readText("docs/scaling.md"), measured, { distribution: renderDistribution(schema) });
}

const PAGES = {
  "ARCHITECTURE.md": replaceDiagrams(readText("ARCHITECTURE.md"), readImports(ROOT)),
  "docs/configuration.md": configurationPage(),
  "docs/generated/errors.md": errorsPage(),
  "docs/generated/permissions.md": `${NOTE}\n\n${renderPage(await routePermissions())}`,
  "docs/generated/routes.md": routesPage(),
  "docs/licences.md": licencesPage(),
  "docs/scaling.md": scalingPage(),
};
const differing = Object.entries(PAGES).filter(([file, text]) => !existsSync(path.join(ROOT, file)) || readText(file) !== text);

/** Returns whether the tables differ from the migrations: generates into a copy and checks for a new file. */
function hasUnwrittenMigration() {
  const copy = folder(CACHE, "migrations-check");
  rmSync(copy, { recursive: true, force: true });
  cpSync(path.join(ROOT, "apps/server/src/platform/db/migrations"), copy, { recursive: true });
  const before = readdirSync(copy).length;
  const run = drizzleKit(
    [
      "--dialect",
      "postgresql",
      "--schema",
      "./src/platform/db/schema/index.ts",
      "--casing",
      "snake_case",
      "--out",
      path.relative(path.join(ROOT, "apps/server"), copy),
    ],
    "pipe",
  );
  if (run.status !== 0) fail(`drizzle-kit could not compare tables and migrations:\n${run.stdout}${run.stderr}`);
  return readdirSync(copy).length !== before;
}

function drizzleKit(args, stdio) {
  return spawnSync(process.execPath, [path.join(ROOT, "node_modules/drizzle-kit/bin.cjs"), "generate", ...args], {
    cwd: path.join(ROOT, "apps/server"),
    stdio: ["ignore", stdio, stdio],
    encoding: "utf8",
    env: toolEnv(),
  });
}

if (isCheck) {
  if (hasUnwrittenMigration()) fail("The tables changed without a migration, run `npm run gen`.");
  if (differing.length > 0) fail(`Out of date, run \`npm run gen\`: ${differing.map(([file]) => file).join(", ")}`);
} else {
  for (const [file, text] of differing) {
    folder(ROOT, path.dirname(file));
    writeFileSync(path.join(ROOT, file), text);
    print(`wrote ${file}`);
  }
  // Compares the tables with the last migration; writes a new one only when they differ.
  const { status } = drizzleKit([], "inherit");
  if (status !== 0) process.exit(status ?? 1);
}
