import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { strToU8, zip, type Zippable } from "fflate";
import { AppError } from "../../platform/http/app-error.ts";

const MANIFEST = "manifest.json";
/** Addresses whose zip is kept: one server has one or two; more only come from somebody who makes Host headers up. */
const KEPT_ZIPS = 4;
/** PNG and woff2 are compressed already. */
const STORED = /\.(png|woff2)$/u;

/** The files of an extension, by their path inside it. */
export type ExtensionFiles = ReadonlyMap<string, Uint8Array>;

async function readManifest(folder: string): Promise<boolean> {
  try {
    await readFile(path.join(folder, MANIFEST));
    return true;
  } catch {
    // Not here: the caller looks further up.
    return false;
  }
}

/** Finds the built extension from the folder of the running code upwards: sources and bundle lie at different depths. */
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
 * Makes the built extension belong to one server: that address is all it may reach, and where it signs in.
 * The match pattern has no port, because cookie events carry none: with one, the extension would not hear of a sign-out.
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

/** Packs an extension, below one folder so that unpacking it anywhere leaves one thing to choose. */
function pack(files: ExtensionFiles): Promise<Uint8Array> {
  const tree: Zippable = {};
  // A fixed date: the same build gives the same bytes, and its ETag holds.
  for (const [name, bytes] of files)
    tree[`stillreel/${name}`] = [bytes, { level: STORED.test(name) ? 0 : 6, mtime: "2026-01-01T00:00:00Z" }];
  return new Promise((resolve, reject) => {
    zip(tree, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}

/**
 * Gives the extension out as a zip that knows its server. A zip is made once an address.
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
      // A failure is not kept: the build may come.
      made.catch(() => zips.delete(origin));
      const oldest = zips.keys().next().value;
      if (zips.size > KEPT_ZIPS && oldest !== undefined) zips.delete(oldest);
      return made;
    },
  };
}
