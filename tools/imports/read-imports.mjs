// Reads the imports of every source file of the repository. Type imports count like all others.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

const SOURCE = /\.(?:ts|tsx|mts|mjs)$/u;
const TEST = /\.(?:test|fixture|e2e)\.tsx?$|\.d\.m?ts$/u;

/** Lists the source files below `root` that git tracks or does not ignore; tests are excluded. Paths are relative to `root`. */
export function listSourceFiles(root) {
  const output = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  return output.split("\n").filter((file) => SOURCE.test(file) && !TEST.test(file) && existsSync(path.join(root, file)));
}

/** Returns the folder of each workspace package by its name, for example `@stillreel/ui` → `packages/ui`. */
export function readPackages(root, files) {
  const folders = [
    ...new Set(files.map((file) => file.split("/").slice(0, 2).join("/"))),
    ...new Set(files.map((file) => file.split("/")[0])),
  ];
  const manifests = folders.map((folder) => [folder, path.join(root, folder, "package.json")]).filter(([, file]) => existsSync(file));
  return new Map(manifests.map(([folder, file]) => [JSON.parse(readFileSync(file, "utf8")).name, folder]));
}

/** Returns the specifiers that one file imports: static, re-exported, dynamic and `import("…")` types. */
export function readSpecifiers(file, code) {
  const { module, program } = parseSync(file, code);
  const specifiers = new Set();
  for (const { moduleRequest } of module.staticImports) specifiers.add(moduleRequest.value);
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) specifiers.add(moduleRequest.value);
  }
  const visit = (node) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    const source = node.type === "ImportExpression" || node.type === "TSImportType" ? (node.source ?? node.argument) : undefined;
    const value = source?.value ?? source?.literal?.value;
    if (typeof value === "string") specifiers.add(value);
    for (const key in node) if (key !== "parent") visit(node[key]);
  };
  // The syntax tree is only walked where the text contains such an import.
  if (/\bimport\s*\(/u.test(code)) visit(program);
  return [...specifiers];
}

/**
 * Reads the import graph.
 * @returns `{ from, to }` for each import between files of the repository; an import of a workspace package ends at its folder.
 */
export function readImports(root) {
  const files = listSourceFiles(root);
  const known = new Set(files);
  const packages = readPackages(root, files);
  const edges = [];
  for (const from of files) {
    for (const specifier of readSpecifiers(from, readFileSync(path.join(root, from), "utf8"))) {
      const to = resolve(from, specifier.replace(/[?#].*$/u, ""), known, packages);
      if (to) edges.push({ from, to });
    }
  }
  return edges;
}

function resolve(from, specifier, known, packages) {
  if (specifier.startsWith(".")) {
    const target = path.posix.join(path.posix.dirname(from), specifier);
    return known.has(target) ? target : undefined;
  }
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  const folder = packages.get(name);
  return folder && `${folder}/${specifier.slice(name.length + 1) || "index"}`;
}
