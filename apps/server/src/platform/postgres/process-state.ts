import { spawnSync } from "node:child_process";
import fs from "node:fs";

/** Returns the command line of a live process, or null when it does not exist or is a zombie. */
export function commandOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return fs.existsSync("/proc/self/stat") ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // The state follows the name, which is in parentheses and may contain parentheses itself.
    if (stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z")) return null;
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return null; // The process does not exist: return null.
  }
}

function fromPs(pid: number): string | null {
  const line = spawnSync("ps", ["-o", "stat=,command=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim();
  return line && !line.startsWith("Z") ? line : null;
}
