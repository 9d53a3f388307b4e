import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * What separates a program that reads user files from the rest of the machine.
 * - `bubblewrap`: own namespaces and an own file system with the system's programs, the job's input (read only) and the job's folder. No
 *   network, no other process, no capability.
 * - `namespaces`: no network and no shared memory; the files of the server's user stay visible.
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
const NAMESPACES = ["unshare", "--user", "--map-current-user", "--net", "--ipc", "--"];

/**
 * Returns the command that puts a program behind an isolation. Later mounts cover earlier ones, so the working folder comes last.
 * @param access what the program may read and write
 */
export function isolationPrefix(isolation: Isolation, { cwd, reads }: Access): string[] {
  if (isolation === "none") return [];
  if (isolation === "namespaces") return NAMESPACES;
  const outside = reads.filter((file) => path.isAbsolute(file));
  const system = [...SYSTEM, ...outside].flatMap((file) => ["--ro-bind-try", file, file]);
  // An input inside of the working folder is mounted over it.
  const inside = outside.filter((file) => file.startsWith(`${cwd}${path.sep}`)).flatMap((file) => ["--ro-bind-try", file, file]);
  return [...BUBBLEWRAP, ...system, "--bind", cwd, cwd, ...inside, "--chdir", cwd, "--"];
}

/**
 * Finds the strongest isolation that works here. Containers and hardened kernels often forbid namespaces.
 * @param guard the wrappers that come before it
 */
export async function findIsolation(guard: readonly string[], cwd: string): Promise<Isolation> {
  if (process.platform !== "linux") return "none";
  for (const isolation of ["bubblewrap", "namespaces"] as const) {
    const command = [...guard, ...isolationPrefix(isolation, { cwd, reads: [] }), "true"];
    const works = await run(command[0] ?? "", command.slice(1), { timeout: DETECT_MS, cwd }).then(
      () => true,
      () => false,
    );
    if (works) return isolation;
  }
  return "none";
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
