// Proves that the import rules of tools/lint/boundaries.ts work: every planted violation must be reported, and no correct file.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fail, ROOT, print, toolEnv } from "../runtime.mjs";
import { CASES } from "./cases.mjs";

const PACKAGES = {
  contract: "packages/contract",
  i18n: "packages/i18n",
  paging: "packages/paging",
  client: "packages/client",
  ui: "packages/ui",
  editor: "packages/editor",
  "video-editor": "packages/video-editor",
  server: "apps/server",
  testing: "testing",
};
const INSTALLED = ["eslint-plugin-boundaries", "eslint-import-resolver-typescript", "oxlint", "fastify", "mediabunny", "pg", "zod"];

function plant(folder) {
  for (const { file, code } of CASES) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${code}\n`);
  }
  mkdirSync(path.join(folder, "node_modules/@stillreel"), { recursive: true });
  for (const [name, home] of Object.entries(PACKAGES)) {
    cpSync(path.join(ROOT, home, "package.json"), path.join(folder, home, "package.json"));
    symlinkSync(path.join(folder, home), path.join(folder, "node_modules/@stillreel", name));
  }
  for (const name of INSTALLED) symlinkSync(path.join(ROOT, "node_modules", name), path.join(folder, "node_modules", name));
  for (const file of ["oxlint.config.ts", "tools/lint/boundaries.ts", "tsconfig.base.json"])
    cpSync(path.join(ROOT, file), path.join(folder, file));
}

function lint(folder) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, "node_modules/oxlint/bin/oxlint"), "-f", "json", "apps", "packages", "testing"],
    { cwd: folder, env: toolEnv(), encoding: "utf8", maxBuffer: 64 * 1024 ** 2 },
  );
  try {
    return JSON.parse(stdout).diagnostics;
  } catch {
    return fail(`oxlint did not run:\n${(stdout + stderr).slice(0, 2_000)}`);
  }
}

const folder = mkdtempSync(path.join(tmpdir(), "stillreel-boundaries-"));
try {
  plant(folder);
  const found = lint(folder);
  const complaints = CASES.flatMap(({ file, reports }) => {
    const codes = found.filter((one) => path.relative(folder, path.resolve(folder, one.filename)) === file).map((one) => one.code);
    if (reports && !codes.includes(reports)) return [`${file}: ${reports} did not report it`];
    if (!reports && codes.length > 0) return [`${file}: correct, but reported by ${codes.join(", ")}`];
    return [];
  });
  if (complaints.length > 0) fail(`The import rules do not work:\n  ${complaints.join("\n  ")}`);
  print(
    `${CASES.filter((one) => one.reports).length} planted violations reported, ${CASES.filter((one) => !one.reports).length} correct files accepted.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
