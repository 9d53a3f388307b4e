import fs from "node:fs";

/** Returns whether memory of processes can be measured: it is read from `/proc`. */
export const canMeasureMemory = fs.existsSync("/proc/self/smaps_rollup");

function parentOf(pid: string): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0; // The process ended meanwhile.
  }
}

/** Returns a process and all processes that it or its children started. */
function treeOf(pid: number): number[] {
  const parents = fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map((name): [number, number] => [Number(name), parentOf(name)]);
  const tree = [pid];
  // The array grows while it is read.
  for (const known of tree) for (const [child, parent] of parents) if (parent === known) tree.push(child);
  return tree;
}

function kibOf(file: string, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "mu").exec(fs.readFileSync(file, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Returns the resident memory of a process in bytes. */
export const residentBytes = (pid: number): number => kibOf(`/proc/${pid}/status`, "VmRSS") * 1024;

/** Returns the memory of a process and of all its descendants in bytes. Pages that several of them share count once. */
export const treeBytes = (pid: number): number =>
  treeOf(pid).reduce((sum, one) => sum + kibOf(`/proc/${one}/smaps_rollup`, "Pss") * 1024, 0);

/** Samples a measurement while the work runs. Returns its growth from the value before to the highest one, and the result of the work. */
export async function growthDuring<T>(measure: () => number, work: () => Promise<T>): Promise<{ growth: number; result: T }> {
  const before = measure();
  let highest = before;
  const sampling = setInterval(() => (highest = Math.max(highest, measure())), 50);
  try {
    const result = await work();
    return { growth: Math.max(highest, measure()) - before, result };
  } finally {
    clearInterval(sampling);
  }
}
