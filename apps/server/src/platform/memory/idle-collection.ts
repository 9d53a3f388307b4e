import v8 from "node:v8";
import vm from "node:vm";
import { createMallocTrim } from "./malloc-trim.ts";

/** Time between two checks in milliseconds. */
const CHECK_MS = 10_000;
/** Share of one core that the process uses at most while it is idle: background jobs ask for work regularly. */
const IDLE_SHARE = 0.05;

type Collect = () => void;

/** Returns a function that collects all garbage of this process. It pauses the process for about 140 ms per 100 MB of live data. */
export function createCollect(): Collect {
  // Node gives access to the collector only by this flag. A new context has the function; the running one is not changed.
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as (options: { type: string; execution: string; flavor: string }) => void;
  // The kind that V8 runs before it reports missing memory: only it returns free pages of the heap to the system.
  return () => collect({ type: "major", execution: "sync", flavor: "last-resort" });
}

/**
 * Returns a check that collects garbage once when a busy process has become idle. V8 collects only while a program allocates, so that
 * the memory of the last uploads would remain in use until the next ones.
 * @param usedMs processor time that the process has used so far, in milliseconds
 */
export function createIdleCheck(usedMs: () => number, collect: Collect): (elapsedMs: number) => void {
  let before = usedMs();
  let wasBusy = false;
  return (elapsedMs) => {
    const used = usedMs();
    const isIdle = used - before <= elapsedMs * IDLE_SHARE;
    if (isIdle && wasBusy) collect();
    wasBusy = !isIdle;
    // After the collection, whose own time is not work.
    before = usedMs();
  };
}

/** Processor time of this process in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Collects garbage and returns free memory to the system whenever this process becomes idle, until it ends. The function of the C library
 * is loaded with the first collection.
 */
export function collectWhenIdle(): void {
  const collect = createCollect();
  let trim: ReturnType<typeof createMallocTrim> | undefined;
  const release = (): void => {
    collect();
    trim ??= createMallocTrim();
    void trim.then((run) => run?.());
  };
  const check = createIdleCheck(processorTime, release);
  setInterval(() => check(CHECK_MS), CHECK_MS).unref();
}
