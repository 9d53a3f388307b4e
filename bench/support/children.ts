import { readdirSync, readFileSync } from "node:fs";

const EVERY_MS = 100;
/** Units of processor time per second in the system's statistics. */
const TICKS = 100;

/** Resources that processes used. */
export interface Taken {
  /** Maximum memory of all processes at any one time, in MB. */
  peakMb: number;
  /** Processor time of all processes, in seconds. It hardly depends on the other load of the machine. */
  cpuS: number;
}

/** Measures the processes whose command names a folder: those of one piece of work, without this process. */
export function watchChildren(folder: string): { stop(): Taken } {
  let peakKb = 0;
  const cpu = new Map<string, number>();
  /** Whether a process belongs to the work, by id. Commands do not change, and there are many processes. */
  const known = new Map<string, boolean>();
  const isOurs = (pid: string): boolean => {
    const seen = known.get(pid);
    if (seen !== undefined) return seen;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    const ours = Number(pid) !== process.pid && command.includes(folder);
    // A process that is just starting still has its parent's command.
    if (ours || command.length > 0) known.set(pid, ours);
    return ours;
  };
  const measure = (): void => {
    let sumKb = 0;
    const pids = readdirSync("/proc").filter((name) => /^\d+$/u.test(name));
    const there = new Set(pids);
    for (const pid of known.keys()) if (!there.has(pid)) known.delete(pid);
    for (const pid of pids) {
      try {
        if (!isOurs(pid)) continue;
        sumKb += Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        cpu.set(pid, (Number(fields[11]) + Number(fields[12])) / TICKS);
      } catch {
        // The process ended between listing and reading.
      }
    }
    peakKb = Math.max(peakKb, sumKb);
  };
  const timer = setInterval(measure, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return { peakMb: peakKb / 1024, cpuS: [...cpu.values()].reduce((sum, one) => sum + one, 0) };
    },
  };
}
