// `node tools/pack.mjs <folder>`: copies what the built server needs at run time into a new folder. The image contains nothing else.
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { EXTERNAL, READ_BY_PATH } from "./external-packages.mjs";
import { fail, print, ROOT } from "./runtime.mjs";

/** Files of the product outside `node_modules`. */
const BUILT = [
  "package.json",
  "apps/server/package.json",
  "apps/server/dist",
  "apps/portal/dist",
  "apps/public-page/dist",
  "apps/extension/.output",
];
/** Folder of the texts, which the server reads as JSON. */
const TEXTS = "packages/i18n/src";

/** Files that nothing reads at run time. */
const UNREAD = [
  // Source maps, types, static libraries, sources of native libraries, and documentation other than licences.
  /\.(?:map|a|[cm]?ts|cc|cpp|hh|h|inc|S|asm|def)$/u,
  /(?:README|CHANGELOG|HISTORY)(?:\.\w+)?$/iu,
  // Descriptions of the schema from which migrations are generated.
  /\/migrations\/meta\/\d+_snapshot\.json$/u,
  // The AWS packages have a copy of their code for bundlers, which Node does not load.
  /\/node_modules\/@(?:aws-sdk|smithy)\/[^/]+\/(?:dist-es|dist-types)(?:\/|$)/u,
  // A build for systems without glibc: the image is Debian.
  /\/node_modules\/@koromix\/[^/]+\/musl_\w+(?:\/|$)/u,
  // Fonts in the old format: every browser in which the portal runs loads WOFF2, which the styles name first.
  /\.woff$/u,
  // Parts of the font of emoji. Those that browsers load are in the portal.
  /\/node_modules\/@fontsource[^/]*\/.+noto-color-emoji-\d+-400-normal\.woff2$/u,
  // The server sends two files of this package.
  /\/node_modules\/swagger-ui-dist\/swagger-ui(?:-es-bundle\S*|-standalone\S*)?\.js$/u,
];

/**
 * Returns whether the image has a file.
 * @param file its path, with `/`
 */
export const isRead = (file) => !UNREAD.some((pattern) => pattern.test(file));

/** Optional packages that the image replaces by programs. */
const LEFT_OUT = ["node-av"];

const SERVER = "apps/server";
const isRoot = (name) =>
  [...EXTERNAL, ...READ_BY_PATH].some((pattern) => (pattern.endsWith("/*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern));

/** Returns the folder of a package as Node finds it from another package, or nothing when the lock file has none. */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.includes("/") ? path.posix.dirname(at) : "") {
    const candidate = path.posix.join(at, "node_modules", name);
    if (packages[candidate]) return candidate;
    if (at === "") return undefined;
  }
}

const namesOf = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter((name) => !peerDependenciesMeta?.[name]?.optional);

/**
 * Returns the folders of the packages that the built server loads, with everything they depend on.
 * @param packages the `packages` of the lock file
 */
export function packagesOfServer(packages) {
  const found = new Set();
  const visit = (from, name) => {
    const folder = resolve(packages, from, name);
    if (!folder || found.has(folder) || LEFT_OUT.includes(name)) return;
    found.add(folder);
    for (const needed of namesOf(packages[folder])) visit(folder, needed);
  };
  for (const name of namesOf(packages[SERVER]).filter(isRoot)) visit(SERVER, name);
  return [...found].sort();
}

/**
 * Copies what is read of packages.
 * @param folders folders of the packages in the repository
 */
export function copyPackages(folders, target) {
  // Packages of other platforms are in the lock file but not installed.
  for (const folder of folders.filter((name) => existsSync(path.join(ROOT, name)))) {
    const source = path.join(ROOT, folder);
    const isNested = (file) => path.relative(source, file).split(path.sep).includes("node_modules");
    cpSync(source, path.join(target, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !isNested(file) && isRead(file),
    });
  }
}

function pack(target) {
  for (const file of BUILT) cpSync(path.join(ROOT, file), path.join(target, file), { recursive: true, filter: isRead });
  cpSync(path.join(ROOT, TEXTS), path.join(target, TEXTS), { recursive: true, filter: (file) => !file.endsWith(".ts") });
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8"));
  copyPackages(packagesOfServer(packages), target);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [target] = process.argv.slice(2);
  if (!target) fail("Usage: node tools/pack.mjs <folder>");
  if (existsSync(target)) fail(`${target} exists already.`);
  mkdirSync(target, { recursive: true });
  pack(path.resolve(target));
  print(`The server is in ${target}.`);
}
