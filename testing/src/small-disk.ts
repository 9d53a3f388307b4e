import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const run = (program: string, ...args: readonly string[]): void => {
  execFileSync(program, args, { stdio: "ignore" });
};

/** Puts a disk of a size (`16k`) over a folder. Returns a function that removes it. */
export function mountSmallDisk(folder: string, size: string): () => void {
  run("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder);
  return () => run("umount", folder);
}

/** Returns whether this machine permits small disks. */
export function permitsSmallDisks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "stillreel-mount-"));
  try {
    mountSmallDisk(folder, "1m")();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
