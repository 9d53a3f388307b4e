import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * What separates a program that reads user files from the rest of the machine.
 * - `bubblewrap`: own namespaces and an own file system with the system's programs, the job's input (read only) and the job's folder. No
 *   network, no other process, no capability.
 * - `namespaces`: the same by `unshare` and `mount`, without a program that must be installed.
 * - `none`: limits and a scrubbed environment alone.
 */
export type Isolation = "bubblewrap" | "namespaces" | "none";

/** Files that a program may use. */
export interface Access {
  /** Its working folder, the only one that it may write. */
  cwd: string;
  /** Input files and folders. */
  reads: readonly string[];
}

const run = promisify(execFile);
const DETECT_MS = 20_000;

/** Folders and files of the system that programs and their libraries need. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache", "/nix/store"];

/** Separates every namespace. The process and all that it starts end with the server. */
const BUBBLEWRAP = [
  "bwrap",
  "--unshare-all",
  "--die-with-parent",
  "--cap-drop",
  "ALL",
  "--proc",
  "/proc",
  "--dev",
  "/dev",
  "--tmpfs",
  "/tmp",
];
const NAMESPACES = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child", "--"];

/**
 * Builds a file system in memory over the working folder, which only this process sees, and changes its root to it. Then it gives up all
 * capabilities, so that nothing can be mounted again. Most of its time are the programs that it starts, so one of them creates a folder, mounts
 * it and makes it read only, where the machine allows this in one step. (It does not if the source forbids programs: no mount may change that.)
 * Descriptor 9 is the covered folder; 3 would be Node's channel to the server. Arguments: the working folder, the number of inputs, the inputs,
 * the program.
 */
const NEW_ROOT = `
set -eu
root=$1 inputs=$2
shift 2
exec 9< "$root"
mount -t tmpfs -o mode=0755,size=1m tmpfs "$root"
bind() {
  if [ -d "$1" ]; then mount -c -o "$3,X-mount.mkdir" "$1" "$root$2"
  else
    if [ ! -d "$root\${2%/*}" ]; then mkdir -p "$root\${2%/*}"; fi
    if [ ! -e "$root$2" ]; then : > "$root$2"; fi
    mount -c -o "$3" "$1" "$root$2"
  fi
}
readable() {
  if bind "$1" "$2" rbind,ro,nosuid,nodev 2> /dev/null; then return; fi
  bind "$1" "$2" rbind
  mount -o remount,bind,ro,nosuid,nodev "$root$2" 2> /dev/null || mount -o remount,bind,ro,nosuid,nodev,noexec "$root$2"
}
for path in ${SYSTEM.join(" ")}; do
  if [ -e "$path" ]; then readable "$path" "$path"; fi
done
count=$inputs
for path in "$@"; do
  if [ "$count" = 0 ]; then break; fi
  count=$((count - 1))
  case "$path" in "$root"/*) ;; *) if [ -e "$path" ]; then readable "$path" "$path"; fi ;; esac
done
mkdir -p "$root$root"
mount -c --bind /proc/self/fd/9 "$root$root"
exec 9<&-
while [ "$inputs" -gt 0 ]; do
  case "$1" in "$root"/*) if [ -e "$root$1" ]; then readable "$root$1" "$1"; fi ;; esac
  inputs=$((inputs - 1))
  shift
done
mkdir -p "$root/proc" "$root/dev" "$root/tmp"
mount -t proc proc "$root/proc"
for device in null zero random urandom; do bind "/dev/$device" "/dev/$device" rbind; done
exec unshare --root="$root" --wd="$root" setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --pdeathsig KILL "$@"
`;

/**
 * Returns the command that puts a program behind an isolation. Later mounts cover earlier ones, so the working folder comes last.
 * @param access what the program may read and write
 */
export function isolationPrefix(isolation: Isolation, { cwd, reads }: Access): string[] {
  if (isolation === "none") return [];
  const outside = reads.filter((file) => path.isAbsolute(file));
  if (isolation === "namespaces") return [...NAMESPACES, "sh", "-c", NEW_ROOT, "sh", cwd, String(outside.length), ...outside];
  const system = [...SYSTEM, ...outside].flatMap((file) => ["--ro-bind-try", file, file]);
  // An input inside of the working folder is mounted over it.
  const inside = outside.filter((file) => file.startsWith(`${cwd}${path.sep}`)).flatMap((file) => ["--ro-bind-try", file, file]);
  return [...BUBBLEWRAP, ...system, "--bind", cwd, cwd, ...inside, "--chdir", cwd, "--"];
}

/**
 * Finds the strongest isolation that works here. Containers and hardened kernels often forbid namespaces.
 * @param guard the wrappers that come before it
 * @param folder for a temporary folder
 */
export async function findIsolation(guard: readonly string[], folder: string): Promise<Isolation> {
  if (process.platform !== "linux") return "none";
  const cwd = await mkdtemp(path.join(folder, "stillreel-isolation-"));
  try {
    for (const isolation of ["bubblewrap", "namespaces"] as const) {
      const command = [...guard, ...isolationPrefix(isolation, { cwd, reads: [] }), "true"];
      const works = await run(command[0] ?? "", command.slice(1), { timeout: DETECT_MS, cwd }).then(
        () => true,
        () => false,
      );
      if (works) return isolation;
    }
    return "none";
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** Returns the code that a Node child process of the server loads, without the folder of data that may be beside it. */
export function serverCode(): string[] {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const found: string[] = [path.dirname(process.execPath)];
  for (let folder = here; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    for (const name of ["package.json", "node_modules", "src", "dist", "packages"]) {
      const file = path.join(folder, name);
      if (existsSync(file)) found.push(file);
    }
    if (existsSync(path.join(folder, "package-lock.json"))) break;
  }
  return found;
}
