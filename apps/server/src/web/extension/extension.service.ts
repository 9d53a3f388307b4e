import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { strToU8, zip, type Zippable } from "fflate";
import { AppError } from "../../platform/http/app-error.ts";

const MANIFEST = "manifest.json";
/** Maximum number of cached zips. A server has one or two addresses, and more only come from forged Host headers. */
const CACHED_ZIPS_MAX = 4;
/** Files that are stored without compression: PNG and woff2 are compressed already. */
const STORED = /\.(png|woff2)$/u;

/** Files of an extension by their path. */
export type ExtensionFiles = ReadonlyMap<string, Uint8Array>;

async function readManifest(folder: string): Promise<boolean> {
  try {
    await readFile(path.join(folder, MANIFEST));
    return true;
  } catch {
    // Not found here. The caller continues in the parent folder.
    return false;
  }
}

/** Searches the built extension in the code's folder and its parents, because sources and bundle have different depths. */
export async function findBuiltExtension(from: string): Promise<string | null> {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, "apps", "extension", ".output", "chrome-mv3");
    if (await readManifest(candidate)) return candidate;
    if (path.dirname(folder) === folder) return null;
  }
}

async function readFiles(root: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const read = await Promise.all(
    files.map(async (file) => [path.relative(root, file).split(path.sep).join("/"), await readFile(file)] as const),
  );
  return new Map(read.toSorted(([a], [b]) => a.localeCompare(b)));
}

/**
 * Configures the built extension for one server, the only address that it may access and sign in to.
 * The match pattern has no port, because cookie events have none: with a port the extension would miss a sign-out.
 * @param origin the server's address, without a trailing slash
 */
export function extensionFor(origin: string, files: ExtensionFiles): ExtensionFiles {
  const { protocol, hostname } = new URL(origin);
  const pattern = `${protocol}//${hostname}/*`;
  const built = files.get(MANIFEST);
  if (!built) throw new Error("The built extension has no manifest.json.");
  const manifest = JSON.parse(Buffer.from(built).toString("utf8")) as Record<string, unknown>;
  const own = { ...manifest, host_permissions: [pattern], homepage_url: `${origin}/`, externally_connectable: { matches: [pattern] } };
  return new Map([...files, [MANIFEST, strToU8(`${JSON.stringify(own, null, 2)}\n`)]]);
}

/** Packs an extension below one folder, so that unpacking it creates exactly one folder to select. */
function pack(files: ExtensionFiles): Promise<Uint8Array> {
  const tree: Zippable = {};
  // A fixed date: the same build gives the same bytes and therefore the same ETag.
  for (const [name, bytes] of files)
    tree[`stillreel/${name}`] = [bytes, { level: STORED.test(name) ? 0 : 6, mtime: "2026-01-01T00:00:00Z" }];
  return new Promise((resolve, reject) => {
    zip(tree, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}

/**
 * Creates the service that builds extension zips for a server address. Each zip is built once per address.
 * @throws AppError `unavailable` when the extension has not been built.
 */
export function createExtensionZips(from: string) {
  const zips = new Map<string, Promise<Uint8Array>>();
  const make = async (origin: string): Promise<Uint8Array> => {
    const folder = await findBuiltExtension(from);
    if (!folder)
      throw new AppError("unavailable", { message: "The extension has not been built on this server. Run the build and try again." });
    return pack(extensionFor(origin, await readFiles(folder)));
  };
  return {
    zipFor(origin: string): Promise<Uint8Array> {
      const known = zips.get(origin);
      if (known) return known;
      const made = make(origin);
      zips.set(origin, made);
      // A failure is not cached, because the extension may be built later.
      made.catch(() => zips.delete(origin));
      const oldest = zips.keys().next().value;
      if (zips.size > CACHED_ZIPS_MAX && oldest !== undefined) zips.delete(oldest);
      return made;
    },
  };
}
